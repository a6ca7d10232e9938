const { createRequire } = require("node:module");
const { Script } = require("node:vm");

// Jest's own, which the package manager offers to Jest's parts alone.
const requireOf = ["@jest/core", "jest-runner"].reduce(
  (requireThere, name) => createRequire(requireThere.resolve(name)),
  createRequire(require.resolve("jest")),
);
const { default: Runtime } = requireOf("jest-runtime");

/** What this worker has compiled, by its file. */
const compiled = new Map();

/**
 * Compiles a module once for all test files of a worker; each file still runs it for itself. Jest compiles every module
 * anew for every file, which was an eighth of the processor time (decision 089 of the API).
 */
module.exports = class CompileOnceRuntime extends Runtime {
  constructor(...options) {
    super(...options);
    const { executor } = this;
    const compile = executor.compile.bind(executor);
    const opening = `(function (${executor.injectedModuleParameters}) {`;
    executor.compile = (source, filename) => {
      const context = executor.environment.getVmContext();
      // A script of several files can't tell for which of them it imports something.
      if (context === null || source.includes("import(")) return compile(source, filename);
      const text = `${opening}${source}\n})`;
      let script = compiled.get(filename);
      if (script?.text !== text) {
        try {
          script = { text, code: new Script(text, { filename, columnOffset: -opening.length }) };
        } catch {
          // Jest's own message names the mistake.
          return compile(source, filename);
        }
        compiled.set(filename, script);
      }
      return script.code.runInContext(context);
    };
  }
};
