import { once } from "node:events";
import { resolve } from "node:path";
import { endProcess } from "../tools/child-process.ts";
import { startKillingProxy } from "./killing-proxy.ts";
import type { serveAlone } from "./serve-process.ts";
import { spawnSource } from "./source-process.ts";

/** Serves the API in a process of its own, which can be killed. */
export async function startProcess(options: Parameters<typeof serveAlone>[0]) {
  const child = spawnSource(resolve(__dirname, "serve-process.ts"), {
    call: `.serveAlone(${JSON.stringify(options)})`,
  });
  const [url] = (await Promise.race([once(child, "message"), once(child, "exit")])) as [unknown];
  if (typeof url !== "string") throw new Error(`the process has ended before it served (${url})`);
  return { url, port: Number(new URL(url).port), kill: () => endProcess(child, "SIGKILL") };
}

/**
 * Such a process that is killed at its next write of a collection, once `arm` was called; the write is lost.
 * @param options `uri` is that of the tests' database
 */
export async function startMortal(options: Parameters<typeof serveAlone>[0], collection: string) {
  let isArmed = false;
  let ended: Promise<unknown> | undefined;
  const proxy = await startKillingProxy(options.uri, [collection], () => {
    if (isArmed) ended ??= running.kill();
    return !isArmed;
  });
  const running = await startProcess({ ...options, uri: proxy.uri });
  return {
    url: running.url,
    arm() {
      isArmed = true;
    },
    /** Whether a write has killed it; it has ended in any case. */
    async end(): Promise<boolean> {
      const wasKilled = ended !== undefined;
      await (ended ?? running.kill());
      proxy.stop();
      return wasKilled;
    },
  };
}
