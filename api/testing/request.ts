import { parseSetCookie } from "cookie";
import { sourceAddress } from "../tools/network.ts";
import { faultOfAnswer } from "./judge-answer.ts";

export interface RequestOptions {
  body?: unknown;
  token?: string | undefined;
  cookies?: Record<string, string> | undefined;
  headers?: Record<string, string> | undefined;
  /** The address that the request seems to come from; a new one by default, so that no limit of a source is reached. */
  source?: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  /** Cookies that the response sets, by name; a cleared one is empty. */
  cookies: Record<string, string>;
  /** `data` of a failed answer throws. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read any answer, whatever its contract says
  body: any;
}

export type SendRequest = (method: string, path: string, options?: RequestOptions) => Promise<Answer>;

let sources = 0;

/** An address that no other request of this process came from. */
export const freshSource = () => sourceAddress(++sources);

/** Says what was answered where a test reads `data` of a failed answer. */
function refuseData(answer: Answer["body"], what: string): void {
  Object.defineProperty(answer, "data", {
    get() {
      throw new Error(`${what} ${answer.code}: ${answer.error}`);
    },
  });
}

/** Sends requests to the API at `url`, as a page of this origin does. */
export function createRequest(url: string, origin = url): SendRequest {
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
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    const answer: Answer["body"] = isJson ? await response.json() : await response.text();
    const fault = isJson ? faultOfAnswer({ method, path, status: response.status, answer }) : undefined;
    // What the contract of a call promises is the same in all tests, which need not repeat it.
    if (fault !== undefined) throw new Error(`${method} ${path} answered ${response.status}, but ${fault}`);
    if (answer.success === false) refuseData(answer, `${method} ${path} answered ${response.status}`);
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
