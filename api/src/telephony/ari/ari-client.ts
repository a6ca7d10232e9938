import { downTexts } from "@souffleur/contracts/service-texts";
import WebSocket from "ws";
import type * as z from "zod";
import { backoff, jittered, pause } from "../../scheduling/backoff.ts";
import { textIn } from "../../texts/texts.ts";
import { type AriEvent, eventTypes, readEvent } from "./ari-events.ts";
import type { PbxSettings } from "./pbx-settings.ts";

/** ARI's refusal, with its status; without one ARI was not reached at all. */
export class AriError extends Error {
  readonly status: number | undefined;
  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

interface Listener {
  /** The connection is there: what was missed meanwhile has to be looked up. */
  onUp(): void;
  onEvent(event: AriEvent): void;
  /** Runs once, however often connecting again fails; `detail` is for people. */
  onDown(detail: string): void;
}

/** In milliseconds. */
const usualTimings = {
  request: 5000,
  firstWait: 250,
  lastWait: 5000,
  /** Another process took the application: connecting again would only take it back. */
  replacedWait: 30_000,
  ping: 10_000,
};
export type AriTimings = Partial<typeof usualTimings>;

/**
 * Asterisk's REST interface and its events. Requests go one by one over HTTP; the events' connection is always
 * restored, since a PBX outlives the processes around it.
 */
export function createAriClient(settings: Omit<PbxSettings, "organization">, timings: AriTimings = {}) {
  const { url, user, password, app } = settings;
  const limits = { ...usualTimings, ...timings };
  // In a header: an address ends in logs.
  const headers = { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` };

  /** @throws AriError */
  async function send(
    method: string,
    path: string,
    query: Record<string, string> = {},
    body?: unknown,
  ): Promise<unknown> {
    const search = new URLSearchParams(query).toString();
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${url}/ari${path}${search && `?${search}`}`, {
        method,
        headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(limits.request),
      });
      text = await response.text();
    } catch {
      throw new AriError("Asterisk does not answer");
    }
    const answer = asJson(text);
    if (!response.ok) throw new AriError(refusalIn(answer) ?? response.statusText, response.status);
    return answer;
  }

  return {
    app,
    send,

    /** @throws AriError, also for an answer in another shape */
    async get<Schema extends z.ZodType>(
      schema: Schema,
      path: string,
      query?: Record<string, string>,
    ): Promise<z.infer<Schema>> {
      const parsed = schema.safeParse(await send("GET", path, query));
      if (!parsed.success) throw new AriError(`Asterisk's answer to ${path} can't be read`);
      return parsed.data;
    },

    /** Follows the events of all channels and bridges. @returns a function that ends it */
    listen({ onUp, onEvent, onDown }: Listener): () => Promise<void> {
      const stopped = new AbortController();
      let socket: WebSocket | undefined;
      let isDown = false;
      let detail: string = "";
      let isReplaced = false;

      const down = (why: string) => {
        if (isDown || stopped.signal.aborted) return;
        isDown = true;
        onDown(why);
      };

      /** One connection from its opening to its end; whether it was ever open. */
      function connection(): Promise<boolean> {
        const query = new URLSearchParams({ app, subscribeAll: "true" });
        const opening = new WebSocket(`${url.replace(/^http/, "ws")}/ari/events?${query}`, {
          headers,
          handshakeTimeout: limits.request,
        });
        socket = opening;
        let wasOpen = false;
        let isAlive = true;
        return new Promise((resolve) => {
          const watch = setInterval(() => {
            if (!isAlive) return opening.terminate();
            isAlive = false;
            if (opening.readyState === WebSocket.OPEN) opening.ping();
            return undefined;
          }, limits.ping);
          opening.on("pong", () => {
            isAlive = true;
          });
          opening.on("open", () => {
            wasOpen = true;
            isDown = false;
            isReplaced = false;
            // Spares both sides the many events that are not used; an old Asterisk may not know the filter.
            const allowed = eventTypes.map((type) => ({ type }));
            send("PUT", `/applications/${app}/eventFilter`, {}, { allowed }).catch(() => {});
            onUp();
          });
          opening.on("message", (data) => {
            isAlive = true;
            const event = readEvent(data.toString());
            if (event?.type === "ApplicationReplaced") {
              isReplaced = true;
              opening.close();
            } else if (event) onEvent(event);
          });
          opening.on("unexpected-response", (_request, { statusCode = 0 }) => {
            detail = refusedAs(statusCode);
            opening.terminate();
          });
          opening.on("error", () => {});
          opening.on("close", () => {
            clearInterval(watch);
            resolve(wasOpen);
          });
        });
      }

      async function run(): Promise<void> {
        for (let attempt = 0; !stopped.signal.aborted; attempt++) {
          detail = downTexts.asteriskIsLost;
          if (await connection()) attempt = 0;
          if (isReplaced) detail = textIn("en", downTexts.asteriskIsTaken, { app });
          down(detail);
          await pause(isReplaced ? limits.replacedWait : jittered(backoff(attempt, limits)), stopped.signal);
        }
      }
      const running = run();

      return async () => {
        stopped.abort();
        socket?.terminate();
        await running;
      };
    },
  };
}
export type AriClient = ReturnType<typeof createAriClient>;

function asJson(text: string): unknown {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** ARI gives its reason under one of two names. */
function refusalIn(answer: unknown): string | undefined {
  if (typeof answer !== "object" || answer === null) return undefined;
  const reason = "message" in answer ? answer.message : "error" in answer ? answer.error : undefined;
  return typeof reason === "string" ? reason : undefined;
}

function refusedAs(status: number): string {
  if (status === 401 || status === 403) return downTexts.asteriskRefusesUser;
  if (status === 404) return downTexts.asteriskHasNoAri;
  return textIn("en", downTexts.asteriskAnswered, { status });
}
