import { type ActiveRelease, contractMismatches, type ReleaseContract } from "@souffleur/contracts";

/** Set by the bundler: the versions of the modules that this shell shares with remotes. */
declare const SOUFFLEUR_CONTRACT: ReleaseContract;

/**
 * Refuses a release that was built for an incompatible shell. The loader would also refuse it, but later and with a
 * message about modules.
 * @throws with the differences
 */
export function assertCompatible({ name, version, contract }: ActiveRelease): void {
  const mismatches = contractMismatches(contract, SOUFFLEUR_CONTRACT);
  if (mismatches.length > 0) {
    throw new Error(`${name} ${version} does not fit this shell: ${mismatches.join("; ")}`);
  }
}
