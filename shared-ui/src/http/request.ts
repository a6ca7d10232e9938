import { type Endpoint, type EndpointAnswer, type EndpointInput, Failure } from "@souffleur/api/contracts";
import { failureTexts, messageForAnswer } from "./catalogue.ts";
import { checkAnswer } from "./check-answer.ts";
import { RequestError } from "./request-error.ts";

const timeoutMs = 15_000;

export interface RequestOptions {
  token?: string | undefined;
  signal?: AbortSignal | undefined;
  /** What is told where the server answers, and answers no, without a word. */
  refusal?: string;
}

let clockSkewMs = 0;

/** The server's clock as far as answers have told it, in milliseconds since the epoch. */
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
  { token, signal, refusal }: RequestOptions = {},
): Promise<EndpointAnswer<E>> {
  const body = input.body === undefined ? undefined : JSON.stringify(input.body);
  const response = await send(addressOf(endpoint, input), {
    method: endpoint.method,
    credentials: "same-origin",
    headers: {
      Accept: "application/json",
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body }),
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
  });
  noteServerClock(response);
  const answer = await readAnswer(response);
  if (!response.ok) throw failureOf(response, answer);
  if (isRefusal(answer)) throw refusalUnderSuccess(response, answer, refusal);
  return checkAnswer(endpoint, answer);
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

function failureOf(response: Response, answer: unknown): RequestError {
  const { status } = response;
  const failure = Failure.safeParse(answer);
  const retryAfter = Number(response.headers.get("Retry-After")) || undefined;
  if (!failure.success) return new RequestError("api", messageForAnswer(status), { status, retryAfter });
  const { error, code, field, fields } = failure.data;
  return new RequestError("api", messageForAnswer(status, code, error), {
    code,
    status,
    field,
    fields,
    serverMessage: error,
    retryAfter,
  });
}

function isRefusal(answer: unknown): answer is { success: false } {
  return typeof answer === "object" && answer !== null && "success" in answer && answer.success === false;
}

/** A refusal under a status of success: a proxy's, or another version's. */
function refusalUnderSuccess(
  { status }: Response,
  answer: object,
  refusal: string = failureTexts.unexpected,
) {
  const said = "error" in answer && typeof answer.error === "string" ? answer.error : "";
  return new RequestError("api", said || refusal, { status, ...(said !== "" && { serverMessage: said }) });
}

/** A wrong client clock must neither end a fresh session nor let a stale one live on. */
function noteServerClock(response: Response): void {
  const date = Date.parse(response.headers.get("Date") ?? "");
  if (!Number.isNaN(date)) {
    const skew = date - Date.now();
    // The header counts whole seconds and the answer was on its way: small differences say nothing.
    clockSkewMs = Math.abs(skew) < 5000 ? 0 : skew;
  }
}
