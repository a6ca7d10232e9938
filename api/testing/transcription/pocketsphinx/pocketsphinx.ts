import { rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { makeScratchFolder } from "../../../tools/scratch-folder.ts";
import { fakeListen } from "../../servers/fake-listen.ts";
import { openSpeechPrograms, pcmAt } from "../../speech/programs.ts";

/** The rate of its model. */
const rate = 16_000;

/**
 * A real recognizer, PocketSphinx with Debian's English model, behind `POST /v1/audio/transcriptions`. The model knows no
 * telephones, so it is told which words there are, in any order.
 */
export async function startPocketsphinx(words: readonly string[]) {
  const programs = await openSpeechPrograms();
  const folder = makeScratchFolder("pocketsphinx");
  const grammar = path.join(folder, "words.gram");
  writeFileSync(
    grammar,
    `#JSGF V1.0;\ngrammar words;\npublic <line> = <word>+;\n<word> = ${words.join(" | ")};\n`,
  );
  const model = path.join(programs.models, "en-us");
  const recognizer = [
    ...["-hmm", path.join(model, "en-us"), "-dict", path.join(model, "cmudict-en-us.dict"), "-jsgf", grammar],
    ...["-logfn", "/dev/null", "-infile"],
  ];
  /** How long each recording was, in seconds. */
  const lengths: number[] = [];

  async function transcribe(wav: Buffer): Promise<string> {
    // It reads files alone.
    const file = path.join(folder, `${lengths.push(wav.length / 2 / rate)}.raw`);
    await programs.run("sox", ["-D", "-t", "wav", "-", ...pcmAt(rate), file], wav);
    return String(await programs.run("pocketsphinx_continuous", [...recognizer, file]))
      .trim()
      .replaceAll("\n", " ");
  }

  const server = createServer(async (req, res) => {
    if (req.url !== "/v1/audio/transcriptions") return void res.writeHead(404).end();
    try {
      const body = Buffer.concat(await req.toArray());
      const form = await new Response(body, {
        headers: { "content-type": req.headers["content-type"] ?? "" },
      }).formData();
      const file = form.get("file");
      if (file === null || typeof file === "string") return void res.writeHead(422).end();
      const text = await transcribe(Buffer.from(await file.arrayBuffer()));
      res.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ text }));
    } catch (error) {
      res.writeHead(500).end(String(error));
    }
  });
  const listening = await fakeListen(server);
  return {
    url: listening.url,
    programs,
    lengths,
    async close(): Promise<void> {
      await listening.close();
      rmSync(folder, { recursive: true });
    },
    env: {
      STT_PROVIDER: "openai",
      STT_URL: `${listening.url}/v1`,
      STT_MODEL: "en-us",
      STT_LANGUAGE: "en",
    },
  };
}
