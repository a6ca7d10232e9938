import { sttLanguage } from "@souffleur/contracts";
import { call } from "@souffleur/shared-ui";
import { queryOptions } from "@tanstack/react-query";

/** The language, the model and whether there is a recognizer at all. */
export const speechQuery = queryOptions({
  queryKey: ["stt", "language"],
  queryFn: ({ signal }) => call(sttLanguage, {}, signal).then(({ data }) => data),
});
