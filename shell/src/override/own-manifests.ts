import { Manifest } from "@souffleur/contracts";
import { pageOverrides } from "../development/page-overrides.ts";
import { setOwnManifest } from "../screens/screens.ts";

const timeoutMs = 4000;

/** Uses the manifests of remotes on this machine, which may have screens that the deployed releases do not have yet. */
export async function readOwnManifests(): Promise<void> {
  await Promise.all(
    pageOverrides().map(async ({ remote, address }) => {
      try {
        const answer = await fetch(`${address}/remote.json`, { signal: AbortSignal.timeout(timeoutMs) });
        setOwnManifest(remote, Manifest.parse(await answer.json()));
      } catch (error) {
        console.error(`${remote}'s own remote.json can't be read; the deployment's counts.`, error);
      }
    }),
  );
}
