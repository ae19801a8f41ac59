// Splits the WebAssembly, as Binaryen's own wasm-split does, which its npm package lacks: `first` holds what a trial runs,
// to the block, `rest` all else. Calls from `first` to `rest` go through the table `rest`. While that is empty, they first
// call what JavaScript has put into the table `loader`, which instantiates `rest` with the exports of `first` as its
// imports; see www/src/simulation/rest.ts.
import binaryen from "binaryen";
import { allPlaces, walk } from "./expressions.mjs";
import { COLD, outline } from "./outline.mjs";

const { i32, none, funcref, getExpressionInfo, getExportInfo, getFunctionInfo, getGlobalInfo, getTableInfo } = binaryen;

const features = [
  "BulkMemory",
  "BulkMemoryOpt",
  "Multivalue",
  "MutableGlobals",
  "NontrappingFPToInt",
  "ReferenceTypes",
  "SignExt",
  "SIMD128",
].reduce((all, name) => all | binaryen.Features[name], 0);

function read(bytes) {
  const module = binaryen.readBinary(bytes);
  module.setFeatures(features);
  return module;
}

/** The module's bytes, with names or, for those who only run it, without. */
function emit(module, withNames) {
  if (!module.validate()) throw new Error("the WebAssembly is not valid");
  binaryen.setDebugInfo(withNames);
  const bytes = module.emitBinary();
  module.dispose();
  return bytes;
}

/** The module's bytes, without names and what nothing uses. rustc has optimised for speed; here goes what that has left over. */
function finish(module) {
  binaryen.setOptimizeLevel(1);
  binaryen.setShrinkLevel(1);
  module.optimize();
  module.runPasses(["remove-unused-module-elements"]);
  return emit(module, false);
}

const list = (count, at) => Array.from({ length: count }, (_, i) => at(i));
const functions = (module) => list(module.getNumFunctions(), (i) => getFunctionInfo(module.getFunctionByIndex(i)));
const tables = (module) => list(module.getNumTables(), (i) => getTableInfo(module.getTableByIndex(i)));
const globals = (module) => list(module.getNumGlobals(), (i) => getGlobalInfo(module.getGlobalByIndex(i)));
const exported = (module) => list(module.getNumExports(), (i) => getExportInfo(module.getExportByIndex(i)));
const segments = (module) =>
  list(module.getNumElementSegments(), (i) => binaryen.getElementSegmentInfo(module.getElementSegmentByIndex(i)));

/** What a module does in a trial: the functions of its own that it runs, and the places in each, by number, that it enters. */
async function trace(bytes, tryOut) {
  const module = read(bytes);
  let marks = 0;
  const mark = () => {
    const name = `mark ${marks++}`;
    module.addGlobal(name, i32, true, module.i32.const(0));
    module.addGlobalExport(name, name);
    return module.global.set(name, module.i32.const(1));
  };
  const behind = (first, parts) => module.block(null, [first, ...parts], binaryen.getExpressionType(parts.at(-1)));
  const own = functions(module).filter((f) => !f.module);
  const marked = own.map(({ name, body }) => {
    const start = marks;
    const inside = allPlaces(body);
    // From the last, so that a place still has all its parts.
    for (const place of inside.reverse()) place.replace(behind(mark(), place.parts()));
    binaryen.Function.setBody(module.getFunction(name), behind(mark(), [body]));
    return { name, start, count: inside.length };
  });
  const exports = await tryOut(emit(module, false));
  const isSet = (number) => exports[`mark ${number}`].value === 1;
  const ran = marked.filter(({ start, count }) => isSet(start + count));
  return new Map(
    ran.map(({ name, start, count }) => [name, Array.from({ length: count }, (_, i) => isSet(start + count - 1 - i))]),
  );
}

/** Whether what a function does depends on all that was done before, as memory and references to objects are handed out. */
const isFickle = (name) => /dlmalloc|___rdl_|externref/.test(name);

/** The module with what a trial does not enter in functions of their own, and names. */
function outlined(bytes, ran) {
  const module = read(bytes);
  for (const [name, entered] of ran) if (!isFickle(name)) outline(module, name, entered);
  return emit(module, true);
}

/** The numbers that may be addresses, in what stays of each of these functions and in what has left it. */
function numbersIn(module, names) {
  const found = new Map(names.map((name) => [name, { stays: new Set(), left: new Set() }]));
  for (const { name, body } of functions(module).filter((f) => !f.module)) {
    const [origin, piece] = name.split(COLD);
    const numbers = found.get(origin)?.[piece === undefined ? "stays" : "left"];
    if (numbers)
      walk(body, (expression, { id, offset }) =>
        numbers.add(id === binaryen.ConstId ? getExpressionInfo(expression).value : offset),
      );
  }
  return found;
}

/** The pieces of memory within the ranges that are not zero, as it is without being told. */
function runs(memory, ranges) {
  const found = [];
  for (const range of ranges) {
    for (let at = range[0]; at < range[1]; at++) {
      if (memory[at] === 0) continue;
      const last = found.at(-1);
      // A piece's head takes as much as a few zeros.
      if (last?.range === range && at - last.to < 8) last.to = at + 1;
      else found.push({ range, from: at, to: at + 1 });
    }
  }
  return found.map(({ from, to }) => ({ at: from, data: memory.slice(from, to) }));
}

/** The static data as they lie in memory. */
function image(module) {
  const all = list(module.getNumDataSegments(), (i) => module.getDataSegmentInfo(module.getDataSegmentByIndex(i)));
  const memory = new Uint8Array(Math.max(...all.map(({ offset, data }) => offset + data.byteLength)));
  for (const { offset, data } of all) memory.set(new Uint8Array(data), offset);
  return memory;
}

/**
 * The bytes of the whole and of both parts, of a module with names. `unused` says which ranges of memory these functions
 * do not use, as `unusedData`: what `first` does not use comes with `rest`.
 */
export async function split(bytes, tryOut, unused) {
  const ran = await trace(bytes, tryOut);
  const pieces = outlined(bytes, ran);
  const parts = read(pieces);
  const kept = functions(parts)
    .map(({ name }) => name)
    .filter(isFickle);
  const moved = functions(parts)
    .filter((f) => !f.module && !ran.has(f.name) && !isFickle(f.name))
    .map(({ name }) => name);
  // What `first` exports for `rest` has short names.
  const shared = [...functions(parts), ...tables(parts), ...globals(parts)].map(({ name }) => name);
  const keys = new Map(shared.map((name, i) => [name, i.toString(36)]));
  const memory = image(parts);
  const addresses = numbersIn(parts, [...ran.keys(), ...kept]);
  parts.dispose();
  const late = unused(addresses);
  const rest = makeRest(read(pieces), moved, keys, runs(memory, late));
  for (const [from, to] of late) memory.fill(0, from, to);
  const imported = new Set(WebAssembly.Module.imports(new WebAssembly.Module(rest)).map(({ name }) => name));
  const first = makeFirst(read(pieces), moved, keys, imported, runs(memory, [[0, memory.length]]));
  return { whole: finish(read(bytes)), first, rest };
}

/** Gives a module these pieces of data in place of its own. */
function setData(module, pieces, exportAs) {
  const segments = pieces.map(({ at, data }) => ({ offset: module.i32.const(at), data, passive: false }));
  const { initial } = module.getMemoryInfo();
  module.runPasses(["remove-memory-init"]);
  module.setMemory(initial, -1, exportAs, segments, false, false, "0");
}

/** Functions without memory, tables and globals of their own. */
function makeRest(module, moved, keys, data) {
  for (const { name } of exported(module)) module.removeExport(name);
  for (const { name } of segments(module)) module.removeElementSegment(name);
  const stays = new Set(moved);
  for (const { name, params, results } of functions(module)) {
    if (stays.has(name)) continue;
    module.removeFunction(name);
    module.addFunctionImport(name, "first", keys.get(name), params, results);
  }
  for (const { name } of tables(module)) module.addTableImport(name, "first", keys.get(name));
  for (const { name, type, mutable } of globals(module))
    module.addGlobalImport(name, "first", keys.get(name), type, mutable);
  setData(module, data, null);
  module.addMemoryImport("0", "first", "memory");
  module.addTable("rest", moved.length, moved.length);
  module.addTableImport("rest", "first", "rest");
  module.addActiveElementSegment("rest", "rest", moved, module.i32.const(0));
  return finish(module);
}

/** All, but with calls in place of the bodies of the moved functions. */
function makeFirst(module, moved, keys, imported, data) {
  module.removeExport("memory");
  setData(module, data, "memory");
  for (const { name } of functions(module))
    if (imported.has(keys.get(name))) module.addFunctionExport(name, keys.get(name));
  for (const { name } of tables(module)) if (imported.has(keys.get(name))) module.addTableExport(name, keys.get(name));
  for (const { name } of globals(module))
    if (imported.has(keys.get(name))) module.addGlobalExport(name, keys.get(name));
  for (const [name, size] of [
    ["rest", moved.length],
    ["loader", 1],
  ]) {
    module.addTable(name, size, size);
    module.addTableExport(name, name);
  }
  const isMissing = module.ref.is_null(module.table.get("rest", module.i32.const(0), funcref));
  module.addFunction(
    "load",
    none,
    none,
    [],
    module.if(isMissing, module.call_indirect("loader", module.i32.const(0), [], none, none)),
  );
  moved.forEach((name, i) => {
    const { params, results } = getFunctionInfo(module.getFunction(name));
    const operands = binaryen.expandType(params).map((type, place) => module.local.get(place, type));
    const call = module.call_indirect("rest", module.i32.const(i), operands, params, results);
    binaryen.Function.setBody(
      module.getFunction(name),
      module.block(null, [module.call("load", [], none), call], results),
    );
  });
  // Such a call goes to where its only caller is.
  binaryen.setOneCallerInlineMaxSize(20);
  binaryen.setAlwaysInlineMaxSize(0);
  binaryen.setFlexibleInlineMaxSize(0);
  module.runPasses(["inlining"]);
  return finish(module);
}
