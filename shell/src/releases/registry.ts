import { PageRegistry, Registry } from "@souffleur/contracts";
import { scaledTimeout } from "../browser/timeout-scale.ts";
import { registryElementId } from "./page-elements.ts";

const address = "/remotes.json";
const timeoutMs = 4000;

/** The registry inlined by the server; undefined in the page of a plain static host. */
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
 * The current registry.
 * @throws where the server does not answer within 4 s, or not with a registry.
 */
async function fetchRegistry(): Promise<Registry> {
  const response = await fetch(address, {
    cache: "no-cache",
    signal: AbortSignal.timeout(scaledTimeout(timeoutMs)),
  });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return Registry.parse(await response.json());
}

type Listener = () => void;

/** The registry that a page goes by; undefined until it is known. */
export function createLiveRegistry(first: PageRegistry | undefined, fetchNewer: () => Promise<Registry>) {
  const listeners = new Set<Listener>();
  let registry = first;
  return {
    current: () => registry,
    /**
     * Asks what is live now, and goes by that.
     * @throws as `fetchRegistry`
     */
    async refresh(): Promise<Registry> {
      const newer = await fetchNewer();
      // The same in another object would render the page anew for nothing.
      if (JSON.stringify(newer) === JSON.stringify(registry)) return newer;
      registry = newer;
      for (const listener of [...listeners]) listener();
      return newer;
    },
    subscribe(listener: Listener): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export type LiveRegistry = ReturnType<typeof createLiveRegistry>;

export const liveRegistry = createLiveRegistry(inlinedRegistry(document), fetchRegistry);
