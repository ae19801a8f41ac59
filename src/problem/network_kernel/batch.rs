//! Samples as the kernel takes them: eight in a vector, up to four vectors in a tile.

/// The samples of a vector.
pub const WIDTH: usize = 8;
/// The vectors of a tile. One logarithm serves the product of all its samples' factors, which is at
/// most 64^32.
const TILE: usize = 4;

/// The numbers of a vector.
pub type Numbers = [f64; WIDTH];

/// Samples, eight side by side: tile after tile \[feature\]\[vector of the tile\], and their labels.
#[derive(Clone, Debug)]
pub struct Batch {
    inputs: usize,
    len: usize,
    features: Vec<Numbers>,
    labels: Vec<Numbers>,
}

impl Batch {
    /// From the rows' features and labels (each -1 or 1; or the class, counted from 1). What the last vector lacks is
    /// filled up with the last row and labels of 0.
    pub fn new<'a>(inputs: usize, rows: impl ExactSizeIterator<Item = (&'a [f64], f64)>) -> Self {
        let len = rows.len();
        let vectors = len.div_ceil(WIDTH);
        let mut batch =
            Self { inputs, len, features: vec![[0.0; WIDTH]; vectors * inputs], labels: vec![[0.0; WIDTH]; vectors] };
        for (s, (row, label)) in rows.enumerate() {
            let (vector, place) = (s / WIDTH, s % WIDTH);
            batch.labels[vector][place] = label;
            let first = vector / TILE * TILE;
            let blocks = TILE.min(vectors - first);
            let last = if s + 1 == len { WIDTH } else { place + 1 };
            for (j, &feature) in row.iter().enumerate() {
                batch.features[first * inputs + j * blocks + vector - first][place..last].fill(feature);
            }
        }
        batch
    }

    /// The number of samples.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The features (samples × inputs) and the labels of the samples.
    pub fn rows(&self) -> (Vec<f64>, Vec<f64>) {
        let mut features = Vec::with_capacity(self.len * self.inputs);
        for s in 0..self.len {
            self.push_row(s, &mut features);
        }
        (features, self.labels.as_flattened()[..self.len].to_vec())
    }

    /// The batch of some of the samples.
    pub fn choose(&self, chosen: &[usize]) -> Self {
        let mut features = Vec::with_capacity(chosen.len() * self.inputs);
        for &s in chosen {
            self.push_row(s, &mut features);
        }
        let labels = self.labels.as_flattened();
        Self::new(self.inputs, features.chunks_exact(self.inputs).zip(chosen.iter().map(|&s| labels[s])))
    }

    fn push_row(&self, s: usize, features: &mut Vec<f64>) {
        let (vector, place) = (s / WIDTH, s % WIDTH);
        let first = vector / TILE * TILE;
        let blocks = TILE.min(self.labels.len() - first);
        let column = self.features[first * self.inputs + vector - first..].iter().step_by(blocks);
        features.extend(column.take(self.inputs).map(|numbers| numbers[place]));
    }

    /// The samples tile by tile.
    pub fn tiles(&self) -> impl Iterator<Item = Tile<'_>> {
        let features = self.features.chunks(TILE * self.inputs);
        features.zip(self.labels.chunks(TILE)).map(|(features, labels)| Tile { features, labels })
    }
}

/// Up to four vectors of samples.
pub struct Tile<'a> {
    /// \[feature\]\[vector\].
    pub features: &'a [Numbers],
    /// \[vector\].
    pub labels: &'a [Numbers],
}

impl Tile<'_> {
    /// The vectors.
    pub fn blocks(&self) -> usize {
        self.labels.len()
    }
}

/// Memory that is used again.
#[derive(Debug, Default)]
pub struct Scratch(Vec<Numbers>);

impl Scratch {
    /// Two rows of so many vectors; what they hold is of no meaning.
    pub fn split(&mut self, first: usize, second: usize) -> (&mut [Numbers], &mut [Numbers]) {
        if self.0.len() < first + second {
            self.0.resize(first + second, [0.0; WIDTH]);
        }
        self.0[..first + second].split_at_mut(first)
    }
}
