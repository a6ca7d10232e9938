import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { RequestHandler } from "express";

const bundler = fileURLToPath(new URL("./dev-bundles.mjs", import.meta.url));

/** The bundler's report of each build. */
export interface BuildReport {
  name: string;
  hash: string;
  errors: string[];
  milliseconds: number;
}

type Listener = (report: BuildReport) => void;

interface WatchedBundles {
  /** Resolves when each package has been built once without errors. */
  allBuilt: Promise<void>;
  onBuild(listener: Listener): () => void;
  /** Sends the last build of each package and all later ones as server-sent events. */
  stream: RequestHandler;
  stop(): void;
}

/**
 * Bundles packages in their development flavour at every change of their sources.
 * @param output the folder of `shell/` and `releases/<remote>/dev/`
 * @param folders of the packages
 */
export function watchBundles(output: string, folders: readonly string[]): WatchedBundles {
  const built = new Set<string>();
  const listeners = new Set<Listener>();
  const last = new Map<string, BuildReport>();
  let announce = () => {};
  const allBuilt = new Promise<void>((resolve) => {
    announce = resolve;
  });
  const child = fork(bundler, [output, ...folders]);
  child.on("message", (report: BuildReport) => {
    for (const line of report.errors) console.error(`${report.name}: ${line}`);
    if (report.errors.length === 0) {
      console.log(`${report.name}: bundled in ${report.milliseconds} ms`);
      built.add(report.name);
    }
    last.set(report.name, report);
    if (built.size === folders.length) announce();
    for (const listener of listeners) listener(report);
  });

  const onBuild = (listener: Listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const stream: RequestHandler = (req, res) => {
    res.set({ "Content-Type": "text/event-stream", "Cache-Control": "no-store" }).flushHeaders();
    const send: Listener = ({ name, hash, errors }) =>
      res.write(`event: ${name}\ndata: ${JSON.stringify({ hash, errors })}\n\n`);
    // A page that was disconnected, for example by a restart of this command, gets the builds that it missed.
    for (const report of last.values()) send(report);
    req.once("close", onBuild(send));
  };
  return { allBuilt, onBuild, stream, stop: () => child.disconnect() };
}
