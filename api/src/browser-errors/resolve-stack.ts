import path from "node:path";
import { type Frame, readStack } from "./read-stack.ts";
import type { createSourceMaps, SourcePosition } from "./source-maps.ts";

export interface ResolvedStack {
  /** `load (mfe-dashboard/src/calls.ts:12:5)`; without a source map, with the built file's name. */
  frames: string[];
  /** The first three frames of our own sources, without lines, which change with each release; empty without maps. */
  cause: string[];
  /** Whether a source map was found for any frame. */
  isResolved: boolean;
}

const causeFrames = 3;

/** Translates a stack's frames from built files to sources. */
export async function resolveStack(
  stack: string,
  sourceMaps: Pick<ReturnType<typeof createSourceMaps>, "find">,
): Promise<ResolvedStack> {
  const built = readStack(stack);
  const sources = await sourceMaps.find(
    built.map(({ bundle, file, line, column }) => ({ built: `${bundle}/${file}`, line, column })),
  );
  const frames: string[] = [];
  const cause: string[] = [];
  for (const [at, frame] of built.entries()) {
    const source = sources[at];
    if (source === undefined) {
      frames.push(text(frame.call, `${frame.bundle}/${frame.file}`, frame.line, frame.column));
      continue;
    }
    const file = sourceFile(source, frame);
    // A built function's name changes with each release; its source name is in the frame that calls it.
    const caller = sources[at + 1];
    const isNamed = caller !== undefined && isOurs(sourceFile(caller, frame));
    const call = isNamed ? (caller.name ?? undefined) : undefined;
    frames.push(text(call, file, source.line, source.column + 1));
    if (isOurs(file) && cause.length < causeFrames) cause.push(`${call ?? ""} ${file}`);
  }
  return { frames, cause, isResolved: sources.some((source) => source !== undefined) };
}

function text(call: string | undefined, file: string, line: number, column: number): string {
  const place = `${file}:${line}:${column}`;
  return call === undefined ? place : `${call} (${place})`;
}

/** `mfe-dashboard/src/calls.ts` for `webpack://mfe_dashboard/./src/calls.ts`; a package's file from `node_modules` on. */
function sourceFile({ source }: SourcePosition, { bundle }: Frame): string {
  const file = path.posix.join(bundle, source.replace(/^webpack:\/\/[^/]*\//, "")).replace(/\?\w*$/, "");
  const inPackages = file.lastIndexOf("node_modules/");
  return (inPackages === -1 ? file : file.slice(inPackages)).slice(0, 200);
}

/** Whether a file belongs neither to a package nor to the bundler. */
function isOurs(file: string): boolean {
  return !/(?:^|\/)(?:node_modules|webpack)\//.test(file);
}
