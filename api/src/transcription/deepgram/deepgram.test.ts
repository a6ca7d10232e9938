import { recognizerEnv, startFakeRecognizer } from "../../../testing/transcription/fake-recognizer.ts";
import { readConfig } from "../../config.ts";
import { deepgram } from "./deepgram.ts";

test("a recording is sent with the key, the model and the language", async () => {
  const fake = await startFakeRecognizer();
  const config = readConfig({ NODE_ENV: "test", ...recognizerEnv(fake) });
  await deepgram.create(config)?.transcribe({ bytes: Buffer.from("RIFF"), type: "audio/wav" });
  const [request] = fake.requests;
  expect(request?.authorization).toMatch(/^token a key$/i);
  expect(Object.fromEntries(new URL(request?.path ?? "", fake.url).searchParams)).toMatchObject({
    model: "nova-3",
    language: "fr",
    mip_opt_out: "true",
  });
  await fake.close();
});

test.each([
  ["opts out of the use of audio for training", {}, "true"],
  ["opts in where that is configured", { DEEPGRAM_MIP_OPT_OUT: "false" }, "false"],
])("%s", async (_name, environment: Record<string, string>, optOut) => {
  const fake = await startFakeRecognizer();
  const config = readConfig({ NODE_ENV: "test", ...recognizerEnv(fake), ...environment });
  const connection = await deepgram
    .create(config)
    ?.connect({ onOpen: (opened) => opened.close(), onMessage() {} }, { mute: 10_000, keepAlive: 4000 });
  await connection?.closed;
  const asked = fake.streamPaths.map((path) => new URL(path, fake.url).searchParams);
  expect(asked.map((query) => query.get("mip_opt_out"))).toEqual([optOut]);
  await fake.close();
});
