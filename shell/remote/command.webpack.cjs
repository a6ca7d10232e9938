const path = require("node:path");
const { BannerPlugin } = require("webpack");

/**
 * The package's command in one file: what it has of the API and of the delivery is not published.
 * @type {import("webpack").Configuration}
 */
module.exports = {
  mode: "none",
  target: "node20",
  entry: path.join(__dirname, "../delivery/dist/remote-command.js"),
  experiments: { outputModule: true },
  // It requires the remote's own configuration when it runs.
  module: { parser: { javascript: { createRequire: false } } },
  // What the package depends on itself is installed with it.
  externalsType: "module",
  externals: [/^(@souffleur\/contracts|zod|webpack)(\/|$)/],
  output: {
    path: path.join(__dirname, "dist"),
    filename: "command.mjs",
    module: true,
    chunkFormat: "module",
  },
  plugins: [new BannerPlugin({ banner: "#!/usr/bin/env node", raw: true })],
};
