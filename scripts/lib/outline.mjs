// Moves blocks that a trial does not enter out of a function that it runs, into functions of their own. The locals that
// such a block reads are its parameters; what it leaves in locals, and where it goes on, it returns in globals.
import binaryen from "binaryen";
import { allPlaces, liveness, places, walk } from "./expressions.mjs";

const { i32, none, unreachable, createType, expandType, getExpressionType, getFunctionInfo } = binaryen;
const { BlockId, BreakId, LocalGetId, LocalSetId, LoopId, ReturnId, SwitchId } = binaryen;

/** The types that a block can take and leave, each with a zero of it. */
const plain = new Map([
  [i32, (module) => module.i32.const(0)],
  [binaryen.i64, (module) => module.i64.const(0n)],
  [binaryen.f32, (module) => module.f32.const(0)],
  [binaryen.f64, (module) => module.f64.const(0)],
  [binaryen.v128, (module) => module.v128.const(new Array(16).fill(0))],
]);

/** Between a function's name and the number of a piece of it. */
export const COLD = " cold ";

/** The label of a function's end. */
const RETURN = "return";

/** What expressions do with locals, and where they branch to. */
function study(expressions) {
  const uses = {
    gets: new Set(),
    sets: new Set(),
    targets: new Set(),
    valued: [],
    size: 0,
    accesses: [],
    returns: [],
    isMovable: true,
    isKnown: true,
  };
  const inside = new Set();
  const access = (kind, set, expression, index) => {
    set.add(index);
    uses.accesses.push([kind, expression, index]);
  };
  expressions.forEach((one, i) => {
    const visit = (expression, about, put) => {
      const { id, index, name, names, defaultName, value, isUnknown } = about;
      uses.size += 2;
      if (id === LocalGetId) access(binaryen.LocalGet, uses.gets, expression, index);
      else if (id === LocalSetId) access(binaryen.LocalSet, uses.sets, expression, index);
      else if (id === BreakId) uses.targets.add(name);
      else if (id === SwitchId) [...names, defaultName].forEach((target) => uses.targets.add(target));
      else if (id === BlockId || id === LoopId) inside.add(name);
      else if (id === ReturnId && put) uses.returns.push({ value, put });
      if (id === BreakId && value) uses.valued.push({ name, value, put: about.condition ? null : put });
      if ((id === ReturnId && !put) || (id === SwitchId && value)) uses.isMovable = false;
      if (isUnknown) uses.isKnown = false;
    };
    walk(one, visit, (by) => (expressions[i] = by));
  });
  inside.forEach((name) => uses.targets.delete(name));
  uses.valued = uses.valued.filter(({ name }) => uses.targets.has(name));
  if (!uses.valued.every(({ put }) => put)) uses.isMovable = false;
  return uses;
}

/** The global that has this role for values of a type; made when first asked for. */
function passage(module, role, type) {
  const name = `passage ${role} ${type}`;
  if (!module.getGlobal(name)) module.addGlobal(name, type, true, plain.get(type)(module));
  return { set: (value) => module.global.set(name, value), get: () => module.global.get(name, type) };
}

/**
 * Moves what a function has in those of its places that `entered`, in the order of `allPlaces`, denies. It pays from
 * about as many bytes on as `toll` and what is passed take.
 */
export function outline(module, name, entered, toll = 14) {
  const { params, vars, body } = getFunctionInfo(module.getFunction(name));
  if (!study([body]).isKnown) return;
  const numbers = new Map(allPlaces(body).map(({ key }, number) => [key, number]));
  const types = [...expandType(params), ...vars];
  const live = liveness(body);
  let count = 0;
  places(body, (place) => {
    if (entered[numbers.get(place.key)]) return true;
    const plan = planned(place, types, live, toll);
    if (plan) move(module, `${name}${COLD}${count++}`, place, types, plan);
    return !plan;
  });
}

/** What a place takes and leaves, or null if it does not pay to move it. */
function planned(place, types, live, toll) {
  const parts = place.parts();
  const type = getExpressionType(parts.at(-1));
  const { gets, sets, targets, accesses, returns, valued, size, isMovable } = study(parts);
  const touched = [...new Set([...gets, ...sets])];
  const isPlain = (each) => each === none || plain.has(each);
  if (!isMovable || !touched.every((index) => plain.has(types[index])) || !(type === unreachable || isPlain(type)))
    return null;
  if (![...returns, ...valued].every(({ value }) => !value || isPlain(getExpressionType(value)))) return null;
  const ends = type !== unreachable;
  const has = (bits, index) => (bits >> BigInt(index)) & 1n;
  const later = [...targets].reduce(
    (all, target) => all | live.at.get(target),
    ends ? live.after.get(place.within) : 0n,
  );
  const inputs = touched.filter((index) => has(live.before.get(parts[0]), index));
  const results = [...sets].filter((index) => has(later, index));
  if (returns.length > 0) targets.add(RETURN);
  if (size < toll + 3 * inputs.length + 5 * results.length + 4 * targets.size) return null;
  const locals = [...inputs, ...touched.filter((index) => !inputs.includes(index))];
  return {
    parts,
    type,
    ends,
    goesOn: ends || targets.size > 0,
    targets: [...targets],
    inputs,
    results,
    accesses,
    returns,
    valued,
    locals,
  };
}

function move(
  module,
  cold,
  place,
  types,
  { parts, type, ends, goesOn, targets, inputs, results, accesses, returns, valued, locals },
) {
  const isCoded = targets.length + Number(ends) > 1;
  const exit = passage(module, "exit", i32);
  const value = plain.has(type) ? passage(module, "value", type) : null;
  const slots = results.map((index, at) =>
    passage(module, results.slice(0, at).filter((other) => types[other] === types[index]).length, types[index]),
  );
  // The code of the end is 0, if there is one.
  const leave = (code) => (isCoded ? [exit.set(module.i32.const(code))] : []);

  const exits = [...returns.map((one) => ({ ...one, name: RETURN })), ...valued];
  const carried = new Map(
    exits.filter((one) => one.value).map((one) => [one.name, passage(module, "carried", getExpressionType(one.value))]),
  );
  for (const one of exits)
    one.put(
      module.block(
        null,
        [...(one.value ? [carried.get(one.name).set(one.value)] : []), module.br(one.name)],
        unreachable,
      ),
    );
  const inner = module.block(null, parts, type);
  let list = [value ? value.set(inner) : inner];
  // Blocks catch the branches to where the place is.
  const done = `${cold} done`;
  targets.forEach((target, i) => {
    const before = i + Number(ends) - 1;
    const past = before < 0 ? [] : [...leave(before), module.br(done)];
    list = [module.block(target, [...list, ...past], none)];
  });
  if (targets.length > 0) list.push(...leave(targets.length + Number(ends) - 1));
  list = [module.block(done, list, none)];
  const placeOf = new Map(locals.map((index, at) => [index, at]));
  for (const [kind, expression, index] of accesses) kind.setIndex(expression, placeOf.get(index));
  results.forEach((index, at) => list.push(slots[at].set(module.local.get(placeOf.get(index), types[index]))));
  const all = locals.map((index) => types[index]);
  module.addFunction(
    cold,
    createType(all.slice(0, inputs.length)),
    none,
    all.slice(inputs.length),
    module.block(null, list),
  );

  let stays = [
    module.call(
      cold,
      inputs.map((index) => module.local.get(index, types[index])),
      none,
    ),
  ];
  results.forEach((index, at) => stays.push(module.local.set(index, slots[at].get())));
  const go = (target) =>
    target === RETURN
      ? module.return(carried.get(RETURN)?.get())
      : module.br(target, undefined, carried.get(target)?.get());
  const isPlain = (target) => target !== RETURN && !carried.has(target);
  if (!goesOn) stays.push(module.unreachable());
  else if (!isCoded) stays.push(...targets.map(go));
  else if (ends && targets.length === 1)
    stays.push(isPlain(targets[0]) ? module.br(targets[0], exit.get()) : module.if(exit.get(), go(targets[0])));
  else {
    const end = `${cold} end`;
    const by = (target) => (isPlain(target) ? target : `${cold} to ${target}`);
    const names = [...(ends ? [end] : []), ...targets.map(by)];
    stays.push(module.switch(names.slice(0, -1), names.at(-1), exit.get()));
    for (const target of targets) if (!isPlain(target)) stays = [module.block(by(target), stays, none), go(target)];
    if (ends) stays = [module.block(end, stays, none)];
  }
  if (value) stays.push(value.get());
  place.replace(module.block(null, stays, type));
}
