import { randomUUID } from "node:crypto";
import { clock } from "../../clock.ts";
import { retryAfterMs } from "../../scheduling/retry-after.ts";
import type { Audio } from "../audio.ts";
import { RecognizerFault } from "../recognizer.ts";
import { type Heard, readAnswer } from "./answers.ts";

/** How a server is addressed, and what it is asked for. */
export interface Server {
  url: string;
  key: string | undefined;
  model: string;
  language: string;
}

export const authorization = ({ key }: Pick<Server, "key">): Record<string, string> =>
  key === undefined ? {} : { authorization: `Bearer ${key}` };

/** Most servers tell the format by the name. */
const names: Record<Audio["type"], string> = {
  "audio/wav": "audio.wav",
  "audio/webm": "audio.webm",
  "audio/ogg": "audio.ogg",
  "audio/mp4": "audio.mp4",
  "audio/mpeg": "audio.mp3",
};

/** What a server answers to a format of the answer that it or its model does not have. */
const unknownFormat = new Set([400, 404, 415, 422, 501]);
/** Of an answer to half a minute of speech. */
const answerMax = 1_000_000;

/** Requests to `POST {url}/audio/transcriptions`. */
export function createRequests(server: Server) {
  /** The answer that says most; the plain one once the server has refused the other and answered this one. */
  let format: "verbose_json" | "json" = "verbose_json";

  async function post(audio: Audio, asked: typeof format, signal: AbortSignal): Promise<Heard> {
    const boundary = `----souffleur-${randomUUID()}`;
    const response = await answered(`${server.url}/audio/transcriptions`, {
      method: "POST",
      headers: { ...authorization(server), "content-type": `multipart/form-data; boundary=${boundary}` },
      body: form(boundary, audio, {
        model: server.model,
        language: server.language,
        response_format: asked,
      }),
      signal,
    });
    try {
      return readAnswer(JSON.parse(await textOf(response)));
    } catch (thrown) {
      throw new RecognizerFault(undefined, thrown);
    }
  }

  return {
    /** @throws RecognizerFault */
    async transcribe(audio: Audio, signal: AbortSignal): Promise<Heard> {
      try {
        return await post(audio, format, signal);
      } catch (thrown) {
        const isRefused = thrown instanceof RecognizerFault && unknownFormat.has(thrown.status ?? 0);
        if (format === "json" || !isRefused) throw thrown;
        const heard = await post(audio, "json", signal);
        format = "json";
        return heard;
      }
    },

    /**
     * Resolves when the server answers anything but that it is full or broken, or that it refuses the key.
     * @throws RecognizerFault
     */
    async reach(signal: AbortSignal): Promise<void> {
      try {
        const response = await answered(`${server.url}/models`, { headers: authorization(server), signal });
        await response.body?.cancel();
      } catch (thrown) {
        const status = thrown instanceof RecognizerFault ? thrown.status : undefined;
        // Not every server has a list of models.
        if (status === undefined || status >= 500 || [401, 402, 403, 429].includes(status)) throw thrown;
      }
    },
  };
}
export type Requests = ReturnType<typeof createRequests>;

/** @throws RecognizerFault, without what the server says, which may quote the request */
async function answered(url: string, asked: RequestInit): Promise<Response> {
  // A redirection could carry the audio elsewhere.
  const response = await fetch(url, { ...asked, redirect: "error" }).catch((thrown: unknown) => {
    throw new RecognizerFault(undefined, thrown);
  });
  if (response.ok) return response;
  await response.body?.cancel();
  const waitMs = retryAfterMs(response.headers.get("retry-after") ?? undefined, clock.now());
  throw new RecognizerFault(response.status, undefined, waitMs);
}

async function textOf(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    length += piece.length;
    if (length > answerMax) throw new Error("The answer is too long");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

/** A form in one piece: `FormData` would copy the audio once more. */
function form(boundary: string, { bytes, type }: Audio, fields: Record<string, string>): Buffer {
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file = `content-disposition: form-data; name="file"; filename="${names[type]}"\r\ncontent-type: ${type}\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(`${texts.join("")}--${boundary}\r\n${file}`),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
}
