//! Iterates without a copy are those of the copy.

use serde_json::json;

use super::{document, problems, run};
use crate::common::with;

#[test]
fn views_are_the_iterates_also_of_what_has_diverged() {
    let methods = json!([{"kind": "dsgd"}, {"kind": "extra", "stepSize": {"kind": "constant", "value": 1_000}}]);
    let start = json!({"gradient": {"noise": "gaussian", "variance": 0.04}, "start": {"kind": "random", "scale": 1}});
    let [_, problem, _] = problems();
    for trials in [1, 3] {
        let engine = run(&with(&with(&document(&problem.document(), &methods), &start), &json!({"trials": trials})));
        assert!(engine.diverged_at(0, 0).is_none() && engine.diverged_at(1, 0).is_some());
        for (method, trial) in (0..2).flat_map(|method| (0..trials).map(move |trial| (method, trial))) {
            let x = engine.iterates(method, trial).unwrap();
            let d = x.len() / 5;
            let (numbers, [row, column]) = engine.iterates_strided(method, trial).unwrap();
            let all = (0..5).flat_map(|i| (0..d).map(move |j| numbers[i * row + j * column]));
            assert_eq!(all.collect::<Vec<_>>(), x);
            #[cfg(feature = "ndarray")]
            assert_eq!(engine.iterates_ndarray(method, trial).unwrap(), ndarray::aview1(&x).to_shape((5, d)).unwrap());
            #[cfg(feature = "nalgebra")]
            assert_eq!(engine.iterates_nalgebra(method, trial).unwrap(), nalgebra::DMatrix::from_row_slice(5, d, &x));
        }
        assert!(engine.iterates_strided(2, 0).is_none() && engine.iterates_strided(0, trials).is_none());
    }
}
