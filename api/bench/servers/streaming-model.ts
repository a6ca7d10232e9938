import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../tools/network.ts";

/** A fast hosted model: 100 tokens of four letters a second. */
const betweenTokensMs = 10;
const tokenLetters = 4;

/**
 * A server with OpenAI's streamed chat completions.
 * @param textOf its next answer
 * @param onToken called before each token is written, with the text up to its end
 */
export async function startStreamingModel(
  textOf: () => string,
  onToken: (soFar: string, isFirst: boolean) => void,
) {
  const server = createServer(async (_req, res) => {
    res.writeHead(200, { "content-type": "text/event-stream" });
    const text = textOf();
    for (let at = 0; at < text.length; at += tokenLetters) {
      const content = text.slice(at, at + tokenLetters);
      onToken(text.slice(0, at + tokenLetters), at === 0);
      res.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`);
      await sleep(betweenTokensMs);
    }
    res.end("data: [DONE]\n\n");
  });
  const port = await freePort();
  await once(server.listen(port, "localhost"), "listening");
  const url = `http://localhost:${port}/v1`;
  return { url, env: { LLM_BASE_URL: url, LLM_MODEL: "fake" }, close: () => server.close() };
}
