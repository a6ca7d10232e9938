const name = "EntryNamePlugin";
const hash = ".[contenthash:8]";

/**
 * Leaves the content's hash out of the entry's name where webpack asks for the name before there is a hash. The federation's
 * runtime module asks for the folder of the entry while it is hashed itself, which webpack refuses from 5.111 on; the folder
 * is the same with and without the hash. (@module-federation/enhanced 2.9.3, FederationRuntimeModule)
 */
class EntryNamePlugin {
  /** @param {import("webpack").Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      compilation.hooks.afterChunks.tap(name, (chunks) => {
        for (const chunk of chunks) {
          // The entry of a remote has a name of its own, that of the shell has the name of all scripts.
          const { filename } = compilation.outputOptions;
          const template = chunk.filenameTemplate ?? (chunk.canBeInitial() ? filename : undefined);
          if (typeof template !== "string" || !template.includes(hash)) continue;
          chunk.filenameTemplate = ({ chunk: asked }) =>
            asked?.contentHash?.javascript ? template : template.replace(hash, "");
        }
      });
    });
  }
}

module.exports = { EntryNamePlugin };
