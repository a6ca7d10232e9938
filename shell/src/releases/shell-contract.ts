import type { ActiveRelease, ReleaseContract } from "@souffleur/contracts";
import { contractMismatches } from "@souffleur/contracts";

/** Set by the bundler: the versions of what this shell shares with the remotes. */
declare const SOUFFLEUR_CONTRACT: ReleaseContract;

/**
 * The loader would refuse such a release too, but only when its first module asks, and in words about modules.
 * @throws where the release was built for another shell than this one, naming what differs
 */
export function demandFit({ name, version, contract }: ActiveRelease): void {
  const mismatches = contractMismatches(contract, SOUFFLEUR_CONTRACT);
  if (mismatches.length > 0) {
    throw new Error(`${name} ${version} does not fit this shell: ${mismatches.join("; ")}`);
  }
}
