const { RuntimeGlobals, RuntimeModule, runtime } = require("webpack");

const name = "OwnChunksPlugin";
/** The property of a script element with the chunks that it has loaded. */
const property = "souffleurChunks";

/**
 * Passes each chunk to the loader that requested it, through its script element. By default they share a global variable.
 * With the build in its name every build would change every chunk, and returning visitors would fetch them all again;
 * without it two builds in one page, while one replaces the other, would load each other's modules.
 */
class OwnChunksPlugin {
  /** @param {import("webpack").Compiler} compiler */
  apply(compiler) {
    const { output } = compiler.options;
    output.globalObject = "document.currentScript";
    output.chunkLoadingGlobal = property;
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      compilation.hooks.runtimeRequirementInTree
        .for(RuntimeGlobals.loadScript)
        .tap(name, (chunk) => compilation.addRuntimeModule(chunk, new OwnChunksRuntimeModule()));
      runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(name, (source) =>
        [
          source,
          `script.${property} = ${RuntimeGlobals.require}.${property};`,
          // Another build's loader, which may need the same file at the same time, must create its own element: it looks
          // for one with this attribute or address.
          'script.removeAttribute("data-webpack");',
          'script.src += "#";',
        ].join("\n"),
      );
    });
  }
}

/** Keeps the property of the entry's own element, which is only known while the entry starts. */
class OwnChunksRuntimeModule extends RuntimeModule {
  constructor() {
    super("own chunks", RuntimeModule.STAGE_BASIC);
  }

  /** @override */
  generate() {
    return `${RuntimeGlobals.require}.${property} = document.currentScript.${property} ||= [];`;
  }
}

module.exports = { OwnChunksPlugin };
