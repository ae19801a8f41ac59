// Binaryen's expressions: what they consist of, which places control may pass by in them, and which locals are live where.
import binaryen from "binaryen";

const { getExpressionId, getExpressionInfo } = binaryen;
const {
  BlockId,
  BreakId,
  CallIndirectId,
  ConstId,
  IfId,
  LocalGetId,
  LocalSetId,
  LoopId,
  NopId,
  ReturnId,
  SwitchId,
  UnreachableId,
} = binaryen;

/** Where Binaryen's descriptions of expressions name their operands, in the order of evaluation. */
const usual = [
  "ptr",
  "dest",
  "source",
  "left",
  "right",
  "vec",
  "shift",
  "a",
  "b",
  "c",
  "ifTrue",
  "ifFalse",
  "value",
  "delta",
  "body",
  "tuple",
  "condition",
];
/** Names of operands here, and of numbers elsewhere. */
const special = new Map([
  [binaryen.MemoryCopyId, ["dest", "source", "size"]],
  [binaryen.MemoryFillId, ["dest", "value", "size"]],
  [binaryen.TableGetId, ["index"]],
  [binaryen.TableSetId, ["index", "value"]],
  [CallIndirectId, ["target"]],
]);
const leaves = new Set([NopId, UnreachableId, ConstId, binaryen.RefNullId]);

/** What there is to know of an expression; of some kinds this library tells nothing. */
function describe(expression) {
  const id = getExpressionId(expression);
  if (leaves.has(id)) return { id };
  try {
    return getExpressionInfo(expression);
  } catch {
    return { id, isUnknown: true };
  }
}

function operands(about) {
  const named =
    leaves.has(about.id) || about.isUnknown ? [] : (special.get(about.id) ?? usual).map((name) => about[name]);
  return [...(about.children ?? []), ...(about.operands ?? []), ...named].filter((part) => part);
}

/** Visits an expression and all within it, each with a function that puts another in its stead, where there can be one. */
export function walk(expression, visit, put) {
  const about = describe(expression);
  const puts = new Map();
  about.children?.forEach(
    (part, i) => about.id === BlockId && puts.set(part, (by) => binaryen.Block.setChildAt(expression, i, by)),
  );
  if (about.id === IfId) {
    puts.set(about.ifTrue, (by) => binaryen.If.setIfTrue(expression, by));
    puts.set(about.ifFalse, (by) => binaryen.If.setIfFalse(expression, by));
  }
  for (const part of operands(about)) walk(part, visit, puts.get(part));
  visit(expression, about, put);
}

/** An expression and all within it that control may leave otherwise than by their ends. */
function leaving(expression, found = new Set()) {
  const about = describe(expression);
  const leave = operands(about).filter((part) => leaving(part, found).has(part));
  if (leave.length > 0 || [BreakId, SwitchId, ReturnId].includes(about.id)) found.add(expression);
  return found;
}

/**
 * The places within an expression that control may pass by though it reaches the expression: the arms of an `if`, and
 * what follows a branch in a block. From the outside in, as far as `enters` says so of a place.
 */
export function places(expression, enters, left = leaving(expression)) {
  const about = describe(expression);
  if (about.id === IfId) {
    places(about.condition, enters, left);
    for (const arm of ["True", "False"]) {
      const part = about[`if${arm}`];
      const place = {
        key: `${expression} ${arm}`,
        within: expression,
        parts: () => [binaryen.If[`getIf${arm}`](expression)],
        replace: (by) => binaryen.If[`setIf${arm}`](expression, by),
      };
      if (part && enters(place)) places(part, enters, left);
    }
  } else if (about.id === BlockId) {
    let mayLeave = false;
    for (const [i, part] of about.children.entries()) {
      const place = {
        key: `${expression} ${i}`,
        within: expression,
        parts: () => binaryen.Block.getChildren(expression).slice(i),
        replace(by) {
          for (let last = binaryen.Block.getNumChildren(expression); last > i; last--)
            binaryen.Block.removeChildAt(expression, last - 1);
          binaryen.Block.appendChild(expression, by);
        },
      };
      if (mayLeave && !enters(place)) return;
      places(part, enters, left);
      mayLeave = left.has(part);
    }
  } else {
    for (const part of operands(about)) places(part, enters, left);
  }
}

/** Every place within an expression. */
export function allPlaces(expression) {
  const all = [];
  places(expression, (place) => all.push(place) > 0);
  return all;
}

/**
 * Which locals are live, as bits: before each expression, after each block and `if`, and where a branch to a label goes.
 */
export function liveness(body) {
  const live = { before: new Map(), after: new Map(), at: new Map() };
  const at = (name) => live.at.get(name) ?? 0n;
  const visitAll = (parts, after) => parts.reduceRight((later, part) => visit(part, later), after);
  const visitIf = ({ condition, ifTrue, ifFalse }, after) =>
    visit(condition, visit(ifTrue, after) | (ifFalse ? visit(ifFalse, after) : after));
  const visitLoop = ({ name, body: inside }, after) => {
    for (;;) {
      const start = visit(inside, after);
      if (start === at(name)) return start;
      live.at.set(name, start);
    }
  };
  const before = (expression, about, after) => {
    const { id, index, name, names, defaultName, condition } = about;
    if (id === LocalGetId) return after | (1n << BigInt(index));
    if (id === LocalSetId) return visit(about.value, after & ~(1n << BigInt(index)));
    if (id === UnreachableId) return 0n;
    if (id === ReturnId) return visitAll(operands(about), 0n);
    if (id === BreakId) return visitAll(operands(about), condition ? at(name) | after : at(name));
    if (id === SwitchId)
      return visitAll(
        operands(about),
        [...names, defaultName].reduce((all, target) => all | at(target), 0n),
      );
    if (id === LoopId) return visitLoop(about, after);
    if (id === BlockId && name) live.at.set(name, after);
    if (id === BlockId || id === IfId) live.after.set(expression, after);
    return id === IfId ? visitIf(about, after) : visitAll(operands(about), after);
  };
  const visit = (expression, after) => {
    const found = before(expression, describe(expression), after);
    live.before.set(expression, found);
    return found;
  };
  visit(body, 0n);
  return live;
}
