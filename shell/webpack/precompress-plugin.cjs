const { promisify } = require("node:util");
const zlib = require("node:zlib");
const { Compilation, sources } = require("webpack");

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
const name = "PrecompressPlugin";
// The page's HTML is completed at each request, so it is compressed then.
const compressible = /\.(js|css|svg)$/;
/** Below this a compressed answer's headers cost what the compression saves. */
const compressFrom = 512;

/** A `.br` and a `.gz` beside every script and stylesheet, so that nobody compresses while somebody waits. */
class PrecompressPlugin {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      // After the content hashes: only then names and bytes are final.
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tapPromise({ name, stage }, async (assets) => {
        const worth = Object.entries(assets)
          .map(([file, source]) => [file, source.buffer()])
          .filter(([file, bytes]) => compressible.test(file) && bytes.length >= compressFrom);
        await Promise.all(worth.map(([file, bytes]) => compress(compilation, file, bytes)));
      });
    });
  }
}

async function compress(compilation, file, bytes) {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants;
  const [br, gz] = await Promise.all([
    brotli(bytes, { params: { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    gzip(bytes, { level: 9 }),
  ]);
  compilation.emitAsset(`${file}.br`, new sources.RawSource(br));
  compilation.emitAsset(`${file}.gz`, new sources.RawSource(gz));
}

module.exports = { PrecompressPlugin };
