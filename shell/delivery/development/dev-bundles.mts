import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import webpack, { type Compiler, type Configuration } from "webpack";
import { readManifest } from "../remote-folder.ts";
import type { BuildReport } from "./dev-watch.ts";

// A process of its own, because bundling blocks the event loop of the development server.
const [output = "", ...folders] = process.argv.slice(2);
const require = createRequire(import.meta.url);
/** The cache is written as soon as the first build is done: the command may be ended soon. */
const cacheAfterMs = 1000;

const compiler = webpack(folders.map(configuration));
for (const one of compiler.compilers) reportBuilds(one);
compiler.watch(
  { aggregateTimeout: 50, ignored: ["**/node_modules", "**/dist", "**/*.test.ts", "**/*.test.tsx"] },
  (error) => {
    // An error of webpack itself; those of the sources are in the report.
    if (error) throw error;
  },
);
process.once("disconnect", () => compiler.close(() => process.exit()));
// A terminal sends them to this process too, which ends with the command that has started it.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});

function reportBuilds(compiler: Compiler): void {
  const { context, hooks, name = "" } = compiler;
  const hasManifest = existsSync(path.join(context, "remote.json"));
  hooks.afterCompile.tap("manifest", ({ fileDependencies }) => {
    if (hasManifest) fileDependencies.add(path.join(context, "remote.json"));
  });
  hooks.done.tap("report", (stats) => {
    const errors = stats.toJson({ all: false, errors: true }).errors ?? [];
    const { text, problems } = hasManifest ? readManifest(context) : { problems: [] };
    const report: BuildReport = {
      name,
      hash: stats.hash ?? "",
      errors: errors.map(({ moduleName, message }) =>
        stripVTControlCharacters([moduleName, message].filter(Boolean).join(": ")),
      ),
      ...(text !== undefined && { manifest: createHash("sha256").update(text).digest("hex") }),
      problems,
      milliseconds: (stats.endTime ?? 0) - (stats.startTime ?? 0),
    };
    process.send?.(report);
  });
}

function configuration(folder: string): Configuration {
  const file = path.join(folder, "webpack.config.cjs");
  const config: Configuration = [require(file)({}, { mode: "development" })].flat()[0];
  const name = config.name ?? "";
  const at = path.join(output, name === "shell" ? name : path.join("releases", name, "dev"));
  return {
    ...config,
    output: { ...config.output, path: at },
    // A second start reads what the first one has compiled; the files that a configuration requires are followed.
    cache: {
      type: "filesystem",
      cacheDirectory: path.join(output, "webpack"),
      buildDependencies: { config: [file, fileURLToPath(import.meta.url)] },
      idleTimeoutForInitialStore: cacheAfterMs,
    },
  };
}
