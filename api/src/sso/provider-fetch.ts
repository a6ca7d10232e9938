import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { isLoopback } from "../config/loopback.ts";
import {
  ForbiddenAddress,
  hasCredentials,
  hostOf,
  isPublicHttps,
  publicLookup,
} from "../http/public-address.ts";

/** More than any provider's description or keys. */
const answerBytesMax = 512 * 1024;
const timeoutMs = 5000;

/** Whether an address that an administrator, or a provider, has named may be connected to; names are checked when they are resolved. */
export function isAllowedAddress(url: URL, privateAllowed: boolean): boolean {
  if (!privateAllowed) return isPublicHttps(url);
  return (
    !hasCredentials(url) &&
    (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(hostOf(url))))
  );
}

export interface ProviderRequest {
  body?: unknown;
  headers?: Headers | Record<string, string>;
  method?: string;
  signal?: AbortSignal | null | undefined;
}

export type ProviderFetch = ReturnType<typeof createProviderFetch>;

/**
 * A `fetch` for addresses that others choose: public ones over https unless private ones are allowed, without redirects, with
 * limits of time and size. It rejects with ForbiddenAddress, or with the connection's error.
 */
export function createProviderFetch(privateAllowed: boolean) {
  return (address: string, init: ProviderRequest = {}): Promise<Response> => {
    const url = new URL(address);
    if (!isAllowedAddress(url, privateAllowed))
      return Promise.reject(new ForbiddenAddress(`${url.origin} is not allowed`));
    const { body, headers = {}, method = "GET", signal } = init;
    // What a client of OAuth sends is a form.
    const sent = body === undefined || body === null ? undefined : Buffer.from(String(body));
    const open = url.protocol === "https:" ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      const timeout = AbortSignal.timeout(timeoutMs);
      const request = open(
        url,
        {
          method,
          headers: {
            ...Object.fromEntries(new Headers(headers)),
            ...(sent && { "content-length": String(sent.length) }),
          },
          signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
          ...(!privateAllowed && { lookup: publicLookup }),
          // No connection outlives its request: the next one is looked up and checked anew.
          agent: false,
        },
        (answer) => readAnswer(request, answer).then(resolve, reject),
      );
      request.on("error", reject);
      request.end(sent);
    });
  };
}

/** Statuses whose `Response` has no body. */
const bodiless = new Set([204, 205, 304]);

async function readAnswer(request: ClientRequest, answer: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > answerBytesMax) {
      request.destroy();
      throw new Error("the provider's answer is too large");
    }
    chunks.push(chunk);
  }
  const { statusCode: status = 500 } = answer;
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value));
  return new Response(bodiless.has(status) ? null : Buffer.concat(chunks), { status, headers });
}
