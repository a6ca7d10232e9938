import { promisify } from "node:util";
import { parentPort, workerData } from "node:worker_threads";
import autocannon, { type Options, type Request } from "autocannon";

// Away from the measured server's thread: what the client costs must not slow the server down.
const { requests, freshSources, ...options }: Options & { requests: Request[]; freshSources: boolean } =
  workerData;
let sent = 0;

const result = await promisify<Options, autocannon.Result>(autocannon)({
  ...options,
  requests: requests.map((request) => ({
    ...request,
    setupRequest: (made: Request) => {
      sent += 1;
      const source = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`;
      return freshSources ? { ...made, headers: { ...made.headers, "X-Forwarded-For": source } } : made;
    },
  })),
});
parentPort?.postMessage({
  perSecond: result["2xx"] / result.duration,
  refused: result.non2xx + result.errors,
});
