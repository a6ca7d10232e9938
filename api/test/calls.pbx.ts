import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Line } from "@souffleur/contracts";
import { type Browser, chromium, type Page } from "playwright";
import { silence } from "../src/transcription/replay-buffer.ts";
import { type DeepgramStandIn, startDeepgramStandIn } from "../testing/deepgram-stand-in.ts";
import { type Asterisk, startAsterisk } from "../testing/pbx/asterisk.ts";
import {
  agentAccount,
  checkTelephony,
  overhear,
  type Product,
  secondAccount,
  signIn,
  startProduct,
} from "../testing/pbx/product.ts";
import type { Program } from "../testing/pbx/programs.ts";
import { createListener } from "../testing/pbx/sentence-listener.ts";
import { oneZero, recording, type Sentence, speak } from "../testing/pbx/speech.ts";
import { prepareTelephones } from "../testing/pbx/telephones.ts";
import { chromiumFlags } from "../tools/chromium-flags.ts";
import { freePort } from "../tools/network.ts";

const texts = [
  "Bonjour je voudrais un devis pour dix postes.",
  "Bien sûr quel est votre budget pour ce projet.",
  "Nous avons prévu deux mille euros par mois.",
];
/** The length of the recordings, which are repeated. */
const roundMs = 15_000;

let folder: string;
let sentences: Sentence[];
let asterisk: Asterisk;
let recognizer: DeepgramStandIn;
let product: Product;
let telephones: Awaited<ReturnType<typeof prepareTelephones>>;
let port: number;
/** All samples that the recognizer received, by channel: 0 is the client's, 1 the agent's. */
let samples: number[][] = [[], []];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "souffleur-pbx-"));
  sentences = await speak(folder, texts);
  port = await freePort();
  asterisk = await startAsterisk({
    folder,
    apiPort: port,
    agent: agentAccount.email,
    second: secondAccount.email,
  });
  const [first, second, third] = sentences as [Sentence, Sentence, Sentence];
  telephones = await prepareTelephones({
    folder,
    asterisk,
    audio: {
      client: recording(roundMs, [
        [1500, first],
        [9500, third],
      ]),
      agent: recording(roundMs, [[5500, second]]),
    },
  });
  const listener = createListener(sentences, (channel, received) => samples[channel]?.push(...received));
  recognizer = await startDeepgramStandIn(0, listener);
  product = await startProduct({ folder, port, asterisk, recognizer });
}, 120_000);

beforeEach(() => {
  samples = [[], []];
});

afterAll(async () => {
  await product?.stop();
  await asterisk?.stop();
  await recognizer?.close();
  await rm(folder, { recursive: true, force: true });
});

/** @param flags of the browser, in addition to those of every test */
async function openScreen(
  { email, password } = agentAccount,
  flags: readonly string[] = [],
): Promise<{ browser: Browser; page: Page }> {
  const executablePath = process.env.CHROMIUM_PATH;
  const args = [...chromiumFlags, ...flags];
  const browser = await chromium.launch({
    args,
    // A softphone's tab must play sound.
    ignoreDefaultArgs: ["--mute-audio"],
    ...(executablePath && { executablePath }),
  });
  const context = await browser.newContext({ permissions: ["microphone"] });
  const page = await context.newPage();
  await page.goto(`${product.url}/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/dashboard");
  await page.getByRole("link", { name: "Live Call" }).click();
  await page.getByRole("log", { name: "Conversation" }).waitFor();
  return { browser, page };
}

/** 0 for a call without an error, otherwise the end of sipp's output. */
async function endOf(telephone: Program): Promise<number | string> {
  const how = await telephone.ended;
  return how === 0 ? 0 : `${how}: ${telephone.output().slice(-1500)}`;
}

const ends = ([client, agent]: [Program, Program]) => Promise.all([endOf(client), endOf(agent)]);

/** The sentences that the samples of a channel come from, compared in windows without silence. */
function textsIn(channel: readonly number[]): string[] {
  const windowBytes = 160;
  const bytes = Buffer.from(channel.map(oneZero));
  const found = new Set<string>();
  for (let at = 0; at + windowBytes <= bytes.length; at += windowBytes) {
    const window = bytes.subarray(at, at + windowBytes);
    if (window.includes(silence)) continue;
    const sentence = sentences.find(({ audio }) => audio.includes(window));
    found.add(sentence?.text ?? "no known sentence");
  }
  return [...found];
}

test("a telephone call is on the agent's screen: every packet, each leg separately, every event in order", async () => {
  const token = await signIn(product.url);
  const { browser, page } = await openScreen();
  const agent = await overhear(product.url, token);
  const call = telephones.call(14);
  await agent.until("asterisk_audio_connected", ({ leg }) => leg === "client");
  await agent.until("asterisk_audio_connected", ({ leg }) => leg === "agent");

  // Our count of packets must be Asterisk's. Ours is read before and after Asterisk's, which is slow on a busy machine.
  const count = async () => {
    const early = await product.frames();
    const received = await asterisk.received();
    return { early, received, late: await product.frames() };
  };
  const before = await count();
  await sleep(8000);
  const after = await count();
  const sent = after.received.map((received, leg) => received - (before.received[leg] ?? Number.NaN));
  const all = sent.reduce((sum, packets) => sum + packets, 0);
  expect(sent).toHaveLength(2);
  expect(all).toBeGreaterThan(700);
  expect(after.late - before.early).toBeGreaterThan(all * 0.99);
  expect(after.early - before.late).toBeLessThan(all * 1.01);

  const log = page.getByRole("log", { name: "Conversation" });
  for (const text of texts) await log.getByText(text).first().waitFor();
  await page.getByText("Heard well", { exact: true }).waitFor();
  await page.getByText("Details", { exact: true }).click();
  await page.getByText("Monitoring", { exact: true }).waitFor();
  await page.getByRole("meter", { name: "Client audio level" }).waitFor();
  if (process.env.SOUFFLEUR_PBX_SCREEN) {
    await page.getByRole("meter", { name: "Agent audio level" }).scrollIntoViewIfNeeded();
    await page.screenshot({ path: process.env.SOUFFLEUR_PBX_SCREEN });
  }

  expect(await ends(await call)).toEqual([0, 0]);
  await agent.until("call_ended");
  await page.getByText("Ended", { exact: true }).waitFor();
  const order = agent.received
    .filter(({ event }) =>
      [
        "call_started",
        "audio_session_started",
        "sip_call_event",
        "audio_session_ended",
        "call_ended",
      ].includes(event),
    )
    .map(({ event, payload }) => payload.type ?? event);
  expect(order).toEqual([
    "call_started",
    "audio_session_started",
    "call_established",
    "call_hangup",
    "call_terminated",
    "audio_session_ended",
    "call_ended",
  ]);
  expect(agent.of("sip_call_event").at(-1)).toMatchObject({ cause: "Normal Clearing" });
  expect(agent.of("call_started")[0]).toMatchObject({ source: "telephony", clientName: "Jeanne Martin" });

  const lines: Line[] = agent.of("conversation_message");
  expect(lines.map(({ sender, text }) => `${sender}: ${text}`)).toEqual([
    `client: ${texts[0]}`,
    `agent: ${texts[1]}`,
    `client: ${texts[2]}`,
  ]);
  const [client, agentSound] = samples.map(textsIn);
  expect(client?.sort()).toEqual([texts[0], texts[2]].sort());
  expect(agentSound).toEqual([texts[1]]);
  agent.socket.disconnect();
  await browser.close();
});

test("a call goes on while the API is killed, and its lines continue after the restart", async () => {
  const agent = await overhear(product.url, await signIn(product.url));
  const call = await telephones.call(35);
  const first: Line = await agent.until("conversation_message");
  await product.stop("SIGKILL");
  agent.socket.disconnect();

  product = await startProduct({ folder, port, asterisk, recognizer });
  const token = await signIn(product.url);
  const again = await overhear(product.url, token);
  await again.until("conversation_message");
  expect(await ends(call)).toEqual([0, 0]);
  await again.until("call_ended", ({ callId }) => callId === first.callId);
  const { lines } = await product.ask<{ lines: Line[] }>(token, `/api/calls/${first.callId}/transcript`);
  expect(lines[0]).toEqual(first);
  expect(lines).toEqual(expect.arrayContaining(again.of("conversation_message")));
  expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index + 1));
  again.socket.disconnect();
});

test("hold is shown, and a transferred client is a call of the next agent", async () => {
  const agent = await overhear(product.url, await signIn(product.url));
  const second = await overhear(product.url, await signIn(product.url, secondAccount));
  const secondTelephone = telephones.second();
  const call = telephones.call(24, "100", "agent-hands-on.xml");
  await agent.until("audio_health", ({ legs }) => legs.agent.held);
  await agent.until("call_ended");
  const held = agent.of("audio_health").map(({ legs }) => legs.agent.held);
  expect(held.filter((now, at) => now !== held[at - 1]).slice(-2)).toEqual([true, false]);

  const begun = await second.until("call_started");
  expect(begun).toMatchObject({ clientName: "Jeanne Martin" });
  expect(begun.callId).not.toBe(agent.of("call_started")[0].callId);
  const line: Line = await second.until("conversation_message", ({ sender }) => sender === "client");
  expect(texts).toContain(line.text);
  expect(await ends(await call)).toEqual([0, 0]);
  await second.until("call_ended", ({ callId }) => callId === begun.callId);
  expect(await endOf(secondTelephone)).toBe(0);
  expect(agent.of("call_started")).toHaveLength(1);
  agent.socket.disconnect();
  second.socket.disconnect();
});

test("telephony:check succeeds with and without a running server, and reports each problem", async () => {
  const withServer = await checkTelephony({ folder, port, asterisk, recognizer });
  expect(withServer.output.trim().split("\n")).toEqual([
    expect.stringMatching(/^✓ ARI answers at .*: Asterisk \d+\./),
    "✓ All modules that are needed are running",
    `✓ A tap brings its sound to the server that runs on port ${port}`,
  ]);
  expect(withServer.code).toBe(0);

  const wrongPassword = { ...asterisk, password: "wrong" };
  const refused = await checkTelephony({ folder, port, asterisk: wrongPassword, recognizer });
  expect(refused.output).toContain("✗ ARI refuses ASTERISK_ARI_USER and its password");
  expect(refused.code).toBe(1);

  const reader = await checkTelephony({
    folder,
    port,
    asterisk: { ...asterisk, user: "reader" },
    recognizer,
  });
  expect(reader.output).toContain("Set read_only = no under [reader] in ari.conf.");
  expect(reader.code).toBe(1);

  await product.stop();
  const alone = await checkTelephony({ folder, port, asterisk, recognizer });
  expect(alone.output).toContain(`✓ A tap brings its sound to port ${port}`);
  expect(alone.code).toBe(0);
});

test("both legs are received over AudioSocket too, and a call without an agent is ignored", async () => {
  await product.stop();
  const audioSocket = `127.0.0.1:${await freePort()}`;
  const env = { ASTERISK_MEDIA: "audiosocket", ASTERISK_MEDIA_CLIENT: audioSocket };
  product = await startProduct({ folder, port, asterisk, recognizer, env });
  const agent = await overhear(product.url, await signIn(product.url));
  expect(await ends(await telephones.call(2, "200"))).toEqual([0, 0]);
  const call = telephones.call(9);
  await agent.until("conversation_message", ({ text }) => text === texts[1]);
  expect(await ends(await call)).toEqual([0, 0]);
  await agent.until("call_ended");
  expect(agent.of("call_started")).toHaveLength(1);
  expect(agent.of("conversation_message").map(({ sender, text }) => `${sender}: ${text}`)).toEqual([
    `client: ${texts[0]}`,
    `agent: ${texts[1]}`,
  ]);
  agent.socket.disconnect();
});

/** The loudest sample of a recording, as a browser decodes it; 1 is full scale. */
const loudest = (page: Page, recording: Buffer) =>
  page.evaluate<number>(`(async () => {
    const bytes = Uint8Array.from(atob("${recording.toString("base64")}"), (character) => character.charCodeAt(0));
    const audio = await new OfflineAudioContext(1, 1, 44100).decodeAudioData(bytes.buffer);
    return audio.getChannelData(0).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  })()`);

test("the shared sound of a softphone's tab is transcribed as the client until the tab is closed", async () => {
  const { browser, page } = await openScreen(secondAccount, [
    "--use-fake-device-for-media-stream",
    "--autoplay-policy=no-user-gesture-required",
    "--auto-select-tab-capture-source-by-title=Softphone",
  ]);
  const softphone = await page.context().newPage();
  const speech = (await readFile(join(folder, "sentence-0.wav"))).toString("base64");
  await softphone.setContent(
    `<title>Softphone</title><audio autoplay loop src="data:audio/wav;base64,${speech}"></audio>`,
  );
  await softphone.locator("audio").evaluate((audio: { play(): Promise<void> }) => audio.play());
  await page.bringToFront();
  await page.getByRole("button", { name: "Test Live Transcription" }).click();
  await page.getByRole("button", { name: "Stop recording" }).click();
  const [text = ""] = texts;
  recognizer.answerTo(() => ({ transcript: text }));
  await page.getByRole("button", { name: "Share call audio" }).click();
  await page.getByText("Recording the client").waitFor();

  const line = page.getByRole("log", { name: "Conversation" }).getByText(text, { exact: true }).first();
  await line.waitFor();
  const chunk = recognizer.requests.at(-1)?.bytes ?? Buffer.alloc(0);
  expect(await loudest(page, chunk)).toBeGreaterThan(0.05);
  const token = await signIn(product.url, secondAccount);
  const { calls } = await product.ask<{ calls: { callId: string }[] }>(token, "/api/calls?status=active");
  const { lines } = await product.ask<{ lines: Line[] }>(token, `/api/calls/${calls[0]?.callId}/transcript`);
  expect(lines.find((one) => one.text === text)?.sender).toBe("client");
  await softphone.close();
  await page.getByText("Sharing has ended").waitFor();
  await page.getByRole("button", { name: "End Call" }).click();
  await browser.close();
});
