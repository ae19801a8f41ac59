// npm run api: records the crate's public API in docs/api.txt, a line for each thing; `npm run lint` compares with it.
// It is read from the JSON that rustdoc makes, whose format is that of the toolchain: a newer one may need a change here.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure, isMain, root, run, script } from "./lib/run.mjs";

const FILE = join(root, "docs/api.txt");
const STABLE = ["suda", "std", "core", "alloc", "serde", "serde_core", "serde_json"];
/** Each is of the feature of its name alone. */
const OF_FEATURES = ["nalgebra", "ndarray", "petgraph", "rayon"];

/** Fails where docs/api.txt is not the public API. */
export async function checkApi() {
  const [lines, recorded] = [await listApi(), new Set(readFileSync(FILE, "utf8").trim().split("\n"))];
  const changes = lines.filter((line) => !recorded.has(line)).map((line) => `+ ${line}`);
  changes.push(...[...recorded].filter((line) => !lines.includes(line)).map((line) => `- ${line}`));
  if (changes.length > 0)
    throw new Failure(`the public API changed; if it is meant to, run \`npm run api\`:\n${changes.join("\n")}`);
}

async function listApi() {
  const json = ["--", "-Z", "unstable-options", "--output-format", "json"];
  // The stable toolchain makes the JSON too, but does not yet promise its format.
  await run("cargo", ["rustdoc", "--locked", "--lib", "--target-dir", "target/api", "--all-features", ...json], {
    env: { RUSTC_BOOTSTRAP: "1" },
  });
  const crate = JSON.parse(readFileSync(join(root, "target/api/doc/suda.json"), "utf8"));
  const [lines, listed, uses, traits] = [new Set(), new Set(), [], new Map()];

  const list = (items, of, between = ", ") => items.map(of).join(between);
  const only = (object) => (typeof object === "string" ? [object] : Object.entries(object)[0]);
  const named = ({ path, id, args }) => {
    const [place, home] = [path.split("::").at(-1), crate.external_crates[crate.paths[id]?.crate_id]?.name ?? "suda"];
    if (!STABLE.includes(home) && !OF_FEATURES.includes(home))
      throw new Failure(`${home}::${place} is in the public API, though ${home} is not stable`);
    return (STABLE.includes(home) ? place : `${home}::${place}`) + given(args);
  };
  const given = (args) => {
    const [kind, value] = args ? only(args) : [];
    if (kind === "parenthesized") return `(${list(value.inputs, type)})${result(value.output)}`;
    const all = (value?.args ?? []).map((arg) => (arg.type ? type(arg.type) : (arg.lifetime ?? arg.const.expr)));
    all.push(...(value?.constraints ?? []).map(({ name, binding }) => `${name} = ${type(binding.equality?.type)}`));
    return all.length > 0 ? `<${all.join(", ")}>` : "";
  };
  const bounds = (all) =>
    list(all, (bound) => (bound.trait_bound ? named(bound.trait_bound.trait) : (bound.outlives ?? "")), " + ");
  const generics = ({ params, where_predicates }) => {
    const written = params.filter(({ kind }) => !kind.type?.is_synthetic);
    const of = ({ name, kind }) => name + (kind.type?.bounds.length ? `: ${bounds(kind.type.bounds)}` : "");
    const where = list(where_predicates, ({ bound_predicate: at }) => `${type(at.type)}: ${bounds(at.bounds)}`);
    return (written.length > 0 ? `<${list(written, of)}>` : "") + (where && ` where ${where} `);
  };
  const result = (output) => (output ? ` -> ${type(output)}` : "");
  const types = {
    resolved_path: named,
    tuple: (of) => `(${list(of, type)})`,
    slice: (of) => `[${type(of)}]`,
    array: (of) => `[${type(of.type)}; ${of.len}]`,
    borrowed_ref: (of) => `&${of.lifetime ? `${of.lifetime} ` : ""}${of.is_mutable ? "mut " : ""}${type(of.type)}`,
    impl_trait: (of) => `impl ${bounds(of)}`,
    dyn_trait: (of) =>
      `dyn ${list(of.traits, (one) => named(one.trait), " + ")}${of.lifetime ? ` + ${of.lifetime}` : ""}`,
    qualified_path: (of) => `${type(of.self_type)}::${of.name}`,
    function_pointer: (of) => `fn(${list(of.sig.inputs, ([, input]) => type(input))})${result(of.sig.output)}`,
  };
  const type = (of) => {
    const [kind, value] = only(of);
    return types[kind]?.(value) ?? value;
  };

  const walk = (id, within, name = crate.index[id]?.name) => {
    const item = crate.index[id];
    if (!item) return;
    listed.add(id);
    const [kind, of] = only(item.inner);
    const path = within ? `${within}::${name}` : name;
    const say = (text) => lines.add(text.trim());
    const inside = (ids, at = path) => ids.filter((one) => one !== null).map((one) => walk(one, at));
    if (kind === "use") uses.push({ ...of, path: `${within}::${of.name}` });
    else if (kind === "impl") {
      if (of.is_synthetic || of.blanket_impl) return;
      if (of.trait) traits.set(within, [...(traits.get(within) ?? []), named(of.trait) + generics(of.generics)].sort());
      else inside(of.items, within);
    } else if (kind === "function") {
      const { inputs, output } = of.sig;
      say(
        `fn ${path}${generics(of.generics)}(${list(inputs, ([name, input]) => `${name}: ${type(input)}`)})${result(output)}`,
      );
    } else if (["struct_field", "constant", "type_alias", "assoc_const", "assoc_type"].includes(kind)) {
      say(`${kind} ${path}${kind === "struct_field" ? `: ${type(of)}` : of.type ? `: ${type(of.type)}` : ""}`);
    } else {
      say(
        `${kind} ${path}${of.generics ? generics(of.generics) : ""}${of.bounds?.length ? `: ${bounds(of.bounds)}` : ""}`,
      );
      const shape = kind === "variant" || kind === "struct" ? only(of.kind)[1] : null;
      inside([...(of.items ?? []), ...(of.variants ?? []), ...(shape?.fields ?? shape ?? [])]);
      if (kind !== "trait") inside(of.impls ?? [], path);
    }
  };
  walk(crate.root, "");
  // What a private module has is listed where it is named first.
  uses.sort((a, b) => (a.path < b.path ? -1 : 1));
  for (const { id, path, source } of uses)
    if (listed.has(id)) lines.add(`use ${path} = ${source}`);
    else walk(id, path.split("::").slice(0, -1).join("::"), path.split("::").at(-1));
  for (const [path, all] of traits) lines.add(`impl for ${path}: ${all.join(", ")}`);
  return [...lines].sort();
}

if (isMain(import.meta.url)) await script(async () => writeFileSync(FILE, `${(await listApi()).join("\n")}\n`));
