import { createRequire } from "node:module";
import path from "node:path";
import webpack, { type Configuration } from "webpack";
import type { BuildReport } from "./dev-watch.ts";

// A process of its own, because bundling blocks the event loop of the development server.
const [output = "", ...folders] = process.argv.slice(2);
const require = createRequire(import.meta.url);

const compiler = webpack(folders.map(configuration));
for (const one of compiler.compilers) {
  one.hooks.done.tap("report", (stats) => {
    const errors = stats.toJson({ all: false, errors: true }).errors ?? [];
    const report: BuildReport = {
      name: one.name ?? "",
      hash: stats.hash ?? "",
      errors: errors.map(({ moduleName, message }) => [moduleName, message].filter(Boolean).join(": ")),
      milliseconds: (stats.endTime ?? 0) - (stats.startTime ?? 0),
    };
    process.send?.(report);
  });
}
compiler.watch(
  { aggregateTimeout: 50, ignored: ["**/node_modules", "**/dist", "**/*.test.ts", "**/*.test.tsx"] },
  (error) => {
    // An error of webpack itself; those of the sources are in the report.
    if (error) throw error;
  },
);
process.once("disconnect", () => process.exit());

function configuration(folder: string): Configuration {
  const define = require(path.join(folder, "webpack.config.cjs"));
  const config: Configuration = [define({}, { mode: "development" })].flat()[0];
  const name = config.name ?? "";
  const at = path.join(output, name === "shell" ? name : path.join("releases", name, "dev"));
  return { ...config, output: { ...config.output, path: at } };
}
