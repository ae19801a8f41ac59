// A function does the same when blocks of it are moved into functions of their own, whichever blocks these are.
import assert from "node:assert/strict";
import { test } from "node:test";
import binaryen from "binaryen";
import { allPlaces } from "../../scripts/lib/expressions.mjs";
import { outline } from "../../scripts/lib/outline.mjs";

/** Loops, branches to several labels, with and without values, returns from within, locals that live on or only sometimes. */
const text = `(module
  (memory (export "memory") 1)
  (func (export "collatz") (param $n i32) (param $most i32) (result i32) (local $steps i32) (local $odd i32) (local $peak i32)
    (block $out
      (loop $next
        (if (i32.eq (local.get $n) (i32.const 1)) (then
          (local.set $steps (i32.add (local.get $steps) (local.get $odd))) (br $out)))
        (if (i32.ge_u (local.get $steps) (local.get $most)) (then
          (i32.store (i32.const 0) (i32.add (i32.mul (local.get $peak) (i32.const 3)) (local.get $odd)))
          (return (i32.sub (i32.const 0) (i32.add (local.get $peak) (local.get $odd))))))
        (if (i32.and (local.get $n) (i32.const 1))
          (then
            (local.set $odd (i32.add (local.get $odd) (i32.const 1)))
            (local.set $n (i32.add (i32.mul (local.get $n) (i32.const 3)) (i32.const 1)))
            (if (i32.gt_u (local.get $n) (local.get $peak)) (then (local.set $peak (local.get $n)))))
          (else (local.set $n (i32.shr_u (local.get $n) (i32.const 1)))))
        (local.set $steps (i32.add (local.get $steps) (i32.const 1)))
        (br $next)))
    (i32.add (i32.mul (local.get $steps) (i32.const 1000)) (i32.add (local.get $odd) (i32.rem_u (local.get $peak) (i32.const 1000)))))
  (func (export "choose") (param $x i32) (param $y i32) (result i32) (local $kept i32) (local $seen f64)
    (local.set $kept (i32.const 7))
    (block $c
      (block $b
        (block $a
          (br_if $a (i32.lt_s (local.get $x) (i32.const 10)))
          (local.set $seen (f64.mul (f64.convert_i32_s (local.get $x)) (f64.const 0.5)))
          (br_if $b (i32.lt_s (local.get $y) (i32.const 20)))
          (br_if $c (i32.eq (local.get $y) (i32.const 30)))
          (if (i32.eq (local.get $y) (i32.const 31)) (then (unreachable)))
          (local.set $kept (i32.mul (local.get $y) (i32.const 5)))
          (local.set $seen (f64.add (local.get $seen) (f64.const 1.5)))
          (br_table $a $b $c $a (i32.rem_u (local.get $x) (i32.const 4))))
        (local.set $kept (i32.add (local.get $kept) (i32.add (local.get $x) (i32.trunc_sat_f64_s (local.get $seen)))))
        (br_if $c (i32.and (local.get $y) (i32.const 1)))
        (local.set $y (i32.xor (local.get $y) (i32.mul (local.get $kept) (i32.const 9)))))
      (local.set $kept (i32.sub (i32.mul (local.get $kept) (i32.const 11)) (local.get $y))))
    (i32.add
      (block $value (result i32)
        (if (i32.gt_s (local.get $kept) (i32.const 60)) (then
          (local.set $kept (i32.sub (local.get $kept) (i32.const 60)))
          (br $value (i32.add (local.get $kept) (i32.mul (local.get $y) (i32.const 2))))))
        (if (result i32) (i32.eqz (i32.and (local.get $kept) (i32.const 1)))
          (then (i32.add (i32.mul (local.get $kept) (local.get $kept)) (i32.mul (local.get $x) (local.get $y))))
          (else (i32.sub (i32.mul (local.get $kept) (i32.const 3)) (i32.add (local.get $x) (local.get $y))))))
      (i32.add (local.get $kept) (i32.trunc_sat_f64_s (local.get $seen))))))`;

/** What the functions answer, whatever they are asked, a trap included. */
function answers(module) {
  const { collatz, choose, memory } = new WebAssembly.Instance(new WebAssembly.Module(module.emitBinary())).exports;
  const stored = new Int32Array(memory.buffer);
  const attempt = (ask) => {
    try {
      return ask();
    } catch (error) {
      return error.constructor.name;
    }
  };
  const pairs = Array.from({ length: 1600 }, (_, i) => [i % 40, Math.floor(i / 40)]);
  return pairs.map(([x, y]) => [collatz(x + 1, 3 * y), stored[0], attempt(() => choose(x, y))]);
}

test("moving any blocks out of a function changes nothing", () => {
  const original = binaryen.parseText(text);
  const expected = answers(original);
  assert.ok(new Set(expected.map(String)).size > 1000);
  const names = ["0", "1"];
  let moved = 0;
  for (let round = 0; round < 40; round++) {
    const module = binaryen.parseText(text);
    module.setFeatures(binaryen.Features.All);
    const before = module.getNumFunctions();
    for (const name of names) {
      const count = allPlaces(binaryen.getFunctionInfo(module.getFunction(name)).body).length;
      assert.ok(count > 5);
      // One place, all places, or a scattering of them.
      outline(
        module,
        name,
        Array.from({ length: count }, (_, i) =>
          round < 20 ? i !== round : round === 20 ? false : (i * 7919 + round * 104729) % 11 > 3,
        ),
        -1000,
      );
    }
    moved += module.getNumFunctions() - before;
    assert.ok(module.validate());
    assert.deepEqual(answers(module), expected, `round ${round}`);
    module.optimize();
    assert.deepEqual(answers(module), expected, `round ${round}, optimised`);
    module.dispose();
  }
  assert.ok(moved > 100);
});
