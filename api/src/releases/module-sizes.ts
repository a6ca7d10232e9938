import { decodedMappings, TraceMap } from "@jridgewell/trace-mapping";

/**
 * The bytes of a built file by what they come from: a package's name of the registry, or a source of the remote's own.
 * @param code the built file
 * @param map its source map
 */
export function moduleSizes(code: string, map: string): Map<string, number> {
  const traced = new TraceMap(map);
  const names = traced.sources.map((source) => moduleName(source ?? ""));
  const lines = code.split("\n");
  const sizes = new Map<string, number>();
  for (const [index, segments] of decodedMappings(traced).entries()) {
    const line = lines[index] ?? "";
    for (const [at, [from, source]] of segments.entries()) {
      const name = source === undefined ? undefined : names[source];
      if (name === undefined) continue;
      const until = segments[at + 1]?.[0] ?? line.length;
      sizes.set(name, (sizes.get(name) ?? 0) + Buffer.byteLength(line.slice(from, until)));
    }
  }
  return sizes;
}

/** `webpack://mfe_deals/../node_modules/.pnpm/d3-shape@3.2.0/node_modules/d3-shape/src/arc.js` is of `d3-shape`. */
function moduleName(source: string): string {
  const [, installed] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? [];
  if (installed !== undefined) return installed;
  const file = source.replace(/^webpack:\/\/[^/]*\//, "").replace(/\?.*/, "");
  // A folder of the workspace beside the remote's.
  const [, shared] = /^\.\.\/(?:api\/)?(shared-ui|contracts)\//.exec(file) ?? [];
  if (shared !== undefined) return `@souffleur/${shared}`;
  return file.startsWith("webpack/") ? "webpack" : file.replace("./", "");
}
