const { statSync } = require("node:fs");
const { createRequire } = require("node:module");
const { Script } = require("node:vm");

// Jest's own, which the package manager offers to Jest's parts alone.
const requireOf = ["@jest/core", "jest-runner"].reduce(
  (requireThere, name) => createRequire(requireThere.resolve(name)),
  createRequire(require.resolve("jest")),
);
const { default: Runtime } = requireOf("jest-runtime");

/** What this worker has transformed and compiled, by its file. */
const transformed = new Map();
const compiled = new Map();

/**
 * Reads, transforms and compiles a module once for all test files of a worker; each file still runs it for itself. Jest
 * does it anew for every file (decision 089 of the API, with figures). All projects transform alike.
 */
module.exports = class CompileOnceRuntime extends Runtime {
  constructor(...options) {
    super(...options);
    this.transformOnce();
    this.compileOnce();
  }

  transformOnce() {
    const { transformCache } = this;
    const transform = transformCache.transform.bind(transformCache);
    transformCache.transform = (filename, options) => {
      if (options?.isInternalModule) return transform(filename, options);
      const { mtimeMs } = statSync(filename);
      const known = transformed.get(filename);
      if (known?.mtimeMs !== mtimeMs) {
        const code = transform(filename, options);
        transformed.set(filename, { mtimeMs, file: transformCache.transforms.get(filename) });
        return code;
      }
      transformCache.transforms.set(filename, known.file);
      if (known.file.sourceMapPath) transformCache.sourceMaps.set(filename, known.file.sourceMapPath);
      return known.file.code;
    };
  }

  compileOnce() {
    const { executor } = this;
    const compile = executor.compile.bind(executor);
    const opening = `(function (${executor.injectedModuleParameters}) {`;
    executor.compile = (source, filename) => {
      const context = executor.environment.getVmContext();
      // A script of several files can't tell for which of them it imports something.
      if (context === null || source.includes("import(")) return compile(source, filename);
      let script = compiled.get(filename);
      if (script?.source !== source) {
        try {
          const code = new Script(`${opening}${source}\n})`, { filename, columnOffset: -opening.length });
          script = { source, code };
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
