import type { FromWorker, ToWorker } from "./protocol";
import { serve } from "./serve";

const scope = self as unknown as { postMessage(message: FromWorker): void; onmessage: unknown };
const handle = serve(scope);
scope.onmessage = ({ data }: MessageEvent<ToWorker>) => handle(data);
