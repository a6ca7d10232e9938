import type { DefaultOptions } from "@tanstack/react-query";

/**
 * For a page's query client, with what is `queries`' own. Nothing waits until the browser believes to be online: sample
 * data needs no network, and what can't be reached is to say so. What failed is asked for again when the network is back.
 */
export function queryDefaults(queries: NonNullable<DefaultOptions["queries"]>): DefaultOptions {
  return {
    queries: { networkMode: "always", refetchOnReconnect: true, ...queries },
    mutations: { networkMode: "always" },
  };
}
