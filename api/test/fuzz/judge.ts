import { type Endpoint, type ErrorCode, errorCatalogue, Failure } from "@souffleur/contracts";
import { answerOf, refusalsOf } from "../../src/openapi/document.ts";
import type { FuzzRequest } from "./requests.ts";

/** What only its owners may see. */
export interface Foreign {
  /** In no answer at all. */
  words: readonly string[];
  /** In no answer that grants something; a refusal may repeat what was asked for. */
  ids: readonly string[];
}

/** A 503 that is justified at the moment. */
const honest: readonly ErrorCode[] = ["SERVER_BUSY"];

/** What is wrong with this answer, or undefined. */
export function judge(
  { endpoint, operation, asker }: FuzzRequest,
  { status, text }: { status: number; text: string },
  foreign: Foreign,
): string | undefined {
  if (endpoint.file && status === 200) return leak(text, [...foreign.words, ...foreign.ids]);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return "it is no JSON";
  }
  if (status >= 400) return faultOfRefusal(endpoint, status, body) ?? leak(text, foreign.words);
  const expected = answerOf(endpoint).safeParse(body);
  if (!expected.success) return `its contract does not allow it: ${expected.error.message}`;
  const stray = strayField(body, expected.data);
  if (stray !== undefined) return `its contract knows no ${stray}`;
  // A platform administrator sees everybody, and a caller with somebody's password counts as that person.
  return asker === "platform" || operation === "login"
    ? undefined
    : leak(text, [...foreign.words, ...foreign.ids]);
}

function faultOfRefusal(endpoint: Endpoint, status: number, body: unknown): string | undefined {
  const refusal = Failure.strict().safeParse(body);
  if (!refusal.success) return `it is no refusal of ours: ${refusal.error.message}`;
  const { code } = refusal.data;
  if (errorCatalogue[code].status !== status) return `${code} is no ${status}`;
  if (!refusalsOf(endpoint).includes(code)) return `its endpoint names no ${code}`;
  return status >= 500 && !honest.includes(code) ? `${status} ${code}` : undefined;
}

/** A reader of the contract drops what it does not name: what is missing there is too much here. */
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

/** What of another organization is in this text. */
export function leak(text: string, foreign: readonly string[]): string | undefined {
  const leaked = foreign.find((one) => text.includes(one));
  return leaked === undefined ? undefined : `it leaks ${leaked} of another organization`;
}
