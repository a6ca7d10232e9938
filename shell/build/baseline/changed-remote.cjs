// The analytics remote with one changed source, as an example of a small release.
const path = require("node:path");
const { defineRemote } = require("../../remote/define-remote.cjs");

/**
 * @param {{ output: string }} env
 * @param {{ mode?: string }} options
 * @returns {import("../../remote/configuration.d.ts").Bundle}
 */
module.exports = (env, options) => {
  const config = defineRemote(path.join(__dirname, "../../../mfe-analytics"))(env, options);
  /** @type {import("webpack").RuleSetRule} */
  const changed = {
    test: /[\\/]analytics\.tsx$/,
    use: require.resolve("./change-title.cjs"),
    enforce: "pre",
  };
  return {
    ...config,
    output: { ...config.output, path: env.output },
    module: { ...config.module, rules: [...(config.module.rules ?? []), changed] },
  };
};
