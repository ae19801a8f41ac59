// Which static data the functions of linked WebAssembly use, from what the linker notes with `--emit-relocs`.
// The format: https://github.com/WebAssembly/tool-conventions/blob/main/Linking.md

const EXPORT = 7;
const CODE = 10;
const DATA = 11;
const SYMBOL_TABLE = 8;
const kinds = { function: 0, data: 1, section: 3 };
const flags = { undefined: 0x10, explicitName: 0x40 };
/** Relocations that hold an address in memory, and all that have an addend. */
const addresses = new Set([3, 4, 5, 11, 14, 15, 16, 17, 23]);
const withAddend = new Set([...addresses, 8, 9, 22]);

class Reader {
  constructor(bytes, at = 0, end = bytes.length) {
    Object.assign(this, { bytes, at, end });
  }
  byte() {
    return this.bytes[this.at++];
  }
  /** An unsigned LEB128. */
  number() {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }
  signed() {
    const start = this.at;
    const value = this.number();
    const span = 128 ** (this.at - start);
    return value < span / 2 ? value : value - span;
  }
  text() {
    const length = this.number();
    this.at += length;
    return this.bytes.toString("utf8", this.at - length, this.at);
  }
  /** The sized block that starts here. */
  block() {
    const length = this.number();
    this.at += length;
    return new Reader(this.bytes, this.at - length, this.at);
  }
  list(read) {
    return Array.from({ length: this.number() }, () => read(this));
  }
}

function sections(bytes) {
  const all = [];
  for (const reader = new Reader(bytes, 8); reader.at < reader.end; ) {
    const start = reader.at;
    const id = reader.byte();
    const body = reader.block();
    const name = id === 0 ? body.text() : "";
    all.push({ id, name, body, start, end: reader.at });
  }
  return all;
}

/** The module without the linker's notes. */
export function withoutNotes(bytes) {
  const kept = sections(bytes).filter(({ name }) => name !== "linking" && !name.startsWith("reloc."));
  return Buffer.concat([bytes.subarray(0, 8), ...kept.map(({ start, end }) => bytes.subarray(start, end))]);
}

function symbol(reader) {
  const [kind, flag] = [reader.byte(), reader.number()];
  if (kind === kinds.section) return { kind, index: reader.number() };
  if (kind !== kinds.data) {
    const index = reader.number();
    const name = flag & flags.undefined && !(flag & flags.explicitName) ? "" : reader.text();
    return { kind, index, name };
  }
  const name = reader.text();
  if (flag & flags.undefined) return { kind, name };
  return { kind, name, segment: reader.number(), offset: reader.number(), size: reader.number() };
}

function relocations({ body }) {
  body.number();
  return body
    .list((reader) => {
      const [type, offset, index] = [reader.byte(), reader.number(), reader.number()];
      const addend = withAddend.has(type) ? reader.signed() : 0;
      return { type, offset, index, addend };
    })
    .filter(({ type }) => addresses.has(type));
}

/** Where the pieces of a section lie, from the start of its body, each with what `read` says of it. */
const pieces = ({ body }, read) => {
  const origin = body.at;
  return body.list((reader) => {
    const what = read(reader);
    const { at, end } = reader.block();
    return { ...what, from: at - origin, to: end - origin };
  });
};

/** i32.const offset, end. */
function segmentHead(reader) {
  if (reader.number() !== 0 || reader.byte() !== 0x41) throw new Error("a segment of data without a fixed place");
  const address = reader.number();
  reader.byte();
  return { address };
}

function symbolsOf({ body }) {
  body.number();
  while (body.at < body.end) {
    const type = body.byte();
    const block = body.block();
    if (type === SYMBOL_TABLE) return block.list(symbol);
  }
  return [];
}

/** What only unused data cover. */
function withoutUsed(data, used) {
  const ranges = data.filter((item) => !used.has(item)).map(({ address, size }) => [address, address + size]);
  const holes = data.filter((item) => used.has(item)).map(({ address, size }) => [address, address + size]);
  const free = new Set();
  for (const [from, to] of ranges) for (let at = from; at < to; at++) free.add(at);
  for (const [from, to] of holes) for (let at = from; at < to; at++) free.delete(at);
  const joined = [];
  for (const at of [...free].sort((a, b) => a - b)) {
    const last = joined.at(-1);
    if (last?.[1] === at) last[1]++;
    else joined.push([at, at + 1]);
  }
  return joined;
}

/**
 * The ranges [from, to) of memory whose data no exported function and none of these functions uses, neither directly nor
 * by way of other data. Of a function's own uses, those are left out whose address is in `left`, the numbers in the blocks
 * that were moved out of it, and not in `stays`, those in the others. What no symbol names counts as used.
 */
export function unusedData(bytes, functionsLeft) {
  const all = sections(bytes);
  const named = (name) => all.find((section) => section.name === name);
  const symbols = symbolsOf(named("linking"));
  const bodies = pieces(
    all.find(({ id }) => id === CODE),
    () => ({}),
  );
  const segments = pieces(
    all.find(({ id }) => id === DATA),
    segmentHead,
  );
  const data = symbols.filter(({ kind, size }) => kind === kinds.data && size > 0);
  for (const item of data) item.address = segments[item.segment].address + item.offset;

  const used = new Set();
  const visit = (item, isLeft = () => false) => {
    if (used.has(item)) return;
    used.add(item);
    item.links?.filter(({ address }) => !isLeft(address)).forEach(({ symbol: target }) => visit(target));
  };
  const note = (pairs, ownersOf) => {
    for (const { offset, index, addend } of pairs) {
      const link = { symbol: symbols[index], address: symbols[index].address + addend };
      for (const owner of ownersOf(offset)) (owner.links ??= []).push(link);
    }
  };
  note(relocations(named("reloc.CODE")), (place) => bodies.filter(({ from, to }) => from <= place && place < to));
  note(relocations(named("reloc.DATA")), (place) => {
    const { address, from } = segments.find((segment) => segment.from <= place && place < segment.to);
    const target = address + place - from;
    return data.filter((item) => item.address <= target && target < item.address + item.size);
  });
  const functions = symbols.filter(({ kind }) => kind === kinds.function);
  const exported = all
    .find(({ id }) => id === EXPORT)
    .body.list((reader) => ({ name: reader.text(), kind: reader.byte(), index: reader.number() }));
  const imported = Math.max(...functions.map(({ index }) => index)) + 1 - bodies.length;
  const mark = ({ index }, isLeft) => index >= imported && visit(bodies[index - imported], isLeft);
  const known = functions.filter(({ name }) => functionsLeft.has(name));
  if (known.length < functionsLeft.size / 2)
    throw new Error("the functions of the WebAssembly go by other names than the linker’s");
  for (const one of known) {
    const { stays, left } = functionsLeft.get(one.name);
    mark(one, (address) => left.has(address) && !stays.has(address));
  }
  // wasm-bindgen gives these other names.
  exported.filter(({ kind }) => kind === kinds.function).forEach((one) => mark(one));
  return withoutUsed(data, used);
}
