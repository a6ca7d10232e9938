// The analytics remote with one changed source, built beside its own build: what a small release is made of.
const { defineRemote } = require("../../webpack.base.cjs");

module.exports = (env, options) => {
  const config = defineRemote("mfe-analytics")(env, options);
  const changed = {
    test: /[\\/]analytics\.tsx$/,
    use: require.resolve("./change-title.cjs"),
    enforce: "pre",
  };
  return {
    ...config,
    output: { ...config.output, path: env.output },
    module: { ...config.module, rules: [...config.module.rules, changed] },
  };
};
