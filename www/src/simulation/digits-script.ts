/** The images of handwritten digits as a script, for frames whose origin is opaque; see `core-script.ts`. */
import digits from "../../../data/digits.txt?raw";

(self as { sudaDigits?: string }).sudaDigits = digits;
