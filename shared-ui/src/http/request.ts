import type { Endpoint, EndpointAnswer, EndpointInput } from "@souffleur/contracts";
import { language } from "../language/language.ts";
import { failureTexts, messageForAnswer, textOfCode } from "./catalogue.ts";
import { checkAnswer } from "./check-answer.ts";
import { type FailureParts, readFailure } from "./read-failure.ts";
import { RequestError } from "./request-error.ts";

const timeoutMs = 15_000;
/** For a whole file, which the server may generate while it is sent. */
const fileTimeoutMs = 10 * 60_000;
/** A browser has 64 KiB for the bodies of all requests that outlive their page; a character takes at most three bytes. */
const outlivingMax = 5000;

/** Sent if the browser by default might request another language than the page's. */
const preferred =
  language === "en" && /^en\b/i.test(navigator.language) ? {} : { "Accept-Language": language };

export interface RequestOptions {
  /** Sent if the endpoint accepts an access token. */
  token?: string | undefined;
  signal?: AbortSignal | undefined;
  /** The text for a refusal without one. */
  errorText?: string;
}

let clockSkewMs = 0;

/** The server's current time according to its latest answer, in milliseconds since the epoch. */
export function serverNow(): number {
  return Date.now() + clockSkewMs;
}

/**
 * Makes one call and checks its answer against the contract.
 * @throws RequestError
 */
export async function request<E extends Endpoint>(
  endpoint: E,
  input: Partial<EndpointInput<E>> = {},
  options: RequestOptions = {},
): Promise<EndpointAnswer<E>> {
  const response = await exchange(endpoint, input, options);
  const answer = await readAnswer(response);
  const failure = readFailure(answer);
  if (!response.ok || isRefusal(failure)) throw failureOf(response, failure, options.errorText);
  // An HTML page or an empty body does not state that the call succeeded.
  if (failure.success === undefined) throw new RequestError("unexpected", failureTexts.unexpected);
  return checkAnswer(endpoint, answer);
}

/**
 * Makes one call whose answer is a file. A file that is cut off is a failure.
 * @throws RequestError
 */
export async function requestFile<E extends Endpoint>(
  endpoint: E,
  input: Partial<EndpointInput<E>>,
  options: RequestOptions,
): Promise<{ name: string; content: Blob }> {
  const response = await exchange(endpoint, input, options);
  if (!response.ok) throw failureOf(response, readFailure(await readAnswer(response)));
  const name = /filename="?([\w.-]+)/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
  if (name === undefined) throw new RequestError("unexpected", failureTexts.unexpected);
  try {
    return { name, content: await response.blob() };
  } catch (cause) {
    throw unanswered(cause);
  }
}

async function exchange<E extends Endpoint>(
  endpoint: E,
  input: Partial<EndpointInput<E>>,
  { token, signal }: RequestOptions,
): Promise<Response> {
  const timeout = AbortSignal.timeout(endpoint.file ? fileTimeoutMs : timeoutMs);
  const body = input.body === undefined ? undefined : JSON.stringify(input.body);
  const response = await send(addressOf(endpoint, input), {
    method: endpoint.method,
    credentials: "same-origin",
    // What was pressed last is done even if the page is left at once.
    keepalive: endpoint.method !== "GET" && (body?.length ?? 0) <= outlivingMax,
    headers: {
      Accept: endpoint.file ? "*/*" : "application/json",
      ...preferred,
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...(token !== undefined && takesToken(endpoint) && { Authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body }),
    signal: AbortSignal.any([timeout, ...(signal ? [signal] : [])]),
  });
  noteServerClock(response);
  return response;
}

function takesToken({ credential }: Endpoint): boolean {
  return credential.includes("accessToken");
}

function addressOf(endpoint: Endpoint, input: Partial<EndpointInput<Endpoint>>): string {
  const params = (input.params ?? {}) as Record<string, unknown>;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const query = new URLSearchParams(
    Object.entries((input.query ?? {}) as Record<string, unknown>)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  ).toString();
  return query === "" ? path : `${path}?${query}`;
}

async function send(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (cause) {
    throw unanswered(cause);
  }
}

function unanswered(cause: unknown): RequestError {
  const name = typeof cause === "object" && cause !== null && "name" in cause ? cause.name : "";
  if (name === "TimeoutError") return new RequestError("timeout", failureTexts.timeout, { cause });
  if (name === "AbortError") return new RequestError("unexpected", failureTexts.unexpected, { cause });
  const text = navigator.onLine ? failureTexts.unreachable : failureTexts.offline;
  return new RequestError("network", text, { cause });
}

async function readAnswer(response: Response): Promise<unknown> {
  let text: string;
  try {
    text = await response.text();
  } catch (cause) {
    throw unanswered(cause);
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A refusal with a success status, from a proxy or another version, also counts. */
function isRefusal({ success, error, code }: FailureParts): boolean {
  return success === false || (success === undefined && (error ?? code) !== undefined);
}

function failureOf(
  { ok, status, headers }: Response,
  { error, code, field, fields, current }: FailureParts,
  errorText: string = failureTexts.unexpected,
): RequestError {
  const message = ok ? error || textOfCode(code) || errorText : messageForAnswer(status, code, error);
  const retryAfter = secondsOf(headers.get("Retry-After"));
  const isPage = /^text\/html\b/i.test(headers.get("Content-Type") ?? "");
  const details = { code, status, field, fields, current, serverMessage: error, isPage, retryAfter };
  return new RequestError("api", message, details);
}

/** Parses the header of RFC 9110, which is seconds or a date; undefined unless it is in the future. */
function secondsOf(retryAfter: string | null): number | undefined {
  const seconds = Number(retryAfter);
  const left = Number.isNaN(seconds)
    ? Math.ceil((Date.parse(retryAfter ?? "") - serverNow()) / 1000)
    : seconds;
  return Number.isFinite(left) && left > 0 ? left : undefined;
}

/** A wrong client clock must neither end a new session nor keep an expired one. */
function noteServerClock(response: Response): void {
  const date = Date.parse(response.headers.get("Date") ?? "");
  if (!Number.isNaN(date)) {
    const skew = date - Date.now();
    // The header has whole seconds and the answer took some time: small differences mean nothing.
    clockSkewMs = Math.abs(skew) < 5000 ? 0 : skew;
  }
}
