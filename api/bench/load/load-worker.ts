import { promisify } from "node:util";
import { parentPort, workerData } from "node:worker_threads";
import autocannon, { type Options, type Request } from "autocannon";
import { sourceAddress } from "../../tools/network.ts";

// A thread of its own, so that the client does not slow the measured server down.
const { requests, freshSources, ...options }: Options & { requests: Request[]; freshSources: boolean } =
  workerData;
let sent = 0;

const result = await promisify<Options, autocannon.Result>(autocannon)({
  ...options,
  requests: requests.map((request) => ({
    ...request,
    setupRequest: (made: Request) => {
      const source = sourceAddress(++sent);
      return freshSources ? { ...made, headers: { ...made.headers, "X-Forwarded-For": source } } : made;
    },
  })),
});
parentPort?.postMessage({
  perSecond: result["2xx"] / result.duration,
  refused: result.non2xx + result.errors,
});
