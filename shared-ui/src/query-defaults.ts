import type { DefaultOptions } from "@tanstack/react-query";

/**
 * Options of a page's query client, including `queries`. Requests do not wait until the browser reports that it is online:
 * sample data needs no network, and a failed request shows its error. Failed queries are retried when the network is back.
 */
export function queryDefaults(queries: NonNullable<DefaultOptions["queries"]>): DefaultOptions {
  return {
    queries: { networkMode: "always", refetchOnReconnect: true, ...queries },
    mutations: { networkMode: "always" },
  };
}
