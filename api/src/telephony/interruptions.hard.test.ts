import { once } from "node:events";
import WebSocket from "ws";
import { agent, colleague, outsider } from "../../testing/people/call-people.ts";
import {
  agentAddress,
  bothConnected,
  clientParty,
  listen,
  nextClient,
  usePhones,
  watch,
} from "../../testing/telephony/telephony.ts";
import { mediaPath } from "./media/media-endpoint.ts";

const { start, inCall } = usePhones();

const firstLines = ["agent: mot 21", "client: mot 11"];
const allLines = ["agent: mot 21", "agent: mot 22", "client: mot 11", "client: mot 12"];

/** The status for users without a PBX. */
const noTelephones = {
  service: "asterisk",
  status: "ready",
  detail: "No telephone system is connected: only test calls appear here.",
};

test("ends a call whose telephones hung up while the API was stopped", async () => {
  const { phones, browser, channels } = await inCall();
  const { callId } = browser.of("call_started")[0];
  await phones.stop();
  phones.pbx.hangUp(channels.client);
  phones.pbx.hangUp(channels.agent);
  // Otherwise the call may end before the page connects.
  phones.pbx.behaviour.refuses.add("GET /events");
  await phones.start();
  const again = await listen(phones.server().socket(agent));
  phones.pbx.behaviour.refuses.clear();
  await again.until("call_ended", (payload) => payload.callId === callId);
  const { body } = await phones.server().api(agent, "GET", `/api/calls/${callId}`);
  expect(body.data.call).toMatchObject({ status: "ended", reason: "hangup" });
});

test("taps a leg again when its media connection is lost, and emits both, or when its snoop has ended", async () => {
  const { phones, browser, channels } = await inCall();
  phones.pbx.dropMedia(channels.client);
  await browser.until("asterisk_audio_disconnected", ({ leg }) => leg === "client");
  await browser.until("asterisk_audio_connected", ({ leg }) => leg === "client", 2);
  expect(browser.of("asterisk_audio_disconnected")).toHaveLength(1);
  phones.pbx.endSnoop(channels.client);
  await browser.until("asterisk_audio_connected", ({ leg }) => leg === "client", 3);
  phones.speak(channels, 11, 21);
  expect(await browser.lines(2)).toEqual(firstLines);
  await phones.pbx.until(() => phones.pbx.channelIds().length === 6);
});

test("does not report Asterisk as ready at the end of a call while it is disconnected", async () => {
  const { phones, browser, channels } = await inCall();
  phones.pbx.behaviour.refuses.add("GET /events");
  phones.pbx.dropEvents();
  await browser.untilStatus("asterisk", "down");
  await phones.server().end(agent, browser.of("call_started")[0].callId);
  phones.speak(channels, 11, 21);
  await browser.until("asterisk_audio_disconnected", undefined, 2);
  const changes = browser.of("service_status_change").filter(({ service }) => service === "asterisk");
  expect(changes.at(-1)).toMatchObject({ status: "down" });
});

test("ends a call again whose end could not be stored", async () => {
  const { phones, browser, channels } = await inCall();
  const { callId } = browser.of("call_started")[0];
  phones.pbx.hangUp(channels.client);
  phones.pbx.hangUp(channels.agent);
  await browser.until("call_ended");
  // The state after a failed write.
  await phones.storedCalls.updateOne(
    { _id: callId },
    { $set: { status: "active" }, $unset: { endedAt: "", reason: "" } },
  );
  phones.pbx.dropEvents();
  await browser.until("call_ended", undefined, 2);
});

test("keeps listening to a call while Asterisk's events are disconnected, and reports the status", async () => {
  const { phones, browser, channels } = await inCall();
  phones.pbx.dropEvents();
  expect(await browser.untilStatus("asterisk", "down")).toHaveProperty("detail");
  phones.speak(channels, 11, 21);
  await browser.lines(2);
  await browser.untilStatus("asterisk", "monitoring", 2);
  expect(browser.of("asterisk_audio_disconnected", "call_ended")).toEqual([]);

  phones.pbx.hangUp(channels.client);
  expect(await browser.until("call_ended")).toMatchObject({ reason: "hangup" });
});

test("after a loss of Asterisk's events, ends a call that was hung up and follows one that began meanwhile", async () => {
  const { phones, browser, channels } = await inCall();
  phones.pbx.dropEvents();
  phones.pbx.hangUp(channels.client);
  phones.pbx.hangUp(channels.agent);
  phones.talk(agentAddress, nextClient);
  await browser.until("call_started", ({ customer }) => customer.name === "Paul Petit");
  await browser.until("call_ended", ({ callId }) => callId === browser.of("call_started")[0].callId);
});

test("loses no line when the recognizer's connection is lost and restored", async () => {
  const { phones, browser, channels } = await inCall();
  phones.speak(channels, 11, 21);
  await browser.lines(2);
  phones.recognizer.drop();
  await browser.untilStatus("recognizer", "down");
  phones.speak(channels, 12, 22);
  expect(await browser.lines(4)).toEqual(allLines);
  expect(browser.of("line").map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
});

test("stores the last words before the hang-up", async () => {
  const { phones, browser, channels } = await inCall();
  phones.pbx.sendSounds([channels.client, 11], [channels.agent, 21], 400);
  await browser.until("bridge_transcription");
  phones.pbx.hangUp(channels.client);
  await browser.until("call_ended");
  expect(await browser.lines(2)).toEqual(firstLines);
});

test("ignores late and repeated events of channels that left a bridge", async () => {
  const { phones, browser, channels } = await inCall();
  const other = phones.pbx.bridge(channels.client, channels.agent);
  phones.pbx.publishLeft(channels.client, channels.bridge);
  phones.pbx.publishLeft(channels.agent, channels.bridge);
  const third = phones.pbx.dial({}, nextClient);
  phones.pbx.enter(third, other);
  phones.pbx.hangUp(channels.client);
  await browser.until("asterisk_audio_connected", ({ leg }) => leg === "client", 2);
  expect(browser.of("call_ended")).toEqual([]);
  expect(browser.of("call_started")).toHaveLength(1);
});

test("follows a transferred client: the first agent's call ends, and the next one's begins", async () => {
  const phones = await start();
  const browser = await watch(phones);
  const next = await watch(phones, colleague);
  const channels = phones.talk();
  await bothConnected(browser);
  const second = phones.pbx.dial({ SOUFFLEUR_AGENT: "hugo@example.com" });
  phones.pbx.bridge(channels.client, second);
  phones.pbx.hangUp(channels.agent);
  await browser.until("call_ended");
  await bothConnected(next);
  phones.speak({ client: channels.client, agent: second }, 11, 21);
  await next.lines(2);
  expect(browser.of("line")).toEqual([]);
  expect(next.of("call_started")[0]).toMatchObject({
    customer: { name: clientParty.name },
    agentName: "hugo Test",
  });
});

test("continues a call when another client replaces the first", async () => {
  const { phones, browser, channels } = await inCall();
  const other = phones.pbx.dial({}, nextClient);
  phones.pbx.enter(other, channels.bridge);
  phones.pbx.hangUp(channels.client);
  await browser.until("asterisk_audio_connected", ({ leg }) => leg === "client", 2);
  phones.speak({ client: other, agent: channels.agent }, 11, 21);
  await browser.lines(2);
  expect(browser.of("call_ended")).toEqual([]);
  const events = browser.of("sip_call_event").map(({ type }) => type);
  expect(events).toEqual(["call_established", "call_hangup", "call_established"]);
  expect(browser.of("call_started")).toHaveLength(1);
});

test("continues a call when Asterisk optimizes the agent's channel away", async () => {
  const { phones, browser, channels } = await inCall();
  const direct = phones.pbx.dial({ SOUFFLEUR_AGENT: agentAddress });
  phones.pbx.enter(direct, channels.bridge);
  phones.pbx.leave(channels.agent);
  phones.pbx.enter(channels.client, channels.bridge);
  phones.pbx.hangUp(channels.agent);
  await browser.until("asterisk_audio_connected", ({ leg }) => leg === "agent", 2);
  phones.speak({ client: channels.client, agent: direct }, 11, 21);
  await browser.lines(2);
  expect(browser.of("call_ended")).toEqual([]);
  expect(browser.of("call_started")).toHaveLength(1);
});

test("emits each leg's health, and whether a telephone is on hold", async () => {
  const { phones, browser, channels } = await inCall();
  phones.pbx.hold(channels.client);
  phones.pbx.sendSounds([channels.client, 0xff], [channels.agent, 0x80], 1000);
  const { legs } = await browser.until("audio_health", (health) => health.legs.agent.packetsPerSecond > 0);
  expect(legs.client).toMatchObject({ connected: true, held: true, levelDb: -90 });
  expect(legs.agent).toMatchObject({ connected: true, held: false, levelDb: 0 });
  phones.pbx.unhold(channels.client);
  await browser.until("audio_health", (health) => !health.legs.client.held);
  await browser.until("audio_health", ({ recognizer }) => recognizer?.status === "monitoring");
  expect(browser.of("call_ended")).toEqual([]);
});

test("tries again when Asterisk refuses a tap, and removes its parts", async () => {
  const phones = await start();
  const browser = await watch(phones);
  phones.pbx.behaviour.refuses.add("POST /channels/externalMedia");
  const channels = phones.talk();
  await phones.pbx.until(
    () => phones.pbx.requests.filter((request) => request.endsWith("/externalMedia")).length >= 4,
  );
  phones.pbx.behaviour.refuses.clear();
  await bothConnected(browser);
  await phones.pbx.until(() => phones.pbx.channelIds().length === 6 && phones.pbx.bridgeIds().length === 3);
  phones.speak(channels, 11, 21);
  await browser.lines(2);
});

test("refuses audio in another format than it requested", async () => {
  const phones = await start();
  phones.pbx.behaviour.format = "slin16";
  const browser = await watch(phones);
  phones.talk();
  await browser.until("asterisk_audio_disconnected");
  phones.pbx.behaviour.format = "ulaw";
  await browser.until("asterisk_audio_connected", ({ leg }) => leg === "client", 2);
  await browser.until("asterisk_audio_connected", ({ leg }) => leg === "agent", 2);
});

test("removes the taps of a killed process, and continues its call with the next line number", async () => {
  const { phones, browser, channels } = await inCall();
  phones.speak(channels, 11, 21);
  await browser.lines(2);
  const { callId } = browser.of("call_started")[0];
  await phones.stop();
  // A killed process leaves a used line number, a lease and its taps.
  const lease = new Date(Date.now() + 25_000);
  const left = { seq: 3, owner: "a killed process", leaseUntil: lease };
  await phones.storedCalls.updateOne({ _id: callId }, { $set: left });
  phones.pbx.rename(phones.pbx.dial(), "souffleur.tap.0badcafe.1.snoop");

  await phones.start();
  const again = await watch(phones);
  await bothConnected(again);
  await phones.pbx.until(() => !phones.pbx.channelIds().some((id) => id.includes("0badcafe")));
  phones.speak(channels, 12, 22);
  await again.lines(2);
  expect(again.of("line").map(({ seq }) => seq)).toEqual([3, 4]);
  expect(new Set(again.of("call_started").map((started) => started.callId))).toEqual(new Set([callId]));
});

test("does not take over the call of another running process", async () => {
  const { phones, browser } = await inCall();
  const { callId } = browser.of("call_started")[0];
  await phones.stop();
  const lease = new Date(Date.now() + 25_000);
  const change = { owner: "another node", leaseUntil: lease, "phone.app": "souffleur-2" };
  await phones.storedCalls.updateOne({ _id: callId }, { $set: change });
  await phones.start();
  const again = await watch(phones);
  phones.talk(agentAddress, nextClient);
  await again.until("asterisk_audio_connected", undefined, 2);
  expect(await phones.metric('souffleur_phone_calls_total{outcome="resumed"}')).toBe(0);
  expect(await phones.metric('souffleur_phone_calls_total{outcome="followed"}')).toBe(1);
});

test("accepts audio that arrives before MEDIA_START", async () => {
  const phones = await start();
  phones.pbx.behaviour.soundFirst = true;
  const browser = await watch(phones);
  const channels = phones.talk();
  await bothConnected(browser);
  phones.speak(channels, 11, 21);
  await browser.lines(2);
  await phones.hush();
  phones.pbx.hangUp(channels.client);
  await browser.until("call_ended");
  const { body } = await phones.server().api(agent, "GET", "/api/stt/stats");
  expect(body.data.stats.packetsReceived).toBe(phones.pbx.framesSent());
});

test("refuses and counts unauthorized connections at the media endpoint", async () => {
  const { phones } = await inCall();
  const uri = `${phones.server().url.replace("http", "ws")}${mediaPath}`;
  for (const query of ["", "?token=", "?token=00000000-0000-4000-8000-000000000000", "?token=1.2.3"]) {
    const [error] = await once(new WebSocket(uri + query, "media"), "error");
    expect(error.message).toBe("Unexpected server response: 403");
  }
  expect(await phones.metric("souffleur_media_strangers_total")).toBe(4);
});

test("listens to the legs over AudioSocket where that is configured", async () => {
  const env = { ASTERISK_MEDIA: "audiosocket", ASTERISK_MEDIA_CLIENT: "127.0.0.1:19923" };
  const { phones, browser, channels } = await inCall(env);
  phones.speak(channels, 11, 21);
  expect(await browser.lines(2)).toEqual(firstLines);
});

test("follows only the agents of a configured organization, whatever the spelling of its name", async () => {
  const phones = await start({ ASTERISK_ORGANIZATION: "ACME" });
  const [browser, foreign] = [await watch(phones), await listen(phones.server().socket(outsider))];
  phones.talk(`${outsider.id}@example.com`);
  phones.talk();
  await bothConnected(browser);
  expect(await phones.metric('souffleur_phone_calls_total{outcome="unknown_agent"}')).toBe(1);
  expect(await phones.metric('souffleur_phone_calls_total{outcome="followed"}')).toBe(1);
  // Other organizations do not even get the status of that PBX.
  const events = foreign.received.filter(({ payload }) => payload.service !== "recognizer");
  expect(events).toEqual([{ event: "service_status_change", payload: noTelephones }]);
});

test("reports to each page that no PBX is configured", async () => {
  const phones = await start({ ASTERISK_ARI_URL: "" });
  const browser = await listen(phones.server().socket(agent));
  await browser.untilStatus("asterisk", "ready");
  const changes = browser.of("service_status_change").filter(({ service }) => service === "asterisk");
  expect(changes).toEqual([noTelephones]);
});
