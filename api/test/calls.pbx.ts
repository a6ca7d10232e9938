import { setTimeout as sleep } from "node:timers/promises";
import type { Line } from "@souffleur/contracts";
import { silence } from "../src/transcription/replay-buffer.ts";
import { overhear, secondAccount, signIn } from "../testing/pbx/product.ts";
import { openScreen } from "../testing/pbx/screen.ts";
import { pbx, preparePbx, texts } from "../testing/pbx/set-up.ts";
import { oneZero } from "../testing/pbx/speech.ts";
import { endOf, ends } from "../testing/pbx/telephones.ts";
import { freePort } from "../tools/network.ts";

preparePbx();

/** The sentences that the samples of a channel come from, compared in windows without silence. */
function textsIn(channel: readonly number[]): string[] {
  const windowBytes = 160;
  const bytes = Buffer.from(channel.map(oneZero));
  const found = new Set<string>();
  for (let at = 0; at + windowBytes <= bytes.length; at += windowBytes) {
    const window = bytes.subarray(at, at + windowBytes);
    if (window.includes(silence)) continue;
    const sentence = pbx.sentences.find(({ audio }) => audio.includes(window));
    found.add(sentence?.text ?? "no known sentence");
  }
  return [...found];
}

test("a telephone call is on the agent's screen: every packet, each leg separately, every event in order", async () => {
  const token = await signIn(pbx.product.url);
  const { browser, page } = await openScreen(pbx.product.url);
  const agent = await overhear(pbx.product.url, token);
  const call = pbx.telephones.call(14);
  await agent.until("asterisk_audio_connected", ({ leg }) => leg === "client");
  await agent.until("asterisk_audio_connected", ({ leg }) => leg === "agent");

  // Our count of packets must be Asterisk's. Ours is read before and after Asterisk's, which is slow on a busy machine.
  const count = async () => {
    const early = await pbx.product.frames();
    const received = await pbx.asterisk.received();
    return { early, received, late: await pbx.product.frames() };
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
  // By the keyboard: the tips of a first call stand above the status.
  await page.locator("summary", { hasText: "Transcription status" }).press("Enter");
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
  expect(agent.of("call_started")[0]).toMatchObject({
    source: "telephony",
    customer: { name: "Jeanne Martin" },
  });

  const lines: Line[] = agent.of("line");
  expect(lines.map(({ sender, text }) => `${sender}: ${text}`)).toEqual([
    `client: ${texts[0]}`,
    `agent: ${texts[1]}`,
    `client: ${texts[2]}`,
  ]);
  const [client, agentSound] = pbx.samples.map(textsIn);
  expect(client?.sort()).toEqual([texts[0], texts[2]].sort());
  expect(agentSound).toEqual([texts[1]]);
  agent.socket.disconnect();
  await browser.close();
});

test("hold is shown, and a transferred client is a call of the next agent", async () => {
  const agent = await overhear(pbx.product.url, await signIn(pbx.product.url));
  const second = await overhear(pbx.product.url, await signIn(pbx.product.url, secondAccount));
  const secondTelephone = pbx.telephones.second();
  const call = pbx.telephones.call(24, "100", "agent-hands-on.xml");
  await agent.until("audio_health", ({ legs }) => legs.agent.held);
  await agent.until("call_ended");
  const held = agent.of("audio_health").map(({ legs }) => legs.agent.held);
  expect(held.filter((now, at) => now !== held[at - 1]).slice(-2)).toEqual([true, false]);

  const begun = await second.until("call_started");
  expect(begun).toMatchObject({ customer: { name: "Jeanne Martin" } });
  expect(begun.callId).not.toBe(agent.of("call_started")[0].callId);
  const line: Line = await second.until("line", ({ sender }) => sender === "client");
  expect(texts).toContain(line.text);
  expect(await ends(await call)).toEqual([0, 0]);
  await second.until("call_ended", ({ callId }) => callId === begun.callId);
  expect(await endOf(secondTelephone)).toBe(0);
  expect(agent.of("call_started")).toHaveLength(1);
  agent.socket.disconnect();
  second.socket.disconnect();
});

test("both legs are received over AudioSocket too, and a call without an agent is ignored", async () => {
  await pbx.product.stop();
  const audioSocket = `127.0.0.1:${await freePort()}`;
  const env = { ASTERISK_MEDIA: "audiosocket", ASTERISK_MEDIA_CLIENT: audioSocket };
  await pbx.start(env);
  const agent = await overhear(pbx.product.url, await signIn(pbx.product.url));
  expect(await ends(await pbx.telephones.call(2, "200"))).toEqual([0, 0]);
  const call = pbx.telephones.call(9);
  await agent.until("line", ({ text }) => text === texts[1]);
  expect(await ends(await call)).toEqual([0, 0]);
  await agent.until("call_ended");
  expect(agent.of("call_started")).toHaveLength(1);
  expect(agent.of("line").map(({ sender, text }) => `${sender}: ${text}`)).toEqual([
    `client: ${texts[0]}`,
    `agent: ${texts[1]}`,
  ]);
  agent.socket.disconnect();
});
