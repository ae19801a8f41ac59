// Errors, in words.

/** An error in the user's input: a document, a shard, or the command line. */
export class BadInput extends Error {}

/** Whoever reads the output has closed it. */
export class Unread extends Error {}

/** The meaning of the system's error codes for a file. */
const WORDS = {
  EACCES: "permission is denied",
  EDQUOT: "the disk quota is used up",
  EFBIG: "the file would be larger than is allowed here",
  EISDIR: "this is a folder",
  EMFILE: "too many files are open",
  ENOENT: "there is no such file",
  ENOSPC: "no space is left on the device",
  ENOTDIR: "a part of this path is not a folder",
  ENXIO: "the device is not there",
  EPERM: "this is not permitted",
  EROFS: "this is on a file system that is read-only",
  ETXTBSY: "this is a program that is running",
};

/** An error of the file system in words; other errors in their own. */
export const wordsOf = (error) => WORDS[error.code] ?? error.message;

/** One line on standard error. */
export const tell = (line) => process.stderr.write(`suda: ${line.replaceAll(/\s*\n\s*/g, " ")}\n`);
