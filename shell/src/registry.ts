import { Registry } from "@souffleur/contracts";
import { scaledTimeout } from "./timeout-scale.ts";

const address = "/remotes.json";
const timeoutMs = 4000;
export const registryElementId = "souffleur-registry";
/** Beside the registry in the page of a browser that replaces a remote by one of its own machine. */
export const overrideElementId = "souffleur-override";

/** The registry that the server wrote into the page, or undefined where a plain static host served it. */
export function inlinedRegistry(page: Document): Registry | undefined {
  const text = page.getElementById(registryElementId)?.textContent;
  if (!text) return undefined;
  try {
    return Registry.parse(JSON.parse(text));
  } catch (cause) {
    console.error("The page's registry can't be read; it is fetched instead.", cause);
    return undefined;
  }
}

/**
 * What is live now.
 * @throws where the server does not answer within 4 s, or with something else than a registry.
 */
export async function fetchRegistry(): Promise<Registry> {
  const response = await fetch(address, {
    cache: "no-cache",
    signal: AbortSignal.timeout(scaledTimeout(timeoutMs)),
  });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return Registry.parse(await response.json());
}
