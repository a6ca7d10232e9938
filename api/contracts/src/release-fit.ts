import type { ReleaseContract } from "./releases.ts";

/**
 * Where a release does not fit a shell: one line for each shared module that the shell has in a version that
 * the release was not built for. The contracts are no such module: a release brings its own where they differ.
 */
export function contractMismatches(release: ReleaseContract, shell: ReleaseContract): string[] {
  return (["shared-ui", "react", "router", "query"] as const)
    .filter((name) => !fitsCaret(release[name], shell[name]))
    .map((name) => `it was built for ${name} ^${release[name]}, the shell has ${shell[name]}`);
}

/** Whether `version` is one that the range `^wanted` allows; a missing minor or patch counts as 0. */
export function fitsCaret(wanted: string, version: string): boolean {
  const [a, b] = [numbers(wanted), numbers(version)];
  if (a === undefined || b === undefined) return wanted === version;
  // What is left of the first number that is not 0, and that number, must be the same.
  const significant = a.findIndex((number) => number !== 0);
  const fixed = significant === -1 ? 2 : significant;
  for (let at = 0; at < 3; at++) {
    const difference = (b[at] ?? 0) - (a[at] ?? 0);
    if (difference !== 0) return at > fixed && difference > 0;
  }
  return true;
}

function numbers(version: string): number[] | undefined {
  const found = /^(\d+)(?:\.(\d+))?(?:\.(\d+))?$/.exec(version);
  return found?.slice(1).map((part) => Number(part ?? 0));
}
