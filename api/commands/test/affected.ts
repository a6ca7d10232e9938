import { run } from "../../tools/run-step.mjs";

/**
 * Which folders a browser spec of `npm test` covers beside the shell, shared-ui and the contracts, whose changes concern
 * them all. A spec that is not listed runs after every change.
 */
const covered: Readonly<Record<string, RegExp>> = {
  "live-call.spec": /^mfe-live-call\/|^api\/src\/(calls|realtime|suggestions|transcription)\//,
  "desk.spec": /^mfe-live-call\/|^api\/src\/(calls|desk|realtime)\//,
  "day-one.spec": /^mfe-(auth|admin)\/|^api\/src\/(administration|auth|invitations|mail|onboarding)\//,
  "passkeys.spec": /^mfe-auth\/|^api\/src\/(auth|passkeys)\//,
  "single-sign-on.spec": /^mfe-auth\/|^api\/src\/(auth|sso)\//,
  "federation.spec": /^api\/src\/releases\//,
};
const everywhere = /^(shell|shared-ui|api\/contracts)\/|^[^/]+$/;
const seen = /^(mfe-[\w-]+|api\/src)\/|\.css$/;
const isUnseen = /\.md$|\.test\.tsx?$/;

/** The commit that `--changed` compares with: the last one that is shared, or HEAD where there is no other repository. */
export async function changedBase(): Promise<string> {
  const { ok } = await run("git", ["rev-parse", "--verify", "--quiet", "origin/main"]);
  return ok ? "origin/main" : "HEAD";
}

/** The files that differ from that commit, and new ones, relative to the top folder. */
export async function changedFiles(base: string): Promise<string[]> {
  const [changed, untracked] = await Promise.all([
    run("git", ["diff", "--name-only", "--merge-base", base]),
    run("git", ["ls-files", "--others", "--exclude-standard"]),
  ]);
  return `${changed.output}\n${untracked.output}`.split("\n").filter(Boolean);
}

/** The browser specs that these files concern: Playwright's path filters. None if no screen can have changed. */
export function affectedSpecs(files: readonly string[], all: readonly string[]): string[] {
  const relevant = files.filter((file) => !isUnseen.test(file) && (everywhere.test(file) || seen.test(file)));
  if (relevant.length === 0) return files.filter((file) => all.includes(file));
  return all.filter((spec) => {
    const folders = Object.entries(covered).find(([name]) => spec.includes(name))?.[1];
    return (
      folders === undefined ||
      relevant.some((file) => file === spec || everywhere.test(file) || folders.test(file))
    );
  });
}
