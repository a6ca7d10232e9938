import { fork } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import express, { type RequestHandler, type Router } from "express";
import { createLateChecks, type TypeCheck } from "./late-checks.ts";
import { mapStack } from "./map-stack.ts";

const bundler = fileURLToPath(new URL("./dev-bundles.mjs", import.meta.url));

/** The bundler's report of each build. */
export interface BuildReport {
  name: string;
  hash: string;
  /** Nothing is written of a build with errors. */
  errors: string[];
  /** Identifies the content of `remote.json`, if there is one. */
  manifest?: string;
  /** What is wrong with `remote.json`; no screen waits for it. */
  problems: string[];
  milliseconds: number;
}

type Listener = (report: BuildReport) => void;

interface WatchedBundles {
  /** Resolves when each package has been built once without errors. */
  allBuilt: Promise<void>;
  onBuild(listener: Listener): () => void;
  /** `/@dev/builds` and `/@dev/stack`. */
  router: Router;
  /** Resolves when nothing writes any more. */
  stop(): Promise<unknown>;
}

/**
 * Bundles packages in their development flavour at every change of their sources.
 * @param output the folder of `shell/` and `releases/<remote>/dev/`
 * @param folders of the packages
 * @param types checks the types of what was built
 */
export function watchBundles(output: string, folders: readonly string[], types: TypeCheck): WatchedBundles {
  const built = new Set<string>();
  const listeners = new Set<Listener>();
  const last = new Map<string, BuildReport>();
  let announce = () => {};
  const allBuilt = new Promise<void>((resolve) => {
    announce = resolve;
  });
  const checks = createLateChecks(types);
  const child = fork(bundler, [output, ...folders]);
  child.on("message", (report: BuildReport) => {
    const { name, errors, problems } = report;
    for (const line of errors) console.error(`${name}: ${line}`);
    const before = last.get(name);
    if (before?.manifest !== report.manifest) for (const line of problems) console.error(line);
    if (errors.length === 0) {
      console.log(`${name}: bundled in ${report.milliseconds} ms`);
      built.add(name);
      if (before?.hash !== report.hash) checks.begin(name);
    }
    last.set(name, report);
    if (built.size === folders.length) announce();
    for (const listener of listeners) listener(report);
  });

  const onBuild = (listener: Listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  /** Sends the last build of each package and all later ones as server-sent events. */
  const stream: RequestHandler = (req, res) => {
    res.set({ "Content-Type": "text/event-stream", "Cache-Control": "no-store" }).flushHeaders();
    const send: Listener = (report) => res.write(`data: ${JSON.stringify(report)}\n\n`);
    // A page that was disconnected, for example by a restart of this command, gets the builds that it missed.
    for (const report of last.values()) send(report);
    req.once("close", onBuild(send));
  };
  const exit = new Promise((resolve) => child.once("exit", resolve));
  const stop = () => {
    if (child.connected) child.disconnect();
    return Promise.all([checks.stop(), exit]);
  };
  const router = express.Router();
  router.get("/@dev/builds", stream);
  router.post("/@dev/stack", express.text({ type: "*/*" }), (req, res) => {
    const stack = mapStack(String(req.body), (pathname) => scriptAt(output, pathname, [...last.keys()]));
    res.type("text").send(stack);
  });
  return { allBuilt, onBuild, router, stop };
}

/** Where a script's build is, whose path is that of the product or, for a single remote, at the top. */
function scriptAt(output: string, pathname: string, names: readonly string[]): string | undefined {
  const file = path.basename(pathname);
  if (pathname === `/assets/${file}`) return path.join(output, "shell/assets", file);
  const name = names.find((one) => [`/${file}`, `/remotes/${one}/dev/${file}`].includes(pathname));
  return name === undefined ? undefined : path.join(output, "releases", name, "dev", file);
}
