import * as z from "zod";
import { tryParseJson } from "../http/try-parse-json.ts";

/** A language model's answer that cannot be used; `reason` is a label of the metrics. */
export class ModelFault extends Error {
  readonly reason: "unreachable" | "status" | "timeout" | "refusal" | "malformed";

  constructor(reason: ModelFault["reason"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

const answerBytesMax = 64_000;

const Piece = z.object({
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }).nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .default([]),
  error: z.unknown().optional(),
});

/**
 * The text of a chat completion as it arrives, in server-sent events or, from a server that does not stream, in one
 * JSON answer. The `openai` package would take a stream that was cut for a complete one (decision 28).
 * @throws ModelFault for a refusal, an error in the stream, a malformed answer or a stream that breaks off
 */
export async function* readChat(response: Response): AsyncGenerator<string> {
  if (!response.body) throw new ModelFault("malformed", "the answer has no body");
  const streams = response.headers.get("content-type")?.includes("text/event-stream") ?? false;
  if (!streams) {
    yield* readPiece(await readAll(response.body));
    return;
  }
  for await (const line of readLines(response.body)) {
    if (!line.startsWith("data:")) continue;
    const data = line.slice("data:".length).trim();
    if (data === "[DONE]") return;
    if (data !== "") yield* readPiece(data);
  }
  throw new ModelFault("malformed", "the stream broke off");
}

function readPiece(json: string): string[] {
  const piece = Piece.safeParse(tryParseJson(json));
  if (!piece.success) throw new ModelFault("malformed", "a piece of the answer is no chat completion");
  if (piece.data.error !== undefined && piece.data.error !== null) {
    throw new ModelFault("status", "the model reported an error");
  }
  const [choice] = piece.data.choices;
  if (!choice) return [];
  const answer = choice.delta ?? choice.message;
  if (answer?.refusal || choice.finish_reason === "content_filter") {
    throw new ModelFault("refusal", "the model refused to answer");
  }
  return answer?.content ? [answer.content] : [];
}

async function* readText(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > answerBytesMax) throw new ModelFault("malformed", "the answer is too long");
    yield decoder.decode(chunk, { stream: true });
  }
}

async function readAll(body: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  for await (const piece of readText(body)) text += piece;
  return text;
}

async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of readText(body)) {
    const lines = (rest + piece).split(/\r?\n/);
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}
