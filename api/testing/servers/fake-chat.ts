import { createServer, type ServerResponse } from "node:http";
import { fakeListen } from "./fake-listen.ts";

interface ChatRequest {
  url: string | undefined;
  authorization: string | undefined;
  body: {
    model: string;
    stream: boolean;
    response_format?: unknown;
    messages: { role: string; content: string }[];
  };
}

type Respond = (res: ServerResponse, request: ChatRequest) => Promise<void> | void;

/** A server with OpenAI's chat completions; the test sets its responses. */
export async function startFakeChat() {
  const requests: ChatRequest[] = [];
  let respond: Respond = (res) => void stream(res, ["{}"]);
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const request: ChatRequest = {
      url: req.url,
      authorization: req.headers.authorization,
      body: JSON.parse(Buffer.concat(chunks).toString("utf8")),
    };
    requests.push(request);
    await respond(res, request);
  });
  const { url, close } = await fakeListen(server);
  return {
    url: `${url}/v1`,
    requests,
    answer(next: Respond): void {
      respond = next;
    },
    close,
  };
}
export type FakeChat = Awaited<ReturnType<typeof startFakeChat>>;

export function begin(res: ServerResponse): void {
  res.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
}

/** Sends one piece of the reply as a server-sent event. */
export function sendContent(res: ServerResponse, content: string): void {
  res.write(
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`,
  );
}

export function raw(res: ServerResponse, bytes: string): void {
  begin(res);
  res.end(bytes);
}

export function stream(res: ServerResponse, pieces: readonly string[]): void {
  begin(res);
  res.write(": keep-alive\n\n");
  res.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { role: "assistant" } }] })}\n\n`);
  for (const piece of pieces) sendContent(res, piece);
  res.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] })}\n\n`);
  res.end("data: [DONE]\n\n");
}

export function reply(text: string, category = "response", confidence = 0.8): string {
  return JSON.stringify({ text, category, confidence });
}
