import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";

/** The address of a script, with line and column, as all browsers write it in a stack. */
const position = /https?:\/\/[^\s/()]+(\/[^\s()?#:]*\.js)(?:[?#][^\s():]*)?:(\d+):\d+/g;

/**
 * A stack with the positions in the sources, where the bundles' source maps have them.
 * @param fileAt the file of a script's path
 */
export function mapStack(stack: string, fileAt: (pathname: string) => string | undefined): string {
  const maps = new Map<string, SourceMap | undefined>();
  const mapOf = (pathname: string) => {
    if (!maps.has(pathname)) maps.set(pathname, readMap(fileAt(pathname)));
    return maps.get(pathname);
  };
  return stack.replace(position, (whole, pathname: string, line: string) => {
    // The development bundles' maps have lines alone.
    const entry = mapOf(pathname)?.findEntry(Number(line) - 1, 0);
    if (entry === undefined || !("originalSource" in entry)) return whole;
    const source = entry.originalSource.replace(/^webpack:\/\/[^/]*\/(\.\/)?/, "");
    return `${source}:${entry.originalLine + 1}`;
  });
}

function readMap(script: string | undefined): SourceMap | undefined {
  try {
    return script === undefined
      ? undefined
      : new SourceMap(JSON.parse(readFileSync(`${script}.map`, "utf8")));
  } catch {
    // A script of another tool, or of a build that was replaced.
    return undefined;
  }
}
