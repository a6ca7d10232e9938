import { type FakeOpenai, startFakeOpenai } from "../../../testing/transcription/openai/fake-openai.ts";
import type { ServerName } from "../../../testing/transcription/openai/servers.ts";
import { call, openCall, recognizerOf, said } from "../../../testing/transcription/openai/spoken-call.ts";

let fake: FakeOpenai;
afterEach(() => fake?.close());

/** What is said in the call so many times over. */
const saidTimes = (times: number) =>
  said.flatMap((line) => Array.from({ length: times }, () => line)).toSorted();

describe.each<ServerName>([
  "vLLM with Voxtral",
  "Speaches v0.9.0-rc.3",
  "LocalAI v4.9.0",
  "OpenAI",
  "whisper.cpp v1.9.3",
])("%s", (name) => {
  test.each([3, 13])("loses and repeats nothing when it is killed after every %i blocks", async (every) => {
    fake = await startFakeOpenai(name);
    const { stream, statuses, until, finals } = openCall(recognizerOf(fake), { finish: 20_000 });
    await until(() => statuses.at(-1) === "monitoring");
    for (const [index, block] of call.entries()) {
      stream.send(block);
      if (index % every !== every - 1) continue;
      const { port } = fake;
      await fake.close();
      fake = await startFakeOpenai(name, port);
      if (name === "whisper.cpp v1.9.3") continue;
      await until(() => statuses.at(-1) === "down");
      await until(() => statuses.at(-1) === "monitoring");
    }
    await stream.finish();
    expect(finals()).toEqual(said);
  });
});

test.each<ServerName>(["vLLM with Voxtral", "whisper.cpp v1.9.3"])(
  "%s loses and repeats nothing of many calls while it is full half of the time",
  async (name) => {
    fake = await startFakeOpenai(name);
    const recognizer = recognizerOf(fake);
    const calls = Array.from({ length: 12 }, () => openCall(recognizer, { finish: 30_000 }));
    const full = setInterval(() => {
      if (fake.behaviour.status === undefined) fake.behaviour.status = 503;
      else delete fake.behaviour.status;
      fake.drop();
    }, 200);
    for (const { stream } of calls) for (const block of call) stream.send(block);
    const finished = Promise.all(calls.map(({ stream }) => stream.finish()));
    const settled = setTimeout(() => {
      clearInterval(full);
      delete fake.behaviour.status;
    }, 2000);
    await finished;
    clearInterval(full);
    clearTimeout(settled);
    expect(calls.flatMap(({ finals }) => finals()).toSorted()).toEqual(saidTimes(12));
  },
);
