import { type ErrorCode, errorCatalogue } from "@souffleur/contracts";
import { parseSetCookie } from "cookie";
import type { Config } from "../src/config.ts";

export interface RequestOptions {
  body?: unknown;
  token?: string | undefined;
  cookies?: Record<string, string> | undefined;
  headers?: Record<string, string>;
  /** The network address that the request seems to come from; each of its own by default, so that no limit is met by accident. */
  source?: string;
}

/** An answer of the API, its body as it came. */
export interface Answer {
  status: number;
  headers: Headers;
  /** Cookies that the answer sets, by name; a cleared one is empty. */
  cookies: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any answer, whatever its contract says
  body: any;
}

export type SendRequest = (method: string, path: string, options?: RequestOptions) => Promise<Answer>;

let sources = 0;

/** An address that no other request of this process came from. */
export function freshSource(): string {
  sources++;
  return `10.${(sources >> 16) & 255}.${(sources >> 8) & 255}.${sources & 255}`;
}

/** Sends requests to the API at `url`, as a page of its own origin does. */
export function createRequest(url: string, config: Config): SendRequest {
  const [origin = ""] = config.allowedOrigins;
  return async (method, path, { body, token, cookies = {}, headers = {}, source = freshSource() } = {}) => {
    const cookie = Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join("; ");
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        "X-Forwarded-For": source,
        ...(method !== "GET" && { Origin: origin }),
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(cookie !== "" && { Cookie: cookie }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text;
    const promised =
      answer.success === false ? errorCatalogue[answer.code as ErrorCode].status : response.status;
    // Tests need not repeat it: each code has one status.
    if (response.status !== promised) throw new Error(`${answer.code} came with status ${response.status}`);
    return {
      status: response.status,
      headers: response.headers,
      cookies: Object.fromEntries(
        response.headers.getSetCookie().map((line) => {
          const { name, value } = parseSetCookie(line);
          return [name, value ?? ""];
        }),
      ),
      body: answer,
    };
  };
}
