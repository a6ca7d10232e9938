import { travel } from "../../../testing/app.ts";
import { type FakeOpenai, startFakeOpenai } from "../../../testing/transcription/openai/fake-openai.ts";
import { type ServerName, servers } from "../../../testing/transcription/openai/servers.ts";
import {
  blocksOf,
  call,
  openCall,
  recognizerOf,
  said,
} from "../../../testing/transcription/openai/spoken-call.ts";
import { quiet, voice } from "../../../testing/transcription/openai/voice.ts";

const names = Object.keys(servers) as ServerName[];
const webm = { bytes: Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0]), type: "audio/webm" } as const;
const wav = { bytes: Buffer.from("RIFF....WAVE"), type: "audio/wav" } as const;

let fake: FakeOpenai;
afterEach(() => fake?.close());

/** Servers with a live session for the model; the others get each utterance as a recording. */
const live = new Set<ServerName>([
  "vLLM with Voxtral",
  "Speaches v0.9.0-rc.3",
  "LocalAI v4.9.0",
  "OpenAI",
  "OpenAI of 2025",
]);

describe.each(names)("%s", (name) => {
  test("transcribes a recording", async () => {
    fake = await startFakeOpenai(name);
    fake.behaviour.transcript = "Je vous envoie le devis.";
    const recognizer = recognizerOf(fake);
    expect((await recognizer.transcribe(wav)).transcript).toBe("Je vous envoie le devis.");
    const [request] = fake.requests;
    expect(request).toMatchObject({
      path: "/v1/audio/transcriptions",
      authorization: "Bearer a key",
      fileName: "audio.wav",
      fields: { model: fake.model, language: "fr", response_format: "verbose_json" },
    });
    expect(request?.bytes).toEqual(wav.bytes);
    const asked = fake.requests.length;
    await recognizer.transcribe(wav);
    // Which answer it has is remembered.
    expect(fake.requests.length - asked).toBe(1);
  });

  test("transcribes both legs of a call", async () => {
    fake = await startFakeOpenai(name);
    const { stream, finals, pieces, statuses, until } = openCall(recognizerOf(fake));
    await until(() => statuses.includes("monitoring"));
    for (const block of call) stream.send(block);
    await stream.finish();
    expect(finals()).toEqual(said);
    expect(statuses).toEqual(["monitoring", "ready"]);
    const utterances = fake.requests.filter(({ fields }) => fields.response_format === "verbose_json");
    expect(utterances.length > 0).toBe(!live.has(name));
    const [first, second] = pieces.filter((piece) => piece.isFinal && piece.channel === 0);
    const apart = Number(second?.spoken?.from) - Number(first?.spoken?.from);
    expect(Math.abs(apart - 1800)).toBeLessThan(150);
  });
});

test("a recording that the server cannot decode is refused as such", async () => {
  fake = await startFakeOpenai("whisper.cpp v1.9.3");
  await expect(recognizerOf(fake).transcribe(webm)).rejects.toMatchObject({ status: 400 });
});

test("a recording without a key is sent without one", async () => {
  fake = await startFakeOpenai("Speaches v0.9.0-rc.3");
  await recognizerOf(fake, { STT_API_KEY: "" }).transcribe(wav);
  expect(fake.requests[0]?.authorization).toBeUndefined();
});

test.each([
  ["a full server", { status: 429, retryAfter: 7 }, { status: 429, waitMs: 7000 }],
  ["a broken answer", { answer: { body: "<html>" } }, { status: undefined }],
  ["an endless answer", { answer: { body: `"${"x".repeat(1_100_000)}"` } }, { status: undefined }],
])("of a recording, %s is a fault", async (_what, behaviour, expected) => {
  fake = await startFakeOpenai("Speaches v0.9.0-rc.3");
  Object.assign(fake.behaviour, behaviour);
  await expect(recognizerOf(fake).transcribe(wav)).rejects.toMatchObject(expected);
});

test("what the models invent is left out of a recording and of a call", async () => {
  fake = await startFakeOpenai("whisper.cpp v1.9.3");
  fake.behaviour.answer = { body: { text: " Sous-titrage ST' 501\n" } };
  const recognizer = recognizerOf(fake);
  expect((await recognizer.transcribe(wav)).transcript).toBe("");
  const { stream, pieces } = openCall(recognizer);
  for (const block of call) stream.send(block);
  await stream.finish();
  expect(pieces).toEqual([]);
});

const silent = Array.from({ length: 100 }, () => blocksOf([quiet(100)], [quiet(100)])).flat();

test("silence is sent to nobody, and not kept", async () => {
  fake = await startFakeOpenai("whisper.cpp v1.9.3");
  const recognizer = recognizerOf(fake);
  const messages: object[] = [];
  const connection = await recognizer.connect(
    {
      onOpen(opened) {
        for (const block of silent) opened.send(block);
        opened.finish();
      },
      onMessage: (message) => messages.push(message),
    },
    { mute: 1000, keepAlive: 1000 },
  );
  expect(await connection.closed).toMatchObject({ code: 1000 });
  expect(fake.requests).toEqual([]);
  expect(messages).toHaveLength(20);
  expect(messages.at(-1)).toEqual({ kind: "silence", channel: 1, coveredMs: 9500 });
});

// Speaches' live session has none of its own where utterances are found here.
test.each<ServerName>(["whisper.cpp v1.9.3", "Speaches v0.9.0-rc.3"])(
  "of %s, interim texts come from the growing utterance, at most once a second",
  async (name) => {
    fake = await startFakeOpenai(name);
    const { stream, pieces, statuses, until } = openCall(recognizerOf(fake));
    await until(() => statuses.includes("monitoring"));
    travel(0);
    for (const block of blocksOf([quiet(500)], [quiet(500)])) stream.send(block);
    for (const [index, block] of blocksOf([voice(11, 4000)], [quiet(4000)]).entries()) {
      travel(100);
      stream.send(block);
      // Each request is answered before the next one is due.
      if (index % 10 === 9) await until(() => pieces.length >= Math.floor(index / 10));
    }
    await stream.finish();
    expect(pieces.map(({ isFinal, text }) => [isFinal, text])).toEqual([
      ...Array.from({ length: 3 }, () => [false, "mot 11"]),
      [true, "mot 11"],
    ]);
    const lengths = fake.requests.map(({ bytes }) => Math.round(bytes.length / 3200));
    expect(lengths.toSorted((a, b) => a - b)).toEqual(lengths);
  },
);

describe("a call over", () => {
  test.each([
    ["a full server, however it is reached", "vLLM with Voxtral", { status: 503, retryAfter: 7 }],
    ["a full server of recordings", "whisper.cpp v1.9.3", { status: 429, retryAfter: 7 }],
  ] as const)("%s ends, and says for how long", async (_what, name, behaviour) => {
    fake = await startFakeOpenai(name);
    Object.assign(fake.behaviour, behaviour);
    const handlers = { onOpen: jest.fn(), onMessage() {} };
    const connection = await recognizerOf(fake).connect(handlers, { mute: 1000, keepAlive: 1000 });
    expect(await connection.closed).toMatchObject({
      isFinal: false,
      waitMs: 7000,
      detail: "the recognizer has no capacity left for this server",
    });
    expect(handlers.onOpen).not.toHaveBeenCalled();
  });

  test.each([
    ["a refused key", { status: 401 }, "the recognizer refuses this server's key"],
    ["a model that the server does not have", { utteranceStatus: 404 }, "the recognizer answered 404"],
    ["a language that the server does not have", { utteranceStatus: 400 }, "the recognizer answered 400"],
  ])("%s is given up", async (_what, behaviour, detail) => {
    fake = await startFakeOpenai("whisper.cpp v1.9.3");
    Object.assign(fake.behaviour, behaviour);
    const { stream, statuses, details } = openCall(recognizerOf(fake));
    for (const block of call) stream.send(block);
    await stream.finish();
    expect(statuses.at(-1)).toBe("down");
    expect(details.at(-1)).toBe(detail);
  });

  test("vLLM with another model is given up", async () => {
    fake = await startFakeOpenai("vLLM with Voxtral");
    const { stream, until, details } = openCall(recognizerOf(fake, { STT_MODEL: "another" }));
    await until(() => details.includes("the recognizer answered 404"));
    await stream.finish();
  });

  test.each(["whisper.cpp v1.9.3", "vLLM with Voxtral", "Speaches v0.9.0-rc.3"] as const)(
    "%s goes on where it answered nothing for a while",
    async (name) => {
      fake = await startFakeOpenai(name);
      fake.behaviour.mute = true;
      const { stream, until, statuses, finals } = openCall(recognizerOf(fake), { mute: 300 });
      for (const block of call) stream.send(block);
      await until(() => statuses.includes("down"));
      fake.behaviour.mute = false;
      await stream.finish();
      expect(finals()).toEqual(said);
    },
  );

  test("a server that sends garbage goes on", async () => {
    fake = await startFakeOpenai("vLLM with Voxtral");
    fake.behaviour.garbage = true;
    const { stream, finals } = openCall(recognizerOf(fake));
    for (const block of call) stream.send(block);
    await stream.finish();
    expect(finals()).toEqual(said);
  });

  test("a server that is restarted loses and repeats nothing", async () => {
    fake = await startFakeOpenai("whisper.cpp v1.9.3");
    const { stream, until, statuses, finals } = openCall(recognizerOf(fake));
    await until(() => statuses.includes("monitoring"));
    for (const block of call.slice(0, 20)) stream.send(block);
    await until(() => finals().length === 1);
    const { port } = fake;
    await fake.close();
    for (const block of call.slice(20)) stream.send(block);
    await until(() => statuses.filter((status) => status === "down").length > 2);
    // Nobody is told that it listens while it cannot be reached.
    expect(statuses.filter((status) => status === "monitoring")).toHaveLength(1);
    fake = await startFakeOpenai("whisper.cpp v1.9.3", port);
    await until(() => statuses.at(-1) === "monitoring");
    await stream.finish();
    expect(finals()).toEqual(said);
  });
});
