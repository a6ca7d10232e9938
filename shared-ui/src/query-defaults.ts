import { type DefaultOptions, notifyManager } from "#react-query";
import type { RequestError } from "./http/request-error.ts";

/**
 * Options of a page's query client, including `queries`. Requests do not wait until the browser reports that it is online:
 * sample data needs no network, and a failed request shows its error. A query that failed is repeated once, but for one that
 * was answered, and when the network is back.
 */
export function queryDefaults(queries: NonNullable<DefaultOptions["queries"]>): DefaultOptions {
  // In the task of the press: a second one, however soon, finds the request of the first under way.
  notifyManager.setScheduler(queueMicrotask);
  return {
    queries: {
      networkMode: "always",
      refetchOnReconnect: true,
      retry: (failures, error) => failures === 0 && !isAnswered(error),
      ...queries,
    },
    mutations: { networkMode: "always" },
  };
}

/** The same request would get the same answer, other than one that the server could not give. */
const isAnswered = (error: Error) => ((error as Partial<RequestError>).status ?? 500) < 500;
