const path = require("node:path");
const { BannerPlugin } = require("webpack");

const delivery = path.join(__dirname, "../delivery/dist");

/**
 * The package's command, and the bundler that it starts for `dev`, each in one file: what they have of the API and of
 * the delivery is not published.
 * @type {import("webpack").Configuration}
 */
module.exports = {
  mode: "none",
  target: "node20",
  entry: {
    command: path.join(delivery, "remote-command.js"),
    "dev-bundles": path.join(delivery, "dev-bundles.mjs"),
  },
  experiments: { outputModule: true },
  // They find the remote's configuration, and each other, when they run; of express no templates are used.
  module: {
    parser: {
      javascript: { createRequire: false, importMeta: false, url: false, exprContextCritical: false },
    },
  },
  // What the package depends on itself is installed with it.
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
