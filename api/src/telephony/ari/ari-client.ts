import { downTexts } from "@souffleur/contracts/service-texts";
import WebSocket from "ws";
import type * as z from "zod";
import { tryParseJson } from "../../http/try-parse-json.ts";
import { backoff, jittered, pause } from "../../scheduling/backoff.ts";
import { textIn } from "../../texts/texts.ts";
import { type AriEvent, eventTypes, readEvent } from "./ari-events.ts";
import type { PbxSettings } from "./pbx-settings.ts";

/** A request that ARI refused; `status` is undefined where ARI could not be reached. */
export class AriError extends Error {
  readonly status: number | undefined;
  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

interface Listener {
  /** Connected: what happened while disconnected has to be looked up. */
  onUp(): void;
  onEvent(event: AriEvent): void;
  /** Runs once per outage, however many reconnections fail; `detail` is for people. */
  onDown(detail: string): void;
}

/** In milliseconds. */
const usualTimings = {
  request: 5000,
  firstWait: 250,
  lastWait: 5000,
  /** After another process took over the application: reconnecting at once would only take it back. */
  replacedWait: 30_000,
  ping: 10_000,
};
export type AriTimings = Partial<typeof usualTimings>;

/**
 * Asterisk's REST interface (ARI) and its events. The events' connection is always restored after a loss. The generated
 * clients of ARI would save the nine requests, but have no WebSocket for the sound.
 */
export function createAriClient(settings: Omit<PbxSettings, "organization">, timings: AriTimings = {}) {
  const { url, user, password, app } = settings;
  const limits = { ...usualTimings, ...timings };
  // In a header, because addresses are logged.
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
    const answer = tryParseJson(text);
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
      let detail = "";
      let isReplaced = false;

      const down = (why: string) => {
        if (isDown || stopped.signal.aborted) return;
        isDown = true;
        onDown(why);
      };

      /** Resolves when the connection has ended, with whether it was ever open. */
      function connection(): Promise<boolean> {
        const query = new URLSearchParams({ app, subscribeAll: "true" });
        const opening = new WebSocket(`${url.replace(/^http/, "ws")}/ari/events?${query}`, {
          headers,
          handshakeTimeout: limits.request,
        });
        socket = opening;
        let wasOpen = false;
        endWhenSilent(opening, limits.ping);
        return new Promise((resolve) => {
          opening.on("open", () => {
            wasOpen = true;
            isDown = false;
            isReplaced = false;
            // An old Asterisk may not support the filter, and then sends events that are ignored here.
            const allowed = eventTypes.map((type) => ({ type }));
            send("PUT", `/applications/${app}/eventFilter`, {}, { allowed }).catch(() => {});
            onUp();
          });
          opening.on("message", (data) => {
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
          opening.on("close", () => resolve(wasOpen));
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

/** Ends a connection on which nothing arrives within `everyMs` after a ping: the loss of a network alone does not. */
function endWhenSilent(socket: WebSocket, everyMs: number): void {
  let isAlive = true;
  const heard = () => {
    isAlive = true;
  };
  const timer = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    if (socket.readyState === WebSocket.OPEN) socket.ping();
    return undefined;
  }, everyMs);
  socket.on("pong", heard);
  socket.on("message", heard);
  socket.on("close", () => clearInterval(timer));
}

/** ARI names the field of its reason in one of two ways. */
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
