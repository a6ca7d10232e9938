import { createRequire } from "node:module";
import path from "node:path";
import { root } from "./run.mjs";

// A process of its own: bundling holds the event loop, and the development server must go on answering.
const [folder, ...names] = process.argv.slice(2);
const require = createRequire(path.join(root, "package.json"));
const webpack = require("webpack");

const compiler = webpack(names.map(configuration));
for (const one of compiler.compilers) {
  one.hooks.done.tap("report", (stats) => {
    const errors = stats.toJson({ all: false, errors: true }).errors ?? [];
    process.send?.({
      name: one.name,
      hash: stats.hash,
      errors: errors.map(({ moduleName, message }) => [moduleName, message].filter(Boolean).join(": ")),
      milliseconds: stats.endTime - stats.startTime,
    });
  });
}
compiler.watch(
  { aggregateTimeout: 50, ignored: ["**/node_modules", "**/dist", "**/*.test.ts", "**/*.test.tsx"] },
  (error) => {
    // Errors in the sources are in the report; this one is webpack's own.
    if (error) throw error;
  },
);
process.once("disconnect", () => process.exit());

function configuration(name) {
  const define = require(path.join(root, name, "webpack.config.cjs"));
  const config = define({}, { mode: "development" });
  const output = path.join(folder, name === "shell" ? name : path.join("releases", name, "dev"));
  return { ...config, output: { ...config.output, path: output } };
}
