/**
 * For the page's query client. Nothing waits until the browser believes to be online: sample data needs no network, and
 * what can't be reached is to say so. What failed is asked for again when the network is back.
 */
export const queryDefaults = {
  queries: { networkMode: "always", refetchOnReconnect: true },
  mutations: { networkMode: "always" },
} as const;
