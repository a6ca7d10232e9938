import type { ErrorCode } from "@souffleur/contracts";
import { tryParseJson } from "../../src/http/try-parse-json.ts";
import { faultOfAnswer } from "../../testing/judge-answer.ts";
import type { FuzzRequest } from "./requests.ts";

/** Data of another organization. */
export interface Foreign {
  /** May be in no answer. */
  words: readonly string[];
  /** May be in refusals, which can repeat the request, but in no other answer. */
  ids: readonly string[];
}

/** Justified answers with a status from 500 on. */
const justified: readonly ErrorCode[] = ["SERVER_BUSY"];

/** The fault of an answer, or undefined. */
export function judge(
  { endpoint, operation, asker, path, body: sent }: FuzzRequest,
  { status, text }: { status: number; text: string },
  foreign: Foreign,
): string | undefined {
  if (endpoint.file && status === 200) return leak(text, [...foreign.words, ...foreign.ids]);
  const body = tryParseJson(text);
  if (body === undefined) return "it is not JSON";
  const fault = faultOfAnswer({ method: endpoint.method, path, status, answer: body });
  if (fault !== undefined) return fault;
  if (status >= 500 && !justified.includes(Object(body).code)) return `${status} ${Object(body).code}`;
  if (status >= 400) return leak(text, foreign.words);
  // A platform administrator sees all accounts, and a caller with a user's password signs in as that user.
  if (asker === "platform" || operation === "login") return undefined;
  // A caller chooses the id of what it creates, which may be that of something else elsewhere.
  const { id: chosen } = Object(typeof sent === "string" ? tryParseJson(sent) : undefined);
  return leak(text, [...foreign.words, ...foreign.ids.filter((id) => id !== chosen)]);
}

/** Reports data of another organization in the text. */
export function leak(text: string, foreign: readonly string[]): string | undefined {
  const leaked = foreign.find((one) => text.includes(one));
  return leaked === undefined ? undefined : `it leaks ${leaked} of another organization`;
}
