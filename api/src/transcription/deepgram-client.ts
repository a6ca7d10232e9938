import type { DeepgramClient } from "@deepgram/sdk";
import type { Config } from "../config.ts";

/**
 * Loads the vendor's client at the first call, because its modules are slow to load and most processes do not need them.
 * Undefined without a key.
 */
export function deepgramClient({ DEEPGRAM_API_KEY: apiKey, DEEPGRAM_URL: baseUrl }: Config) {
  if (apiKey === undefined) return undefined;
  let client: Promise<DeepgramClient> | undefined;
  return () => {
    client ??= import("@deepgram/sdk").then(
      ({ DeepgramClient }) => new DeepgramClient({ apiKey, ...(baseUrl && { baseUrl }) }),
    );
    return client;
  };
}
