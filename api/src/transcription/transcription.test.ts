import type { Line, SttStats } from "@souffleur/contracts";
import type { Connection } from "mongoose";
import { join, next, nextLine } from "../../testing/calls/call-events.ts";
import { startCalls, type TestCalls } from "../../testing/calls/calls.ts";
import { emptyDatabase } from "../../testing/database/database.ts";
import { agent, callerOf, colleague, outsider, supervisor } from "../../testing/people/call-people.ts";
import {
  type FakeRecognizer,
  recognizerEnv,
  startFakeRecognizer,
  vendor,
} from "../../testing/transcription/fake-recognizer.ts";
import { openaiEnv, startFakeOpenai } from "../../testing/transcription/openai/fake-openai.ts";
import { createMicrophone } from "../calls/recordings/microphone.ts";
import { callModels } from "../calls/records/call-model.ts";
import { createCallRecords } from "../calls/records/call-records.ts";
import type { Tuning } from "../tuning.ts";

const path = "/api/calls/transcribe/audio";
const webm = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(64, 7)]);
const chunk = (tail = "") => ({
  audio: Buffer.concat([webm, Buffer.from(tail)]).toString("base64"),
  mimeType: "audio/webm;codecs=opus",
});

interface Received {
  event: string;
  payload: { seq?: number; transcript?: string; text?: string; sender?: string; speaker?: number };
}

describe("transcription", () => {
  let database: Awaited<ReturnType<typeof emptyDatabase>>;
  let connection: Connection;
  let fake: FakeRecognizer;
  let server: TestCalls;
  /** Servers of a single test, closed after it. */
  const others: { close(): Promise<void> }[] = [];

  /** So slow that no script begins during a test. */
  const speed = 0.001;
  const serverWith = (tuning: Tuning = {}, environment: Record<string, string> = {}) =>
    startCalls({
      connection,
      tuning,
      env: { MONGODB_URI: "mongodb://elsewhere/souffleur", ...environment },
    });
  const recognizerKey = () => recognizerEnv(fake);
  const started: string[] = [];
  /** Starts a call of the agent, which is ended after the test. */
  async function begin() {
    const call = await server.begin(agent);
    started.push(call.callId);
    return call;
  }
  async function linesOf(callId: string): Promise<Line[]> {
    return (await server.api(agent, "GET", `/api/calls/${callId}/transcript`)).body.data.lines;
  }
  /** Has the recognizer answer each chunk with the text that `chunk` was given. */
  const transcribeTails = () => fake.answerTo((bytes) => ({ transcript: tailOf(bytes) }));
  const tailOf = (bytes: Buffer) => bytes.subarray(webm.length).toString();
  async function another(...asked: Parameters<typeof serverWith>): Promise<TestCalls> {
    const started = await serverWith(...asked);
    others.push(started);
    return started;
  }

  beforeAll(async () => {
    database = await emptyDatabase();
    connection = database.connection;
    fake = await startFakeRecognizer();
    server = await serverWith({ speed, maxWaitMs: 60_000 }, recognizerKey());
  });
  afterEach(async () => {
    fake.answerTo(undefined);
    for (const callId of started.splice(0)) await server.end(agent, callId);
    await Promise.all(others.splice(0).map((other) => other.close()));
  });
  afterAll(async () => {
    await server.close();
    await fake.close();
    await database.close();
  });
  beforeEach(() => {
    for (const key of Object.keys(fake.behaviour)) delete fake.behaviour[key as keyof typeof fake.behaviour];
    fake.requests.length = 0;
    fake.behaviour.transcript = "Je vous envoie le devis.";
  });

  test("answers transcript and confidence at the top level", async () => {
    const { status, body } = await server.api(agent, "POST", path, chunk());
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, transcript: "Je vous envoie le devis.", confidence: 0.91 });
    const [request] = fake.requests;
    expect(request?.bytes).toEqual(webm);
    expect(request?.contentType).toBe("audio/webm");
  });

  test("is what hears the calls: what a browser has recognized itself is refused", async () => {
    const { callId } = await begin();
    const text = {
      speaker: "agent",
      textId: crypto.randomUUID(),
      text: "Bonjour",
      confidence: 1,
      onDevice: true,
    };
    const { status, body } = await server.api(agent, "POST", "/api/calls/transcribe/text", {
      callId,
      ...text,
    });
    expect([status, body.error]).toEqual([409, "This server has a recognizer, which hears the calls."]);
    const speech = await server.api(agent, "GET", "/api/stt/language");
    expect(speech.body.data).toMatchObject({ configured: true, heardBy: "deepgram" });
  });

  test("stores and emits the transcript as a line of the agent's call", async () => {
    const call = await begin();
    const socket = await server.connect(supervisor);
    const received: Received[] = [];
    socket.onAny((event, payload) => received.push({ event, payload }));
    await join(socket, call.sessionId);
    const message = nextLine(socket);
    await server.api(agent, "POST", path, { ...chunk(), callId: call.callId });
    const line = await message;
    expect(line).toMatchObject({
      seq: 1,
      sender: "agent",
      text: "Je vous envoie le devis.",
      confidence: 0.91,
    });
    const final = received.find(({ event, payload }) => event === "live_transcription" && payload.seq === 1);
    expect(final?.payload).toMatchObject({ messageId: line.id, speaker: 1, is_final: true });
    expect(await linesOf(call.callId)).toEqual([line]);
  });

  test("masks card numbers and IBANs before a line is stored, emitted or answered", async () => {
    const call = await begin();
    const socket = await server.connect(agent);
    await join(socket, call.sessionId);
    const received: string[] = [];
    socket.onAny((_event, payload) => received.push(JSON.stringify(payload)));
    fake.behaviour.transcript =
      "Ma carte est le 4970 1012 3456 7893 et mon IBAN FR76 3000 6000 0112 3456 7890 189.";
    const message = nextLine(socket);
    const answers = await Promise.all([
      server.api(agent, "POST", path, { ...chunk(), callId: call.callId }),
      server.api(agent, "POST", path, chunk()),
    ]);
    received.push(...answers.map(({ body }) => body.transcript));
    expect((await message).text).toContain("masqué");
    const kept = (await linesOf(call.callId)).map(({ text }) => text);
    for (const text of [...received, ...kept]) {
      expect(text).not.toMatch(/4970|7893|3000 6000|0189/);
    }
  });

  test("makes one line of a chunk that is sent again, and another one in another call", async () => {
    const call = await begin();
    fake.behaviour.transcript = "Je vous envoie le devis ce soir.";
    const chunkId = crypto.randomUUID();
    const send = (callId: string) => server.api(agent, "POST", path, { ...chunk(), callId, chunkId });
    const answers = [await send(call.callId), ...(await Promise.all([send(call.callId), send(call.callId)]))];
    for (const { body } of answers) expect(body.transcript).toBe(fake.behaviour.transcript);
    const other = await begin();
    expect((await send(other.callId)).status).toBe(200);
    const idsOf = async (callId: string) => (await linesOf(callId)).map(({ id }) => id);
    expect(await idsOf(call.callId)).toEqual([chunkId]);
    expect(await idsOf(other.callId)).toEqual([expect.not.stringMatching(chunkId)]);
    expect((await server.api(agent, "POST", path, { ...chunk(), chunkId: "x" })).status).toBe(400);
  });

  test("adds no line for a chunk without speech", async () => {
    const call = await begin();
    fake.behaviour.transcript = "";
    const { body } = await server.api(agent, "POST", path, { ...chunk(), callId: call.callId });
    expect(body).toEqual({ success: true, transcript: "", confidence: 0 });
    expect((await server.api(agent, "GET", `/api/calls/${call.callId}`)).body.data.call.seq).toBe(0);
  });

  test("adds the lines in the order of the chunks, whichever is transcribed first", async () => {
    const call = await begin();
    fake.answerTo((bytes) => {
      const word = tailOf(bytes);
      return { transcript: word, delayMs: word === "premier" ? 300 : 0 };
    });
    const first = server.api(agent, "POST", path, { ...chunk("premier"), callId: call.callId });
    await fake.nextRequest();
    await Promise.all([first, server.api(agent, "POST", path, { ...chunk("second"), callId: call.callId })]);
    expect((await linesOf(call.callId)).map(({ text }) => text)).toEqual(["premier", "second"]);
  });

  test("adds the line of a late chunk before those of later chunks, which wait for it", async () => {
    const call = await begin();
    transcribeTails();
    const chunkOf = (word: string) => ({ word, chunkId: crypto.randomUUID() });
    type Recorded = ReturnType<typeof chunkOf>;
    const answered: string[] = [];
    const send = async ({ word, chunkId }: Recorded, after?: Recorded) => {
      const ids = { callId: call.callId, chunkId, ...(after && { afterChunkId: after.chunkId }) };
      const { status } = await server.api(agent, "POST", path, { ...chunk(word), ...ids });
      answered.push(`${word}: ${status}`);
    };
    const [first, silent, third] = [chunkOf("premier"), chunkOf(""), chunkOf("troisième")];
    // The last one arrives first; a chunk without speech lets the next one go on too.
    const overtaking = [send(third, silent), send(silent, first)];
    while (fake.requests.length < overtaking.length) await fake.nextRequest();
    await Promise.all([send(first), ...overtaking]);
    // So does one that failed for good.
    const failed = chunkOf("quatrième");
    fake.answerTo(() => ({ status: 500 }));
    await send(failed);
    fake.answerTo(() => ({ transcript: "cinquième" }));
    await send(chunkOf("cinquième"), failed);
    expect(answered).toEqual(["premier: 200", ": 200", "troisième: 200", "quatrième: 503", "cinquième: 200"]);
    const texts = (await linesOf(call.callId)).map(({ text }) => text);
    expect(texts).toEqual(["premier", "troisième", "cinquième"]);
  });

  test("answers SERVER_BUSY where the previous chunk does not arrive, unless the call is over", async () => {
    const call = await begin();
    const records = createCallRecords(callModels(connection));
    const microphone = createMicrophone({ records, live: { addLine: jest.fn() }, maxWaitMs: 0 });
    const chunkIds = { chunkId: crypto.randomUUID(), afterChunkId: crypto.randomUUID() };
    const late = await microphone({ callId: call.callId, speaker: "agent", ...chunkIds }, callerOf(agent));
    await expect(late.turn()).rejects.toMatchObject({ code: "SERVER_BUSY" });
    await server.end(agent, call.callId);
    await expect(late.turn()).resolves.toBeUndefined();
  });

  test("transcribes a chunk once, even when it is sent again until the previous one has arrived", async () => {
    const hasty = await another({ speed, maxWaitMs: 0 }, recognizerKey());
    const call = await hasty.begin(agent);
    transcribeTails();
    const [firstId, secondId] = [crypto.randomUUID(), crypto.randomUUID()];
    const send = (word: string, ids: { chunkId: string; afterChunkId?: string }) =>
      hasty.api(agent, "POST", path, { ...chunk(word), callId: call.callId, ...ids });
    const sendSecond = () => send("second", { chunkId: secondId, afterChunkId: firstId });
    const tooEarly = { status: 503, body: { code: "SERVER_BUSY" } };
    expect([await sendSecond(), await sendSecond()]).toMatchObject([tooEarly, tooEarly]);
    expect((await send("premier", { chunkId: firstId })).status).toBe(200);
    expect(await sendSecond()).toMatchObject({ status: 200, body: { transcript: "second" } });
    expect(fake.requests.map(({ bytes }) => tailOf(bytes)).sort()).toEqual(["premier", "second"]);
  });

  test("makes shared call audio the client's lines, for which the agent's lines do not wait", async () => {
    const call = await begin();
    transcribeTails();
    const send = (word: string, ids: object, as = agent) =>
      server.api(as, "POST", path, { ...chunk(word), callId: call.callId, ...ids });
    const [first, second, own] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    const early = send("deuxième", { speaker: "client", chunkId: second, afterChunkId: first });
    expect((await send("micro", { chunkId: own })).status).toBe(200);
    expect((await send("premier", { speaker: "client", chunkId: first })).status).toBe(200);
    expect((await early).status).toBe(200);
    expect((await send("premier", { speaker: "client", chunkId: first })).status).toBe(200);
    const refused = { speaker: "client", chunkId: crypto.randomUUID() };
    expect((await send("autre", refused, supervisor)).status).toBe(403);
    expect((await send("autre", { ...refused, speaker: "somebody" })).status).toBe(400);
    const lines = await linesOf(call.callId);
    expect(lines.map(({ sender, text }) => [sender, text])).toEqual([
      ["agent", "micro"],
      ["client", "premier"],
      ["client", "deuxième"],
    ]);
  });

  test("drops an echo in the other recording, even when its chunk is sent again", async () => {
    const call = await begin();
    fake.behaviour.transcript = "Nous traitons trois cents appels chaque semaine.";
    const spokenAt = Date.now();
    const send = (speaker: string, chunkId: string = crypto.randomUUID()) => {
      const ageMs = Date.now() - spokenAt;
      return server.api(agent, "POST", path, { ...chunk(), callId: call.callId, speaker, chunkId, ageMs });
    };
    const echo = crypto.randomUUID();
    expect((await send("client")).body.transcript).toBe(fake.behaviour.transcript);
    expect((await send("agent", echo)).body).toEqual({ success: true, transcript: "", confidence: 0.91 });
    await callModels(connection).lines.updateMany(
      { callId: call.callId },
      { $set: { timestamp: new Date(0) } },
    );
    expect((await send("agent", echo)).body.transcript).toBe("");
    expect((await send("agent")).body.transcript).toBe(fake.behaviour.transcript);
    const lines = await linesOf(call.callId);
    expect(lines.map(({ sender }) => sender)).toEqual(["client", "agent"]);
  });

  test("keeps an answer that repeats the question, whenever its chunk arrives", async () => {
    const call = await begin();
    const send = (speaker: string, text: string, ageMs: number) => {
      fake.behaviour.transcript = text;
      return server.api(agent, "POST", path, { ...chunk(), callId: call.callId, speaker, ageMs });
    };
    await send("agent", "Vous traitez trois cents appels par semaine à Nantes ?", 63_000);
    const answer = "Trois cents appels par semaine à Nantes, oui.";
    expect((await send("client", answer, 60_000)).body.transcript).toBe(answer);
    // In the same three seconds, the same words are its echo.
    expect((await send("agent", answer, 60_000)).body.transcript).toBe("");
    const [question, answered] = await linesOf(call.callId);
    const apart = (one?: string, other?: string) => Date.parse(one ?? "") - Date.parse(other ?? "");
    expect(apart(question?.timestamp, question?.startedAt)).toBe(3000);
    expect(apart(answered?.startedAt, question?.timestamp)).toBeGreaterThanOrEqual(0);
    expect(apart(answered?.startedAt, question?.timestamp)).toBeLessThan(3000);
  });

  test.each([-1, Number.MAX_VALUE, "soon", null])(
    "takes the age %p of a recording for none, or refuses it",
    async (ageMs) => {
      const call = await begin();
      fake.behaviour.transcript = "Bonjour.";
      const { status } = await server.api(agent, "POST", path, { ...chunk(), callId: call.callId, ageMs });
      expect(status).toBe(ageMs === Number.MAX_VALUE ? 200 : 400);
      expect(await linesOf(call.callId)).toHaveLength(status === 200 ? 1 : 0);
    },
  );

  test("is for the call's agent alone, while the call is running", async () => {
    const call = await begin();
    const send = (person: typeof agent, callId = call.callId) =>
      server.api(person, "POST", path, { ...chunk(), callId });
    const refused = [await send(supervisor), await send(colleague), await send(outsider)];
    expect(refused.map(({ status }) => status)).toEqual([403, 404, 404]);
    expect((await send(agent, "none")).status).toBe(404);
    await server.end(agent, call.callId);
    expect(await send(agent)).toMatchObject({ status: 409, body: { code: "INVALID_TRANSITION" } });
    expect(fake.requests).toEqual([]);
  });

  test("stops the agent's scripted lines when the microphone is used", async () => {
    const fast = await another({ speed: 50 }, recognizerKey());
    const socket = await fast.connect(agent);
    const call = await fast.begin(agent);
    const ended = next<{ callId: string }>(socket, "call_ended", ({ callId }) => callId === call.callId);
    await fast.api(agent, "POST", path, { ...chunk(), callId: call.callId });
    await ended;
    const { body } = await fast.api(agent, "GET", `/api/calls/${call.callId}/transcript`);
    const lines = body.data.lines as Line[];
    const own = lines.findIndex(({ text }) => text === "Je vous envoie le devis.");
    const quietUntil = Date.parse(lines[own]?.timestamp ?? "") + 10_000;
    // A line that had begun is completed; the script goes on where the microphone has been quiet for ten seconds.
    const scripted = lines.slice(own + 2).filter(({ sender }) => sender === "agent");
    expect(scripted.filter(({ startedAt }) => Date.parse(startedAt ?? "") < quietUntil)).toEqual([]);
    expect(lines.filter(({ sender }) => sender === "client").length).toBeGreaterThan(10);
  });

  test.each([
    [
      "what is no recording",
      { ...chunk(), audio: Buffer.from("fLaC, or a text").toString("base64") },
      415,
      "UNSUPPORTED_MEDIA_TYPE",
    ],
    ["a list for a type", { ...chunk(), mimeType: ["audio/webm"] }, 400, "VALIDATION_ERROR"],
    ["what is not base64", { ...chunk(), audio: "%%%%" }, 400, "VALIDATION_ERROR"],
    ["no audio", { ...chunk(), audio: "" }, 400, "VALIDATION_ERROR"],
    ["an operator for a call", { ...chunk(), callId: { $ne: "" } }, 400, "VALIDATION_ERROR"],
    ["a list for audio", { ...chunk(), audio: [1, 2] }, 400, "VALIDATION_ERROR"],
  ])("refuses %s", async (_name, body, status, code) => {
    const answer = await server.api(agent, "POST", path, body);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ success: false, code });
  });

  test.each([undefined, "", "audio/wav", "x".repeat(5000), "\u0000\r\nContent-Length: 0"])(
    "transcribes a recording whose recorder calls it %j, by its content",
    async (mimeType) => {
      const answer = await server.api(agent, "POST", path, { audio: chunk().audio, mimeType });
      expect(answer).toMatchObject({ status: 200, body: { transcript: "Je vous envoie le devis." } });
      expect(fake.requests.map(({ contentType }) => contentType)).toEqual(["audio/webm"]);
    },
  );

  test("accepts three seconds of uncompressed audio, and no more than 1.5 MB", async () => {
    const wav = Buffer.concat([
      Buffer.from("RIFF\u0000\u0000\u0000\u0000WAVE", "latin1"),
      Buffer.alloc(264_600),
    ]);
    const accepted = { audio: wav.toString("base64"), mimeType: "audio/wav" };
    expect((await server.api(agent, "POST", path, accepted)).status).toBe(200);
    const tooLarge = { audio: Buffer.alloc(1_200_000).toString("base64"), mimeType: "audio/wav" };
    expect(await server.api(agent, "POST", path, tooLarge)).toMatchObject({
      status: 413,
      body: { code: "PAYLOAD_TOO_LARGE" },
    });
  });

  test("emits when the recognizer fails, and when it answers again", async () => {
    const socket = await server.connect(agent);
    const down = next<{ status: string }>(socket, "service_status_change", ({ status }) => status === "down");
    fake.behaviour.status = 500;
    expect(await server.api(agent, "POST", path, chunk())).toMatchObject({
      status: 503,
      body: { code: "STT_UNAVAILABLE" },
    });
    expect(await down).toEqual({
      service: "recognizer",
      status: "down",
      detail: "the recognizer answered 500",
    });
    const late = server.socket(agent);
    const status = next<{ status: string }>(late, "service_status_change");
    late.connect();
    expect(await status).toMatchObject({ service: "recognizer", status: "down" });
    const back = next<{ status: string }>(socket, "service_status_change", (now) => now.status === "ready");
    delete fake.behaviour.status;
    expect((await server.api(agent, "POST", path, chunk())).status).toBe(200);
    await back;
  });

  test.each([
    ["a refused key", { status: 401 }, 503],
    ["no capacity", { status: 429 }, 503],
    ["audio that it cannot decode", { status: 400 }, 415],
    ["an answer without a transcript", { body: { results: {} } }, 503],
    ["a malformed answer", { body: "<html>" }, 503],
  ])("answers %s without the vendor's own message", async (_name, behaviour, status) => {
    Object.assign(fake.behaviour, behaviour);
    const answer = await server.api(agent, "POST", path, chunk());
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body)).not.toMatch(new RegExp(`${vendor}|html|zod|key`, "i"));
  });

  test("answers language, model and whether it is configured", async () => {
    expect((await server.api(agent, "GET", "/api/stt/language")).body.data).toEqual({
      language: "fr",
      model: expect.any(String),
      configured: true,
      heardBy: "deepgram",
      vendorSpeech: false,
    });
  });

  test("counts transcripts and packets per organization", async () => {
    const read = async (person: typeof agent): Promise<SttStats> =>
      (await server.api(person, "GET", "/api/stt/stats")).body.data.stats;
    const before = await read(agent);
    await server.api(agent, "POST", path, chunk());
    expect(await read(colleague)).toEqual({
      transcripts: before.transcripts + 1,
      packetsReceived: before.packetsReceived + 1,
    });
    expect(await read(outsider)).toEqual({ transcripts: 0, packetsReceived: 0 });
  });

  test("counts the transcripts and packets of a call, on every node, for callers who may see it", async () => {
    const node = await another({ speed }, recognizerKey());
    const [call, quiet] = [await node.begin(agent), await node.begin(agent)];
    const read = async (person: typeof agent, callId: string, on = node) => {
      const { body } = await on.api(person, "GET", `/api/stt/stats?callId=${callId}`);
      return body.success ? body.data.stats : body.code;
    };
    await node.api(agent, "POST", path, { ...chunk(), callId: call.callId });
    fake.behaviour.transcript = "";
    await node.api(agent, "POST", path, { ...chunk(), callId: call.callId });
    const stats = { transcripts: 1, packetsReceived: 2 };
    expect(await read(agent, call.callId)).toEqual(stats);
    expect(await read(supervisor, call.callId)).toEqual(stats);
    expect(await read(agent, quiet.callId)).toEqual({ transcripts: 0, packetsReceived: 0 });
    for (const person of [colleague, outsider]) expect(await read(person, call.callId)).toBe("NOT_FOUND");
    expect(await read(agent, "none")).toBe("NOT_FOUND");
    expect((await node.api(agent, "GET", `/api/stt/stats?callId=${"x".repeat(65)}`)).status).toBe(400);
    // The stop of the process writes what is not written yet.
    await node.close();
    others.splice(0);
    expect(await read(agent, call.callId, server)).toEqual(stats);
  });

  test("transcribes on a server of one's own, and counts it as that", async () => {
    const own = await startFakeOpenai("vLLM with Voxtral");
    others.push(own);
    own.behaviour.transcript = "Je vous envoie le devis.";
    const node = await another({ speed }, { ...recognizerKey(), ...openaiEnv(own) });
    const call = await node.begin(agent);
    const { status, body } = await node.api(agent, "POST", path, { ...chunk(), callId: call.callId });
    expect(status).toBe(200);
    expect(body.transcript).toBe("Je vous envoie le devis.");
    expect(own.requests.at(-1)).toMatchObject({ bytes: webm, type: "audio/webm", fileName: "audio.webm" });
    expect(fake.requests).toEqual([]);
    Object.assign(own.behaviour, { status: 429, retryAfter: 7 });
    const full = await node.api(agent, "POST", path, chunk());
    expect(full).toMatchObject({ status: 503, body: { code: "STT_UNAVAILABLE" } });
    expect(full.headers.get("retry-after")).toBe("7");
    const answered = 'souffleur_recognizer_requests_total{provider="openai",outcome="answered"}';
    expect(await node.metric(answered)).toBe(1);
    expect(await node.metric('souffleur_recognizer_up{provider="openai"}')).toBe(0);
  });

  test("is off without a key, and refuses", async () => {
    const off = await another();
    expect(await off.api(agent, "POST", path, chunk())).toMatchObject({
      status: 503,
      body: { success: false, code: "STT_NOT_CONFIGURED" },
    });
    expect((await off.api(agent, "GET", "/api/stt/language")).body.data.configured).toBe(false);
  });
});
