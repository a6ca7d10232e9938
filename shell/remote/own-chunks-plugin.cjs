const { RuntimeGlobals, RuntimeModule, runtime } = require("webpack");

const name = "OwnChunksPlugin";
/** The property of a script element that holds what its chunk hands over. */
const property = "souffleurChunks";

/**
 * Hands each chunk to the loader that asked for it, through the script element that it put into the page. By
 * default they meet in a global variable: with the build in its name every build would rewrite every chunk, and
 * who has been here before would fetch them all again; without it two builds in one page, while one takes the
 * place of the other, would take each other's modules.
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
          // Another build's loader, which may want the same file at the same time, must make an element of its own:
          // it looks for one with this attribute, or with the very address that it asks for.
          'script.removeAttribute("data-webpack");',
          'script.src += "#";',
        ].join("\n"),
      );
    });
  }
}

/** Remembers what the entry's own element holds: later nothing shows which script began it. */
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
