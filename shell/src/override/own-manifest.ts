import { Manifest, RemoteOverride } from "@souffleur/contracts";
import { overrideElementId } from "../releases/page-elements.ts";
import { setOwnManifest } from "../screens/screens.ts";

const timeoutMs = 4000;

/** Uses the manifest of a remote on this machine, which may have screens that the deployed release does not have yet. */
export async function readOwnManifest(): Promise<void> {
  const text = document.getElementById(overrideElementId)?.textContent;
  try {
    const { remote, address } = RemoteOverride.parse(JSON.parse(text ?? ""));
    const answer = await fetch(`${address}/remote.json`, { signal: AbortSignal.timeout(timeoutMs) });
    setOwnManifest(remote, Manifest.parse(await answer.json()));
  } catch (error) {
    console.error("The replaced remote's remote.json can't be read; the deployment's counts.", error);
  }
}
