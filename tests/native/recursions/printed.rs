//! The recursion of every method as its authors print it, in dense matrices.

use nalgebra::DMatrix;
use serde_json::Value;

use crate::dense::Problem;

pub type Matrix = DMatrix<f64>;

/// What a recursion runs on.
pub struct Setting<'a> {
    /// W_0, W_1, …, in turn.
    pub w: Vec<Matrix>,
    pub problem: &'a Problem,
    pub start: &'a Matrix,
    pub steps: Vec<f64>,
}

impl Setting<'_> {
    fn identity(&self) -> Matrix {
        Matrix::identity(self.start.nrows(), self.start.nrows())
    }

    /// The iterates from x = X⁰ by `step(W, α, x, ∇f(x))`.
    fn iterate(&self, mut step: impl FnMut(&Matrix, f64, &Matrix, Matrix) -> Matrix) -> Vec<Matrix> {
        let mut all = vec![self.start.clone()];
        for (&alpha, w) in self.steps.iter().zip(self.w.iter().cycle()) {
            let x = all.last().unwrap();
            all.push(step(w, alpha, x, self.problem.gradient(x)));
        }
        all
    }

    /// X¹ = `map`(W_0, X⁰, α₀ g⁰) and X^{k+2} = `map`(W_{k+1}, 2 X^{k+1} - X^k, α_{k+1} g^{k+1} - α_k g^k).
    fn two_step(&self, map: impl Fn(&Matrix, &Matrix, &Matrix) -> Matrix) -> Vec<Matrix> {
        let mut last: Option<(Matrix, Matrix)> = None;
        self.iterate(|w, alpha, x, g| {
            let scaled = alpha * g;
            let new = match &last {
                None => map(w, x, &scaled),
                Some((old, old_scaled)) => map(w, &(2.0 * x - old), &(&scaled - old_scaled)),
            };
            last = Some((x.clone(), scaled));
            new
        })
    }

    /// The polynomial that the method has under that name, at W.
    fn polynomial(&self, method: &Value, name: &str, w: &Matrix) -> Matrix {
        let mut power = self.identity();
        let mut sum = 0.0 * &power;
        for coefficient in method[name].as_array().unwrap() {
            sum += coefficient.as_f64().unwrap() * &power;
            power = &power * w;
        }
        sum
    }

    /// All iterates of a method.
    pub fn run(&self, method: &Value) -> Vec<Matrix> {
        let n = self.start.nrows();
        let mut dual = 0.0 * self.start;
        let number = |name: &str| method[name].as_f64().unwrap_or(0.0);
        let polynomials = |names: [&str; 3], w: &Matrix| names.map(|name| self.polynomial(method, name, w));
        let variant = method["variant"].as_str().unwrap_or_default();
        match method["kind"].as_str().unwrap() {
            "psgd" => {
                let average = Matrix::from_element(n, n, 1.0 / n as f64);
                self.iterate(|_, alpha, x, g| &average * (x - alpha * g))
            }
            "dsgd" if variant == "combineThenAdapt" => self.iterate(|w, alpha, x, g| w * x - alpha * g),
            "dsgd" => self.iterate(|w, alpha, x, g| w * (x - alpha * g)),
            "exactDiffusion" => self.two_step(|w, x, g| w * (x - g)),
            "extra" => self.two_step(|w, x, g| w * x - g),
            "gradientTracking" => self.tracking(variant, number("trackerLaziness")),
            "suda" => self.iterate(|w, alpha, x, g| {
                let [a, b2, c] = polynomials(["a", "bSquared", "c"], w);
                let new = &a * (&c * x - alpha * g) - &dual;
                dual += &b2 * &new;
                new
            }),
            "uda" => self.iterate(|w, alpha, x, g| {
                let [a, b2, c] = polynomials(["a", "bSquared", "c"], w);
                let z = &c * x - alpha * g - &dual;
                dual += &b2 * &z;
                &a * z
            }),
            "abc" => self.iterate(|w, alpha, x, g| {
                let [a, b, c] = polynomials(["a", "b", "c"], w);
                let new = &a * x - alpha * (&b * g) - &dual;
                dual += &c * &new;
                new
            }),
            "canonical" => {
                let zeta = [0, 1, 2, 3].map(|i| number(&format!("zeta{i}")));
                let mut z = self.start.clone();
                self.iterate(|w, alpha, _, g| {
                    let mix = |zeta: f64| (1.0 - zeta) * self.identity() + zeta * w;
                    let b1 = (zeta[0] + zeta[2]) * self.identity() - zeta[2] * w;
                    let new = mix(zeta[1]) * &z - alpha * g + &b1 * &dual;
                    dual -= &z - w * &z;
                    z = new;
                    mix(zeta[3]) * &z
                })
            }
            "dlm" => self.iterate(|w, alpha, x, g| {
                let pull = number("penalty") * (self.identity() - w);
                let new = x - alpha * g - &pull * x - &dual;
                dual += &pull * &new;
                new
            }),
            other => panic!("print the recursion of {other} here"),
        }
    }

    /// Gradient tracking with W̄ = (1-θ) W + θ I, which keeps s and the last gradient.
    fn tracking(&self, variant: &str, theta: f64) -> Vec<Matrix> {
        let mut last: Option<(Matrix, Matrix)> = None;
        self.iterate(|w, alpha, x, g| {
            let bar = (1.0 - theta) * w + theta * self.identity();
            let mixed_last = matches!(variant, "atc" | "semiAtcTracker");
            let tracker = match &last {
                None if mixed_last => &bar * &g,
                None => g.clone(),
                Some((s, old)) if mixed_last => &bar * (s + &g - old),
                Some((s, old)) => &bar * s + &g - old,
            };
            let moved = if matches!(variant, "atc" | "semiAtcIterate") {
                w * (x - alpha * &tracker)
            } else {
                w * x - alpha * &tracker
            };
            last = Some((tracker, g));
            moved
        })
    }
}
