//! The module as JavaScript sees it: what goes in and comes out are JavaScript values.

use js_sys::{Array, Error, Float64Array, Object, Reflect, Uint32Array};
use suda::wasm::{Experiment, catalog, check_document, describe_network, presets, random_seed, version};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

const DOCUMENT: &str = "({
    version: 1,
    seed: 7,
    trials: 2,
    iterations: 20,
    record: { every: 5 },
    network: { topology: { kind: 'ring', agents: 6 }, weights: { rule: 'metropolis' } },
    problem: { kind: 'logistic', dimension: 3, samplesPerAgent: 10 },
    gradient: { noise: 'gaussian', variance: 0.01 },
    stepSize: { kind: 'constant', value: 0.2 },
    methods: [{ kind: 'psgd' }, { kind: 'exactDiffusion', laziness: 0.5 }],
})";

/// The value of some JavaScript.
fn js(code: &str) -> JsValue {
    js_sys::eval(code).expect("the code runs")
}

/// [`DOCUMENT`] with other fields.
fn with(fields: &str) -> JsValue {
    js(&format!("({{ ...{DOCUMENT}, ...{fields} }})"))
}

fn get(value: &JsValue, name: &str) -> JsValue {
    Reflect::get(value, &name.into()).expect("an object")
}

/// The field of that name of the first element.
fn of_first(list: &JsValue, name: &str) -> JsValue {
    get(&list.unchecked_ref::<Array>().get(0), name)
}

fn started(document: &JsValue) -> Experiment {
    Experiment::new(document, &JsValue::UNDEFINED, &JsValue::UNDEFINED)
        .unwrap_or_else(|error| panic!("{}", message(error)))
}

/// Runs up to that many iterations; how many are done.
fn advanced(run: &mut Experiment, iterations: f64) -> f64 {
    run.advance(iterations).unwrap_or_else(|error| panic!("{}", message(error)))
}

fn message(error: impl Into<JsValue>) -> String {
    error.into().unchecked_into::<Error>().message().into()
}

fn answer(value: Result<impl Into<JsValue>, impl Into<JsValue>>) -> JsValue {
    value.map_or_else(|error| panic!("{}", message(error)), Into::into)
}

#[wasm_bindgen_test]
fn an_object_and_its_text_are_one_document() {
    let document = js(DOCUMENT);
    let text = js_sys::JSON::stringify(&document).unwrap();
    let mut runs = [started(&document), started(&text.into())];
    let means = runs.each_mut().map(|run| {
        assert_eq!(advanced(run, 1e9), 20.0);
        of_first(&get(&answer(run.curves()), "series"), "mean").unchecked_into::<Float64Array>().to_vec()
    });
    assert_eq!(means[0].len(), 5);
    assert_eq!(means[0], means[1]);
}

#[wasm_bindgen_test]
fn answers_are_plain_objects_typed_arrays_and_null() {
    let mut run = started(&js(DOCUMENT));
    advanced(&mut run, 20.0);
    let curves = answer(run.curves());
    let plain = Object::get_prototype_of(&js("({})"));
    assert!(Object::is(&Object::get_prototype_of(&curves), &plain));
    assert_eq!(get(&curves, "iterations").dyn_into::<Uint32Array>().unwrap().to_vec(), [0, 5, 10, 15, 20]);
    assert!(of_first(&get(&curves, "series"), "mean").has_type::<Float64Array>());
    assert!(of_first(&get(&curves, "series"), "divergedAt").is_null());
    assert_eq!(of_first(&get(&curves, "series"), "metric"), "gradientNorm");
    let records = answer(run.records(1.0));
    assert_eq!(get(&records, "values").unchecked_into::<Float64Array>().length(), 4 * 5 * 2 * 2);
    assert!(get(&records, "divergedAt").unchecked_into::<Float64Array>().to_vec().iter().all(|k| k.is_nan()));
    assert!(answer(run.expected(&0.into())).is_null());
    let theory = answer(run.theory(&"psgd".into()));
    assert!(get(&theory, "gamma").is_null());
    assert!(get(&theory, "smoothness").as_f64().is_some_and(|smoothness| smoothness > 0.0));
    assert_eq!(run.iterates(&"psgd".into(), 1.0).map_err(message).unwrap().len(), 18);
    assert_eq!(message(run.iterates(&2.into(), 0.0).unwrap_err()), "there is no such method in this experiment");
}

#[wasm_bindgen_test]
fn what_is_held_stays_when_the_memory_grows_and_the_experiment_is_freed() {
    let mut run = started(&js(DOCUMENT));
    advanced(&mut run, 20.0);
    let held = of_first(&get(&answer(run.curves()), "series"), "mean").unchecked_into::<Float64Array>();
    let before = held.to_vec();
    let size = || get(&get(&wasm_bindgen::memory(), "buffer"), "byteLength").as_f64().unwrap();
    let small = size();
    let large = started(&with("{ problem: { kind: 'logistic', dimension: 200, samplesPerAgent: 5000 } }"));
    assert!(size() > small);
    drop((run, large));
    assert_eq!(held.to_vec(), before);
}

#[wasm_bindgen_test]
fn errors_name_the_path_and_the_rule() {
    let refused = |fields: &str| message(check_document(&with(fields)).unwrap_err());
    let problem = |fields: &str| refused(&format!("{{ problem: {{ kind: 'logistic', {fields} }} }}"));
    assert_eq!(refused("{ trials: 0 }"), "trials: must be a whole number from 1 to 1000000, got 0");
    assert_eq!(
        refused("{ methods: [{ kind: 'sgd' }] }").split(',').next(),
        Some("methods[0].kind: must be one of psgd")
    );
    assert_eq!(problem("dimension: NaN"), "problem.dimension: must be a finite number, got NaN");
    assert_eq!(problem("dimension: undefined, samplesPerAgent: 1"), "problem.dimension: is missing");
    for value in ["() => 1", "Symbol()", "new Map()", "new Date()", "2n ** 64n", "new (class A { kind = 'zeros' })()"] {
        let said = refused(&format!("{{ start: {value} }}"));
        assert!(said.starts_with("start: must be "), "{value}: {said}");
    }
    let said = refused("(() => { const a = []; a.push(a); return { metrics: a }; })()");
    assert!(said.starts_with("metrics[0]") && said.ends_with("is nested too deeply, or holds itself"), "{said}");
    let text = "{\n \"version\": 1,,\n}".into();
    let refused: JsValue = check_document(&text).unwrap_err().into();
    let refusal = get(&refused, "refusal");
    assert_eq!(get(&refusal, "name"), "notJson");
    assert_eq!(get(&refusal, "line"), 2.0);
    let part = Experiment::new(&js(DOCUMENT), &js("({ trials: [0, 0.5] })"), &JsValue::UNDEFINED).map(drop);
    assert!(message(part.unwrap_err()).starts_with("options.trials[1]: must be a whole number"));
}

#[wasm_bindgen_test]
fn a_seed_is_a_number_its_digits_or_a_bigint() {
    let network =
        js("({ topology: { kind: 'erdosRenyi', agents: 9, probability: 0.5 }, weights: { rule: 'metropolis' } })");
    let edges = |seed: &str| {
        let network = answer(describe_network(&network, &js(seed)));
        String::from(js_sys::JSON::stringify(&get(&network, "edges")).unwrap())
    };
    assert_eq!(edges("5"), edges("'5'"));
    assert_eq!(edges("5"), edges("5n"));
    assert_eq!(edges("2n ** 64n - 1n"), edges("'18446744073709551615'"));
    assert_ne!(edges("5"), edges("2n ** 64n - 1n"));
    let said = message(describe_network(&network, &js("2 ** 53")).map(drop).unwrap_err());
    assert!(said.starts_with("seed: must be a whole number from 0 to 2^64 - 1 as a string"), "{said}");
    assert!(random_seed().map_err(message).unwrap().parse::<u64>().is_ok());
}

#[wasm_bindgen_test]
fn what_can_be_chosen_from_is_data() {
    let catalog = answer(catalog());
    assert_eq!(get(&catalog, "version"), 1);
    assert_eq!(of_first(&get(&catalog, "topologies"), "kind"), "ring");
    assert!(of_first(&get(&catalog, "document"), "default").is_null());
    let document = of_first(&answer(presets()), "document");
    check_document(&document).map_err(message).unwrap();
    assert_eq!(version(), env!("CARGO_PKG_VERSION"));
}
