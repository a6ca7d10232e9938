import { PageRegistry, Registry } from "@souffleur/contracts";
import { scaledTimeout } from "../browser/timeout-scale.ts";
import { registryElementId } from "./page-elements.ts";

const address = "/remotes.json";
const timeoutMs = 4000;

/** The registry inlined by the server; undefined in a page that has none. */
export function inlinedRegistry(page: Document): PageRegistry | undefined {
  const text = page.getElementById(registryElementId)?.textContent;
  if (!text) return undefined;
  try {
    return PageRegistry.parse(JSON.parse(text));
  } catch (cause) {
    console.error("The page's registry can't be read; it is fetched instead.", cause);
    return undefined;
  }
}

/**
 * The live registry.
 * @throws if the server does not answer within 4 s, or not with a registry
 */
async function fetchRegistry(): Promise<Registry> {
  const response = await fetch(address, {
    cache: "no-cache",
    signal: AbortSignal.timeout(scaledTimeout(timeoutMs)),
  });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return Registry.parse(await response.json());
}

/** The registry that a page uses; undefined until it is known. */
export function createLiveRegistry(first: PageRegistry | undefined, fetchNewer: () => Promise<Registry>) {
  const listeners = new Set<() => void>();
  let registry = first;
  return {
    current: () => registry,
    /**
     * Fetches the live registry and uses it from now on.
     * @throws as `fetchRegistry`
     */
    async refresh(): Promise<Registry> {
      const newer = await fetchNewer();
      // An equal registry in another object would only cause a render.
      if (JSON.stringify(newer) === JSON.stringify(registry)) return newer;
      registry = newer;
      for (const listener of [...listeners]) listener();
      return newer;
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export type LiveRegistry = ReturnType<typeof createLiveRegistry>;

export const liveRegistry = createLiveRegistry(inlinedRegistry(document), fetchRegistry);
