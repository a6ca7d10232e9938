import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { AttemptError } from "@souffleur/contracts/webhooks";
import { clock } from "../clock.ts";
import { ForbiddenAddress, hasCredentials, isPublicHttps, publicLookup } from "../http/public-address.ts";
import { retryAfterMs } from "../scheduling/retry-after.ts";
import type { StoredAttempt } from "./delivery-model.ts";

const timeoutMs = 5000;
/** How much of an answer is read, and how much of that is kept. */
const answerBytesMax = 64 * 1024;
const answerKept = 1000;

/** Whether a webhook may have an address; names are checked when they are resolved. */
export const isAllowedUrl = (url: URL, privateAllowed: boolean): boolean =>
  privateAllowed ? !hasCredentials(url) : isPublicHttps(url);

export type Post = ReturnType<typeof createPost>;

/** An attempt, and how long the receiver then wants to get nothing. */
type Made = StoredAttempt & { waitMs?: number | undefined };

/**
 * Posts to addresses that organizations choose: public ones over https unless private ones are allowed, without redirects,
 * with limits of time and size. It rejects nothing: what went wrong is in the attempt.
 */
export function createPost(privateAllowed: boolean) {
  return async (
    address: string,
    { body, headers, signal }: { body: string; headers: Record<string, string>; signal: AbortSignal },
  ): Promise<Made> => {
    const at = clock.now();
    const started = performance.now();
    const took = () => ({ at, durationMs: Math.round(performance.now() - started) });
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const url = new URL(address);
      if (!isAllowedUrl(url, privateAllowed)) throw new ForbiddenAddress(`${url.origin} is not allowed`);
      const sent = Buffer.from(body);
      const open = url.protocol === "https:" ? httpsRequest : httpRequest;
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const request = open(
          url,
          {
            method: "POST",
            headers: { ...headers, "content-length": String(sent.length) },
            signal: AbortSignal.any([timeout, signal]),
            ...(!privateAllowed && { lookup: publicLookup }),
            // No connection outlives its request: the next one is looked up and checked anew.
            agent: false,
          },
          resolve,
        );
        request.on("error", reject);
        request.end(sent);
      });
      const { statusCode: status = 0, headers: answered } = answer;
      const text = await readSome(answer);
      const isRedirect = status >= 300 && status < 400;
      return {
        ...took(),
        status,
        ...(isRedirect && { error: "redirect" }),
        ...(text !== "" && { answer: text }),
        waitMs: retryAfterMs(answered["retry-after"], clock.now()),
      };
    } catch (thrown) {
      return { ...took(), error: errorOf(thrown, timeout.aborted) };
    }
  };
}

/** Whether the receiver wants nothing more for good (Standard Webhooks, "410 Gone"). */
export const isGone = ({ status }: StoredAttempt): boolean => status === 410;

export const isAccepted = ({ status = 0 }: StoredAttempt): boolean => status >= 200 && status < 300;

function errorOf(thrown: unknown, isTimeout: boolean): AttemptError {
  if (thrown instanceof ForbiddenAddress) return "address";
  return isTimeout ? "timeout" : "unreachable";
}

/** The beginning of an answer. Its status counts, however long the rest takes. */
async function readSome(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= answerBytesMax) break;
    }
  } catch {
    // Cut by the receiver or the time limit.
  }
  answer.destroy();
  return Buffer.concat(chunks)
    .subarray(0, answerBytesMax)
    .toString("utf8")
    .replace(/(?![\n\t])\p{Cc}/gu, "")
    .slice(0, answerKept)
    .trim();
}
