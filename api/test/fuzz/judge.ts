import { type Endpoint, type ErrorCode, errorCatalogue, Failure } from "@souffleur/contracts";
import { tryParseJson } from "../../src/http/try-parse-json.ts";
import { answerOf, errorsOf } from "../../src/openapi/document.ts";
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
  { endpoint, operation, asker, body: sent }: FuzzRequest,
  { status, text }: { status: number; text: string },
  foreign: Foreign,
): string | undefined {
  if (endpoint.file && status === 200) return leak(text, [...foreign.words, ...foreign.ids]);
  const body = tryParseJson(text);
  if (body === undefined) return "it is not JSON";
  if (status >= 400) return faultOfError(endpoint, status, body) ?? leak(text, foreign.words);
  const expected = answerOf(endpoint).safeParse(body);
  if (!expected.success) return `its contract does not allow it: ${expected.error.message}`;
  const stray = strayField(body, expected.data);
  if (stray !== undefined) return `its contract has no ${stray}`;
  // A platform administrator sees all accounts, and a caller with a user's password signs in as that user.
  if (asker === "platform" || operation === "login") return undefined;
  // A caller chooses the id of what it creates, which may be that of something else elsewhere.
  const { id: chosen } = Object(typeof sent === "string" ? tryParseJson(sent) : undefined);
  return leak(text, [...foreign.words, ...foreign.ids.filter((id) => id !== chosen)]);
}

function faultOfError(endpoint: Endpoint, status: number, body: unknown): string | undefined {
  const refusal = Failure.strict().safeParse(body);
  if (!refusal.success) return `it is not a failure of the contracts: ${refusal.error.message}`;
  const { code } = refusal.data;
  if (errorCatalogue[code].status !== status) return `${code} has another status than ${status}`;
  if (!errorsOf(endpoint).includes(code)) return `its endpoint does not name ${code}`;
  return status >= 500 && !justified.includes(code) ? `${status} ${code}` : undefined;
}

/** The path of a field that the contract does not have: parsing with the contract has dropped it. */
function strayField(given: unknown, allowed: unknown, at = ""): string | undefined {
  if (typeof given !== "object" || given === null) return undefined;
  if (typeof allowed !== "object" || allowed === null) return at;
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(allowed, name)) return `${at}.${name}`;
    const stray = strayField(value, (allowed as Record<string, unknown>)[name], `${at}.${name}`);
    if (stray !== undefined) return stray;
  }
  return undefined;
}

/** Reports data of another organization in the text. */
export function leak(text: string, foreign: readonly string[]): string | undefined {
  const leaked = foreign.find((one) => text.includes(one));
  return leaked === undefined ? undefined : `it leaks ${leaked} of another organization`;
}
