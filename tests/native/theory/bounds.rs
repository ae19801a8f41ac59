//! Theorems, corollaries and tables: their parts, their limits, and how they follow from each other.

use suda::theory::bounds::{self, binding, theorem1_step_limits, theorem2_step_limits};
use suda::theory::corollaries::{Corollary, Part};
use suda::theory::tables::{self, Row, TableInput};
use suda::theory::{
    Family, NetworkConstants, ProblemConstants, SudaForm, Theorem1, Theorem2, TrackingVariant, Transition,
};

const PROBLEM: ProblemConstants =
    ProblemConstants { agents: 8, smoothness: 2.0, initial_gap: 3.0, noise_variance: 0.5, zeta0_squared: 0.7 };
const NETWORK: NetworkConstants = NetworkConstants { gamma: 0.75, v1: 2.0, v2: 3.0, lambda_a: 0.5, lambda_b: 0.25 };

fn close(a: f64, b: f64) {
    assert!((a / b - 1.0).abs() < 1e-12, "{a} is not {b}");
}

fn methods() -> Vec<SudaForm> {
    vec![
        SudaForm::exact_diffusion(),
        SudaForm::extra(),
        SudaForm::gradient_tracking(TrackingVariant::Atc, 0.0),
        SudaForm::gradient_tracking(TrackingVariant::NonAtc, 0.0),
        SudaForm::gradient_tracking(TrackingVariant::SemiAtcIterate, 0.0),
    ]
}

/// Networks with the largest eigenvalue λ and the least one λ/4.
fn networks() -> impl Iterator<Item = [f64; 2]> {
    (1..100).map(|i| f64::from(i) / 100.0).map(|lambda| [lambda, lambda / 4.0])
}

#[test]
fn theorem_1_is_as_printed() {
    // Worked out by hand for α = 0.01 and K = 100.
    let terms = Theorem1::new(&PROBLEM, &NETWORK, 0.01).after(100.0);
    close(terms.initial, 8.0 * 3.0 / (0.01 * 100.0));
    close(terms.noise, 4.0 * 0.01 * 2.0 * 0.5 / 8.0);
    close(terms.heterogeneity, 12.0 * 1e-4 * 4.0 * 4.0 * 9.0 * 0.7 / (0.0625 * 0.25 * 100.0));
    close(terms.network, 16.0 * 1e-4 * 4.0 * 4.0 * 9.0 * 0.25 * 0.5 / 0.25);
    close(terms.network_higher_order, 16.0 * 1e-8 * 16.0 * 4.0 * 9.0 * 0.25 * 0.5 / (0.0625 * 0.0625 * 8.0));
    let sum = terms.initial + terms.noise + terms.heterogeneity + terms.network + terms.network_higher_order;
    assert_eq!(terms.total(), sum);
    let limits = theorem1_step_limits(2.0, &NETWORK);
    close(limits[0], 0.25);
    close(limits[1], 0.25 / (4.0 * 3.0));
    close(limits[2], (0.25 * 0.25_f64).sqrt() / (4.0 * 3.0_f64.sqrt()));
    assert_eq!(binding(&limits), Some((1, limits[1])));
}

#[test]
fn theorem_2_is_as_printed() {
    let mu = 0.5;
    let theorem = Theorem2::new(&PROBLEM, mu, &NETWORK, 0.01);
    close(theorem.contraction, 1.0 - 0.0025);
    close(theorem.r0, 6.0 + 1e-4 * 2.0 * 36.0 * 0.7 / 0.0625);
    close(theorem.noise, 0.01 * 2.0 * 0.5 / (0.5 * 8.0));
    close(theorem.network, 1e-4 * 4.0 * 36.0 * 0.25 * 0.5 / (0.5 * 0.25));
    close(theorem.network_higher_order, 1e-8 * 16.0 * 36.0 * 0.25 * 0.5 / (0.5 * 0.0625 * 0.0625 * 8.0));
    close(theorem.start_after(2.0), theorem.contraction * theorem.contraction * theorem.r0);
    let limits = theorem2_step_limits(2.0, mu, &NETWORK);
    close(limits[0], 0.25 / 6.0);
    close(limits[1], 0.25 / 4.0);
    close(limits[2], 0.25 / (6.0_f64.sqrt() * 2.0 * 3.0));
    close(limits[3], (0.5 * 0.0625 * 0.25 / (8.0 * 16.0 * 36.0_f64)).cbrt());
}

#[test]
fn the_suggested_step_is_within_the_limits() {
    for form in methods() {
        for spectrum in networks() {
            let network = Transition::new(&form, &spectrum).constants().unwrap();
            let limits = theorem1_step_limits(PROBLEM.smoothness, &network);
            for iterations in [1.0, 1e3, 1e9] {
                let step = bounds::theorem1_step(&PROBLEM, &network, iterations);
                assert!(step > 0.0 && limits.iter().all(|&limit| step <= limit));
            }
        }
    }
}

/// The three K of Corollaries 1 and 2 that the theorem gives: α = √(n/K) within its limits.
fn needed_iterations(paper: &NetworkConstants, smoothness: f64, agents: usize) -> [f64; 3] {
    theorem1_step_limits(smoothness, paper).map(|limit| agents as f64 / (limit * limit))
}

#[test]
fn conditions_of_the_corollaries_follow_from_the_theorems() {
    let (l, mu, n) = (2.0, 0.5, 8);
    for form in methods() {
        for spectrum in networks() {
            let transition = Transition::new(&form, &spectrum);
            let paper = transition.paper_bounds().unwrap();
            let family = transition.family().unwrap();
            let corollary = Corollary::new(family, &paper);
            let printed = corollary.nonconvex_iterations(l, n);
            let needed = needed_iterations(&paper, l, n);
            close(printed[0], needed[0]);
            close(printed[1], needed[1]);
            let (limits, theorem) = (corollary.pl_step_limits(l, mu), theorem2_step_limits(l, mu, &paper));
            close(limits[0], theorem[0]);
            match family {
                Family::Diffusion { smallest, .. } => {
                    // Printed with √32 where the bounds give √128, so that K is half of what is needed.
                    close(printed[2], needed[2] / 2.0);
                    close(limits[1], theorem[1]);
                    // Printed with the least eigenvalue where the bounds give its root: more than needed.
                    close(limits[2], theorem[2] * smallest.sqrt());
                    // Printed with 18 where the bounds give 64: a step too large by 1.53.
                    close(limits[3], theorem[3] * (64.0 / 18.0_f64).cbrt());
                }
                Family::Tracking { .. } => {
                    // Printed with 72 where the bounds give 8 √27 = 41.6: more than needed.
                    close(printed[2], needed[2] * 72.0 / (8.0 * 27.0_f64.sqrt()));
                    // The second limit of Theorem 2 follows from the first.
                    assert!(theorem[1] >= theorem[0]);
                    close(limits[1], theorem[2]);
                    close(limits[2], theorem[3]);
                }
            }
        }
    }
    close(Corollary::nonconvex_step(8, 200.0), 0.2);
    close(Corollary::pl_step(0.5, 1e3), 2.0 * 1e6_f64.ln() / (0.5 * 1e3));
}

#[test]
fn rates_of_the_corollaries_are_the_terms_of_the_theorems_in_order() {
    // With α = √(n/K) and the closed-form bounds, each term of Theorem 1 has the corollary's
    // powers of 1 - λ, n and K; so their ratio stays within constants while those vary by orders.
    for form in methods() {
        for part in [Part::Initial, Part::Noise, Part::Network, Part::NetworkHigherOrder, Part::Heterogeneity] {
            let mut ratios = Vec::new();
            for lambda in [0.9, 0.99, 0.999, 0.9999] {
                for (agents, iterations) in [(4, 1e6), (400, 1e6), (4, 1e10)] {
                    let transition = Transition::new(&form, &[lambda, 0.5]);
                    let (paper, family) = (transition.paper_bounds().unwrap(), transition.family().unwrap());
                    let problem = ProblemConstants { agents, smoothness: 1.0, ..PROBLEM };
                    let step = Corollary::nonconvex_step(agents, iterations);
                    let terms = Theorem1::new(&problem, &paper, step).after(iterations);
                    let exact = match part {
                        Part::Initial => terms.initial,
                        Part::Noise => terms.noise,
                        Part::Network => terms.network,
                        Part::NetworkHigherOrder => terms.network_higher_order,
                        Part::Heterogeneity => terms.heterogeneity,
                    };
                    let rate = Corollary::new(family, &paper).nonconvex_rate(&problem, iterations);
                    let order = rate.iter().find(|term| term.part == part).unwrap().value;
                    ratios.push(exact / order);
                }
            }
            let (low, high) =
                (ratios.iter().copied().fold(f64::INFINITY, f64::min), ratios.iter().copied().fold(0.0, f64::max));
            // 1 - γ = 1 - √λ is (1 - λ)/2 up to 3 % at λ ≥ 0.9.
            assert!(high / low < 1.2, "{form:?}, {part:?}: {ratios:?}");
        }
    }
}

#[test]
fn pl_rates_are_the_terms_of_theorem_2_in_order() {
    for form in methods() {
        let mut ratios = Vec::new();
        for lambda in [0.9, 0.99, 0.999] {
            for (agents, iterations) in [(4, 1e6), (400, 1e8)] {
                let transition = Transition::new(&form, &[lambda, 0.5]);
                let (paper, family) = (transition.paper_bounds().unwrap(), transition.family().unwrap());
                let problem = ProblemConstants { agents, smoothness: 1.0, ..PROBLEM };
                let rate = Corollary::new(family, &paper).pl_rate(&problem, iterations);
                // The order hides the logarithm of the step 2 ln(K²)/(μK): take 1/K for it.
                let theorem = Theorem2::new(&problem, 1.0, &paper, 1.0 / iterations);
                let value = |part| rate.iter().find(|term| term.part == part).unwrap().value;
                ratios.push([
                    theorem.noise / value(Part::Noise),
                    theorem.network / value(Part::Network),
                    theorem.network_higher_order / value(Part::NetworkHigherOrder),
                    (theorem.r0 - 2.0 * problem.initial_gap) / (iterations * iterations * value(Part::Heterogeneity)),
                    2.0 * problem.initial_gap / (iterations * iterations * value(Part::Initial)),
                ]);
            }
        }
        for term in 0..5 {
            let column = ratios.iter().map(|row| row[term]);
            let (low, high) = (column.clone().fold(f64::INFINITY, f64::min), column.fold(0.0, f64::max));
            assert!(high / low < 1.2, "{form:?}, term {term}: {ratios:?}");
        }
    }
}

fn input(agents: usize, lambda: f64, iterations: f64) -> TableInput {
    TableInput {
        agents,
        lambda,
        iterations,
        varsigma_squared: 1.0,
        varsigma0_squared: 1.0,
        gradient_squares: agents as f64,
    }
}

#[test]
fn transient_times_are_where_the_rates_become_those_of_centralised_sgd() {
    // At K = c × the transient time, the terms beside 1/√(nK) fall to it as c grows, and not before.
    let share = |row: &Row| {
        let speedup = row.rate[0].value;
        row.rate[1..].iter().map(|term| term.value / speedup).fold(0.0, f64::max)
    };
    for index in 0..5 {
        for (agents, lambda) in [(4, 0.99), (64, 0.99), (4, 0.9999), (1000, 0.9999)] {
            let time = tables::table1(&input(agents, lambda, 1.0))[index].transient_time;
            let at = share(&tables::table1(&input(agents, lambda, time))[index]);
            let row = &tables::table1(&input(agents, lambda, time * 1e6))[index];
            assert!((0.5..=1.01).contains(&at), "{}, {}: {at}", row.method, row.work);
            assert!(share(row) < 0.11, "{}, {}: {}", row.method, row.work, share(row));
        }
    }
}

#[test]
fn tables_order_the_methods_as_the_paper_says() {
    let (table1, table2) = (tables::table1(&input(32, 0.99, 1e4)), tables::table2(&input(32, 0.99, 1e4)));
    let times = |rows: &[Row]| rows.iter().map(|row| row.transient_time).collect::<Vec<_>>();
    let close_to = |times: Vec<f64>, expected: &[f64]| {
        assert_eq!(times.len(), expected.len());
        times.iter().zip(expected).for_each(|(&time, &expected)| assert!((time / expected - 1.0).abs() < 1e-9));
    };
    let n3 = 32768.0;
    close_to(times(&table1), &[n3 * 1e8, n3 * 1e12, n3 * 1e4, n3 * 1e12, n3 * 1e4]);
    close_to(times(&table2), &[32e4, 3200.0, 3200.0, 32e6, 32e6, 3200.0]);
    // On sparser networks the second order of gradient tracking takes over.
    let sparse = input(4, 1.0 - 1e-6, 1e4);
    close_to(vec![tables::table1(&sparse)[4].transient_time], &[4e16]);
    close_to(vec![tables::table2(&sparse)[5].transient_time], &[1e8]);
    // A complete graph has no transient but n.
    assert_eq!(tables::table2(&input(5, 0.0, 1.0))[2].transient_time, 5.0);
}
