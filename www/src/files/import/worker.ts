import { serve, type FromReader, type ToReader } from "./serve";

const scope = self as unknown as { postMessage(message: FromReader): void; onmessage: unknown };
const handle = serve((message) => scope.postMessage(message));
// One after the other: a file is opened before it is read anew.
let turn = Promise.resolve();
scope.onmessage = ({ data }: MessageEvent<ToReader>) => {
  turn = turn.then(() => handle(data));
};
