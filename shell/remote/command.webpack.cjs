const path = require("node:path");
const { BannerPlugin } = require("webpack");

const delivery = path.join(__dirname, "../delivery/dist");

/**
 * Bundles the package's command, and the bundler that it starts for `dev`, into one file each, because the API and the
 * delivery are not published.
 * @type {import("webpack").Configuration}
 */
module.exports = {
  mode: "none",
  target: "node20",
  entry: {
    command: path.join(delivery, "remote-command.js"),
    "dev-bundles": path.join(delivery, "development/dev-bundles.mjs"),
  },
  experiments: { outputModule: true },
  // The remote's configuration and the other file are loaded at run time; express needs no templates.
  module: {
    parser: {
      javascript: { createRequire: false, importMeta: false, url: false, exprContextCritical: false },
    },
  },
  // Dependencies of the package are installed with it.
  externalsType: "module",
  externals: [/^(@souffleur\/contracts|zod|webpack)(\/|$)/],
  output: {
    path: path.join(__dirname, "dist"),
    filename: "[name].mjs",
    module: true,
    chunkFormat: "module",
  },
  plugins: [new BannerPlugin({ banner: "#!/usr/bin/env node", raw: true })],
};
