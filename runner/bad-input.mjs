/** Something is wrong with what the user gave: a document, a shard, or the command line. */
export class BadInput extends Error {}
