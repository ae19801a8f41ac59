//! Compressed messages: what an agent sends in place of a vector v, and the bits that it takes.
//!
//! No random numbers are used, and all rules are exact in floating point: ties are broken to even or by the first place.

use crate::document::{DocumentError, Domain, Entry, Fields, Parameter};

/// Of so few entries the largest are found soonest by counting, for so many at once.
const FEW: usize = 48;
const LANES: usize = 4;
/// Bits of a number that is sent as it is.
pub const NUMBER: u64 = 64;

const BITS: Parameter = Parameter::required(
    "bits",
    Domain::integer(2, 16),
    4.0,
    "b: each entry is rounded to a whole multiple of the largest over 2ᵇ⁻¹ − 1, which takes b bits",
);
const FRACTION: Parameter = Parameter::required(
    "fraction",
    Domain::Number { min: 0.0, max: 1.0, above_min: true, below_max: false, logarithmic: false },
    0.1,
    "q: the share of the entries that are sent, those of largest magnitude",
);

/// How the messages of a method are compressed.
pub const COMPRESSION: Parameter =
    Parameter::kinds("compression", "CompressionDocument", false, "what is sent in place of whole vectors");
/// γ.
pub const CONSENSUS_STEP: Parameter = Parameter::with_default(
    "consensusStep",
    Domain::Number { min: 0.0, max: 1.0, above_min: true, below_max: false, logarithmic: false },
    1.0,
    "γ: with compressed messages W V becomes V + γ (W − I) V̂, where V̂ is what everybody knows of V",
);

/// The kinds of `compression`.
pub const COMPRESSIONS: &[Entry] = &[
    Entry {
        kind: "quantize",
        title: "Few bits",
        about: "Each entry is rounded to one of a few levels between plus and minus the largest magnitude, which is sent too",
        source: "Alistarh, Grubic, Li, Tomioka and Vojnovic, QSGD (2017), rounded to the nearest",
        parameters: &[BITS],
    },
    Entry {
        kind: "topK",
        title: "Largest entries",
        about: "The entries of largest magnitude are sent with their places; the others count as 0",
        source: "Stich, Cordonnier and Jaggi, Sparsified SGD with memory (2018)",
        parameters: &[FRACTION],
    },
    Entry {
        kind: "sign",
        title: "Signs",
        about: "Only the signs are sent, and the mean magnitude",
        source: "Karimireddy, Rebjock, Stich and Jaggi, Error feedback fixes SignSGD (2019)",
        parameters: &[],
    },
];

/// Q.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Compression {
    /// With s = max |v_j| and L = 2^(b-1) - 1: (round((v_j / s) L) s) / L, ties to even.
    Quantize {
        /// b.
        bits: u32,
    },
    /// The max(1, ⌈q d⌉) entries of largest magnitude, of equal ones the first.
    TopK {
        /// q.
        fraction: f64,
    },
    /// (‖v‖₁/d) sign(v), with sign(0) = 0.
    Sign,
}

impl Compression {
    /// Reads a `compression`.
    #[expect(clippy::cast_possible_truncation, reason = "the domain ends at 16")]
    pub fn read(fields: &Fields) -> Result<Self, DocumentError> {
        Ok(match fields.entry("kind", COMPRESSIONS, &[])?.kind {
            "quantize" => Self::Quantize { bits: fields.count(&BITS)? as u32 },
            "topK" => Self::TopK { fraction: fields.number(&FRACTION)? },
            _ => Self::Sign,
        })
    }

    /// How many entries are sent of d.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and d")]
    fn kept(fraction: f64, d: usize) -> usize {
        (libm::ceil(fraction * d as f64) as usize).clamp(1, d)
    }

    /// The bits of Q(v) for a v of d numbers.
    pub fn bits(&self, d: usize) -> u64 {
        match *self {
            Self::Quantize { bits } => u64::from(bits) * d as u64 + NUMBER,
            Self::TopK { fraction } => {
                let place = d.next_power_of_two().trailing_zeros();
                Self::kept(fraction, d) as u64 * (NUMBER + u64::from(place))
            }
            Self::Sign => d as u64 + NUMBER,
        }
    }

    /// `v` ← Q(`v`); `magnitudes` is memory.
    pub fn apply(&self, v: &mut [f64], magnitudes: &mut Vec<u64>) {
        match *self {
            Self::Quantize { bits } => {
                let greatest = v.iter().fold(0.0, |most: f64, v| most.max(v.abs()));
                if greatest == 0.0 {
                    return v.fill(0.0);
                }
                let levels = f64::from((1_u32 << (bits - 1)) - 1);
                v.iter_mut().for_each(|v| *v = (round(*v / greatest * levels) * greatest) / levels);
            }
            Self::TopK { fraction } => {
                let kept = Self::kept(fraction, v.len());
                if kept == v.len() {
                    return;
                }
                magnitudes.clear();
                magnitudes.extend(v.iter().map(|&v| magnitude(v)));
                if v.len() <= FEW && keep_few(v, kept, magnitudes) <= kept {
                    return;
                }
                let (above, &mut least, _) = magnitudes.select_nth_unstable_by(kept - 1, |a, b| b.cmp(a));
                let mut ties = kept - above.iter().filter(|&&above| above > least).count();
                for v in v.iter_mut().filter(|v| magnitude(**v) <= least) {
                    if magnitude(*v) == least && ties > 0 {
                        ties -= 1;
                    } else {
                        *v = 0.0;
                    }
                }
            }
            Self::Sign => {
                let size = v.iter().map(|v| v.abs()).sum::<f64>() / v.len() as f64;
                // `signum` of 0 is 1; NaN stays.
                v.iter_mut().filter(|v| **v != 0.0).for_each(|v| *v = v.signum() * size);
            }
        }
    }
}

/// The nearest whole number to one below 2⁵¹, ties to even: what a sum near 1.5 · 2⁵² keeps. Processors have more of it at
/// once than of [`f64::round_ties_even`].
fn round(x: f64) -> f64 {
    const SHIFT: f64 = 6_755_399_441_055_744.0;
    (x + SHIFT) - SHIFT
}

/// Of numbers that are not negative the bits are in the order of the numbers.
fn magnitude(v: f64) -> u64 {
    v.abs().to_bits()
}

/// Clears all but the `kept` entries of largest magnitude and those equal to the least of these; tells how many are left that
/// are not 0, which are more only if some are equal. Of several entries at once the larger ones are counted, without a branch to be guessed.
fn keep_few(v: &mut [f64], kept: usize, magnitudes: &[u64]) -> usize {
    let most = i64::try_from(kept).unwrap_or(i64::MAX);
    let mut left = 0;
    for (v, own) in v.chunks_mut(LANES).zip(magnitudes.chunks(LANES)) {
        let mut lanes = [0.0; LANES];
        lanes.iter_mut().zip(own).for_each(|(lane, &own)| *lane = f64::from_bits(own));
        let mut above = [0_i64; LANES];
        for &other in magnitudes {
            let other = f64::from_bits(other);
            above.iter_mut().zip(&lanes).for_each(|(above, &own)| *above += i64::from(other > own));
        }
        for (v, above) in v.iter_mut().zip(above) {
            // The sign in all bits; a comparison would become a branch.
            let keep = (above - most) >> 63;
            *v = f64::from_bits(v.to_bits() & keep.cast_unsigned());
            left += usize::from(*v != 0.0);
        }
    }
    left
}

/// Compressed messages of a method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Messages {
    /// Q.
    pub compression: Compression,
    /// γ.
    pub consensus_step: f64,
}

impl Messages {
    /// Reads the fields of a method; `None` if its messages are not compressed.
    pub fn read(fields: &Fields) -> Result<Option<Self>, DocumentError> {
        let consensus_step = fields.number(&CONSENSUS_STEP)?;
        let Some(compression) = fields.optional_object(COMPRESSION.name)? else {
            if consensus_step == 1.0 {
                return Ok(None);
            }
            return Err(fields.error(CONSENSUS_STEP.name, "goes with compression, which this method has not"));
        };
        Ok(Some(Self { compression: Compression::read(&compression)?, consensus_step }))
    }
}

/// What everybody knows of an agent's vector, V̂, n × d × trials, and how it is told: V̂ ← V̂ + Q(V - V̂).
#[derive(Clone, Debug, Default)]
pub struct Known {
    values: Vec<f64>,
    news: Vec<f64>,
    magnitudes: Vec<u64>,
}

impl Known {
    /// Tells of `x` in rows of d × `trials` numbers, `width` in all; gives V̂.
    pub fn tell(&mut self, compression: Compression, x: &[f64], width: usize, trials: usize) -> &[f64] {
        self.values.resize(x.len(), 0.0);
        for (x, known) in x.chunks_exact(width).zip(self.values.chunks_exact_mut(width)) {
            for trial in 0..trials {
                self.news.clear();
                let pairs = x.chunks_exact(trials).zip(known.chunks_exact(trials));
                self.news.extend(pairs.map(|(x, known)| x[trial] - known[trial]));
                compression.apply(&mut self.news, &mut self.magnitudes);
                for (known, news) in known.chunks_exact_mut(trials).zip(&self.news) {
                    known[trial] += news;
                }
            }
        }
        &self.values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(compression: Compression, v: &[f64]) -> Vec<f64> {
        let mut v = v.to_vec();
        compression.apply(&mut v, &mut Vec::new());
        v
    }

    #[test]
    fn levels_are_the_nearest_and_ties_go_to_the_even_one() {
        // L = 1: ±1/2 lie between 0 and ±1.
        assert_eq!(of(Compression::Quantize { bits: 2 }, &[2.0, 1.0, -1.0, 1.1, 0.0]), [2.0, 0.0, 0.0, 2.0, 0.0]);
        // L = 3: 1/2 goes to 0, 3/2 to 2, 5/2 to 2, 7/2 is none.
        let v = [6.0, 1.0, 3.0, 5.0, -3.0, -5.0];
        assert_eq!(of(Compression::Quantize { bits: 3 }, &v), [6.0, 0.0, 4.0, 4.0, -4.0, -4.0]);
        assert_eq!(of(Compression::Quantize { bits: 16 }, &[0.0; 3]), [0.0; 3]);
        // Every level is kept as it is.
        let levels: Vec<f64> = (-127..=127).map(f64::from).collect();
        assert_eq!(of(Compression::Quantize { bits: 8 }, &levels), levels);
    }

    #[test]
    fn of_equal_entries_the_first_are_sent() {
        let top = |fraction: f64, v: &[f64]| of(Compression::TopK { fraction }, v);
        assert_eq!(top(0.5, &[1.0, -3.0, 3.0, 3.0]), [0.0, -3.0, 3.0, 0.0]);
        assert_eq!(top(0.01, &[2.0, -2.0, 1.0]), [2.0, 0.0, 0.0]);
        assert_eq!(top(1.0, &[2.0, -2.0, 1.0]), [2.0, -2.0, 1.0]);
        // ⌈0.4 · 6⌉ = 3.
        assert_eq!(top(0.4, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]), [0.0, 0.0, 0.0, 4.0, 5.0, 6.0]);
    }

    #[test]
    fn few_and_many_entries_are_chosen_alike() {
        // Some are equal.
        let v: Vec<f64> = (0..3 * FEW).map(|j| ((j * 7919) % 61) as f64 - 30.0).collect();
        for d in 1..=v.len() {
            for fraction in [0.1, 0.5, 0.9] {
                let kept = Compression::kept(fraction, d);
                let mut order: Vec<usize> = (0..d).collect();
                order.sort_by(|&a, &b| v[b].abs().total_cmp(&v[a].abs()));
                let mut expected = vec![0.0; d];
                order[..kept].iter().for_each(|&j| expected[j] = v[j]);
                assert_eq!(of(Compression::TopK { fraction }, &v[..d]), expected, "{d} {fraction}");
            }
        }
    }

    #[test]
    fn signs_have_the_mean_magnitude() {
        assert_eq!(of(Compression::Sign, &[3.0, -1.0, 0.0, 0.0]), [1.0, -1.0, 0.0, 0.0]);
    }

    #[test]
    fn bits_are_as_documented() {
        assert_eq!(Compression::Quantize { bits: 4 }.bits(20), 144);
        assert_eq!(Compression::TopK { fraction: 0.05 }.bits(20), 69);
        assert_eq!(Compression::TopK { fraction: 0.5 }.bits(6), 3 * 67);
        assert_eq!([1, 2, 3].map(|d| Compression::TopK { fraction: 1.0 }.bits(d)), [64, 130, 198]);
        assert_eq!(Compression::Sign.bits(20), 84);
    }

    #[test]
    fn trials_do_not_see_each_other() {
        let mut together = Known::default();
        let x = [1.0, 10.0, -0.3, 4.0, 0.2, -7.0, 2.0, 0.5];
        let quantize = Compression::Quantize { bits: 3 };
        let both = together.tell(quantize, &x, 4, 2).to_vec();
        for trial in 0..2 {
            let own: Vec<f64> = x.iter().skip(trial).step_by(2).copied().collect();
            let expected: Vec<f64> = both.iter().skip(trial).step_by(2).copied().collect();
            assert_eq!(Known::default().tell(quantize, &own, 2, 1), expected);
        }
    }
}
