import type { ActiveRelease, ReleaseContract } from "@souffleur/contracts";
import { contractMismatches } from "@souffleur/contracts";

/** Set by the bundler: the versions of the modules that this shell shares with remotes. */
declare const SOUFFLEUR_CONTRACT: ReleaseContract;

/**
 * The loader would refuse such a release too, but later and with a message about modules.
 * @throws where the release was built for another shell than this one, naming what differs
 */
export function demandFit({ name, version, contract }: ActiveRelease): void {
  const mismatches = contractMismatches(contract, SOUFFLEUR_CONTRACT);
  if (mismatches.length > 0) {
    throw new Error(`${name} ${version} does not fit this shell: ${mismatches.join("; ")}`);
  }
}
