import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

const bundler = fileURLToPath(new URL("./dev-bundles.mjs", import.meta.url));

/**
 * Bundles packages into `folder` in their development flavour, again at every change of their sources.
 * @param {string} folder gets `shell/` and `releases/<remote>/dev/`
 * @param {string[]} names
 * @returns `allBuilt` is kept when each has been built once without errors; `onBuild` hears every build;
 * `stream` answers a browser's request with the last build of each package and all later ones (server-sent events)
 */
export function watchBundles(folder, names) {
  const waiting = new Set(names);
  const listeners = new Set();
  const last = new Map();
  let announce;
  const allBuilt = new Promise((resolve) => {
    announce = resolve;
  });
  const child = fork(bundler, [folder, ...names]);
  child.on("message", (report) => {
    for (const line of report.errors) console.error(`${report.name}: ${line}`);
    if (report.errors.length === 0) {
      console.log(`${report.name}: bundled in ${report.milliseconds} ms`);
      waiting.delete(report.name);
    }
    last.set(report.name, report);
    if (waiting.size === 0) announce();
    for (const listener of listeners) listener(report);
  });

  const onBuild = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    allBuilt,
    onBuild,
    stream(req, res) {
      res.set({ "Content-Type": "text/event-stream", "Cache-Control": "no-store" }).flushHeaders();
      const tell = ({ name, hash, errors }) =>
        res.write(`event: ${name}\ndata: ${JSON.stringify({ hash, errors })}\n\n`);
      // A page that was away meanwhile, while this command was started anew say, learns what it has missed.
      for (const report of last.values()) tell(report);
      req.once("close", onBuild(tell));
    },
    stop: () => child.disconnect(),
  };
}
