import type { ReleaseContract } from "./releases.ts";

/**
 * The reasons why a release does not fit a shell: one line for each shared module whose version in the shell does not fit
 * that of the release. The contracts are not among them: a release brings its own where they differ.
 */
export function contractMismatches(release: ReleaseContract, shell: ReleaseContract): string[] {
  return (["shared-ui", "react", "router", "query"] as const)
    .filter((name) => !fitsCaret(release[name], shell[name]))
    .map((name) => `it was built for ${name} ^${release[name]}, the shell has ${shell[name]}`);
}

/** Whether `version` is in the range `^wanted`; a missing minor or patch version counts as 0. */
export function fitsCaret(wanted: string, version: string): boolean {
  const [a, b] = [numbers(wanted), numbers(version)];
  if (a === undefined || b === undefined) return wanted === version;
  // The numbers up to the first one that is not 0 must be the same.
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
