import { type RecognizerId, recognizerNames, sttLanguage, type z } from "@souffleur/contracts";
import { call, contractText } from "@souffleur/shared-ui";
import { queryOptions } from "@tanstack/react-query";

/** The recognizer's language and model, and whether a recognizer is configured. */
export const speechQuery = queryOptions({
  queryKey: ["stt", "language"],
  queryFn: ({ signal }) => call(sttLanguage, {}, signal).then(({ data }) => data),
});

export type Speech = z.output<(typeof sttLanguage)["data"]>;

/** What hears calls on the server; undefined where nothing does, or that is not known. */
export function recognizerName(speech: Speech | undefined): string | undefined {
  if (speech?.configured !== true) return undefined;
  // Servers that do not name it have Deepgram.
  const { heardBy = "deepgram" } = speech;
  const isKnown = Object.hasOwn(recognizerNames, heardBy);
  const name = isKnown ? recognizerNames[heardBy as RecognizerId] : heardBy;
  return name && contractText(name);
}
