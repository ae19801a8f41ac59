//! The recorded metrics, against their formulas at the iterates.

use nalgebra::DVector;
use serde_json::json;

use super::{document, methods, noises, problems, rows};
use crate::common::{start, with};

#[test]
fn metrics_are_what_their_formulas_say() {
    for problem in problems() {
        let (n, d) = problem.shape();
        let more = json!({"start": {"kind": "random", "scale": 1}, "gradient": noises()[1], "trials": 2});
        let mut engine = start(&with(&document(&problem.document(), &methods()), &more));
        let optimum = engine.experiment().optimum().unwrap().value;
        for k in [0, 1, 5, 40] {
            engine.advance(k - engine.iteration());
            let point = usize::try_from(k).unwrap();
            for (m, t) in (0..7).flat_map(|m| [(m, 0), (m, 1)]) {
                let x = rows(&engine.iterates(m, t).unwrap(), d);
                let mean = x.row_mean().transpose();
                let f = |x: &DVector<f64>| (0..n).map(|i| problem.value(i, x)).sum::<f64>() / n as f64;
                let slope = (0..n).fold(DVector::zeros(d), |sum, i| sum + problem.local_gradient(i, &mean)) / n as f64;
                let expected = [
                    slope.norm_squared(),
                    f(&mean) - optimum,
                    x.row_iter().map(|row| f(&row.transpose())).sum::<f64>() / n as f64 - optimum,
                    x.row_iter().map(|row| (row.transpose() - &mean).norm_squared()).sum::<f64>() / n as f64,
                    problem.gradient(&x).row_mean().norm_squared(),
                ];
                let values = engine.record().values(point);
                for (metric, (name, expected)) in engine.record().metrics().iter().zip(expected).enumerate() {
                    let value = values[(metric * 7 + m) * 2 + t];
                    let error = (value - expected).abs();
                    assert!(error < 1e-12 * (1.0 + expected), "{name:?} of {m} at {k}: {value} for {expected}");
                }
            }
        }
        // Nothing is below the optimum.
        for m in 0..7 {
            assert!([1, 2].iter().all(|&metric| engine.curve(metric, m).mean.iter().all(|&gap| gap > -1e-13)));
        }
    }
}
