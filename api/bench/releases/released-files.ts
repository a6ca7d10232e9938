import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, createServer, get, type IncomingMessage, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import express from "express";
import { createLogger } from "../../src/http/logger.ts";
import { createPages, type Pages } from "../../src/releases/pages.ts";
import { listen } from "../../tools/network.ts";
import { StepError } from "../../tools/step-error.mjs";
import { median, type Row, row, timed } from "../figures.ts";
import type { ApiServer } from "../servers/api-server.ts";

const rounds = 5;
const roundMs = 2000;
const connections = 20;
const headers = { "accept-encoding": "br" };

/** Starts a server with this handler alone. */
async function serve(handler: RequestListener) {
  const server = createServer(handler);
  const port = await listen(server, "127.0.0.1", 0);
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Requests a second. */
async function rateOf(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const ask = async () => {
    const [response] = (await once(get(url, { agent, headers }), "response")) as [IncomingMessage];
    if (response.statusCode !== 200) throw new StepError(`${url} answers ${response.statusCode}.`);
    await once(response.resume(), "end");
  };
  const until = performance.now() + roundMs;
  let requests = 0;
  const worker = async () => {
    for (; performance.now() < until; requests++) await ask();
  };
  await Promise.all(Array.from({ length: connections }, worker));
  agent.destroy();
  return (1000 * requests) / roundMs;
}

/** A compressed script of a release, against the same file from a folder by `express.static`; and by a new process. */
export async function releasedFileRows(
  pages: Pages,
  { connection }: Pick<ApiServer, "connection">,
): Promise<Row[]> {
  const { base = "", entry = "" } = (await pages.registry.current()).remotes["mfe-analytics"] ?? {};
  const released = await serve(express().use(pages.router));
  const sent = await pages.registry.content((await pages.registry.hashAt("mfe-analytics", entry)) ?? "", [
    "br",
  ]);
  const folder = mkdtempSync(path.join(tmpdir(), "souffleur-released-files-"));
  writeFileSync(path.join(folder, "file.js"), sent?.body ?? "");
  const setHeaders = (res: { setHeader(name: string, value: string): void }) =>
    res.setHeader("Content-Encoding", "br");
  const options = { immutable: true, maxAge: "1y", setHeaders };
  const fromFolder = await serve(express().use(express.static(folder, options)));
  try {
    const [ours, theirs]: number[][] = [[], []];
    // The first round is a warm-up.
    for (let round = 0; round <= rounds; round++) {
      const rates = [await rateOf(released.url + base + entry), await rateOf(`${fromFolder.url}/file.js`)];
      if (round === 0) continue;
      ours?.push(rates[0] ?? 0);
      theirs?.push(rates[1] ?? 0);
    }
    const first: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const cold = await createPages({ connection, log: createLogger("silent") });
      if (cold === undefined) throw new StepError("The shell is not built.");
      const server = await serve(express().use(cold.router));
      first.push(
        await timed(async () => (await fetch(server.url + base + entry, { headers })).arrayBuffer()),
      );
      server.stop();
    }
    return [
      row("a released file, requests a second", median(ours ?? []), "≥ 0.9", median(theirs ?? []), 0),
      row("the first file of a new process, ms", median(first), "≤ 20", undefined, 1),
    ];
  } finally {
    released.stop();
    fromFolder.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
