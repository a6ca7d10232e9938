import { sttLanguage } from "@souffleur/contracts";
import { call } from "@souffleur/shared-ui";
import { queryOptions } from "@tanstack/react-query";

/** The recognizer's language and model, and whether a recognizer is configured. */
export const speechQuery = queryOptions({
  queryKey: ["stt", "language"],
  queryFn: ({ signal }) => call(sttLanguage, {}, signal).then(({ data }) => data),
});
