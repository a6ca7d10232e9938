import { agent, colleague, type Person } from "../../testing/people/call-people.ts";
import {
  agentAddress,
  bothConnected,
  clientParty,
  nextClient,
  usePhones,
  watch,
} from "../../testing/telephony/telephony.ts";

const { start, inCall } = usePhones();

/** Ends the call on the agent's screen; resolves when it is no longer followed. */
async function endOnScreen(call: Awaited<ReturnType<typeof inCall>>): Promise<string> {
  const { phones, browser, channels } = call;
  const { callId } = browser.of("call_started")[0];
  await phones.server().end(agent, callId);
  // The first line that can't be stored shows that the call is over.
  phones.speak(channels, 11, 21);
  await browser.until("asterisk_audio_disconnected", undefined, 2);
  return callId;
}

test("emits the events of a call to its agent in order", async () => {
  const { phones, browser, channels } = await inCall();
  phones.pbx.hangUp(channels.client);
  await browser.until("call_ended");
  await browser.untilStatus("asterisk", "ready", 2);

  const { callId, sessionId } = browser.of("call_started")[0];
  const order = browser.received
    // Periodic events, and those that a page gets when it joins, have no fixed place in the order.
    .filter(({ event }) => !["joined", "call_watchers", "help_changed", "audio_health"].includes(event))
    .filter(({ payload }) => payload.service !== "recognizer")
    .map(({ event, payload }) => payload.type ?? payload.status ?? event)
    .filter((name) => !name.startsWith("asterisk_audio"));
  expect(order.slice(order.indexOf("call_started"))).toEqual([
    "call_started",
    "audio_session_started",
    "call_established",
    "monitoring",
    "call_hangup",
    "ready",
    "call_terminated",
    "audio_session_ended",
    "call_ended",
    "figures_changed",
  ]);
  const legs = browser.received.filter(({ event }) => event.startsWith("asterisk_audio"));
  expect(legs.map(({ event, payload }) => `${event} ${payload.leg}`).sort()).toEqual([
    "asterisk_audio_connected agent",
    "asterisk_audio_connected client",
    "asterisk_audio_disconnected agent",
    "asterisk_audio_disconnected client",
  ]);
  expect(browser.of("call_started")[0]).toMatchObject({
    source: "telephony",
    agentName: "camille Test",
    customer: { name: "Jeanne Martin" },
  });
  expect(browser.of("sip_call_event")).toEqual([
    { type: "call_established", callId, sessionId },
    { type: "call_hangup", callId, sessionId, leg: "client", cause: "Normal Clearing" },
    { type: "call_terminated", callId, sessionId, cause: "Normal Clearing" },
  ]);
  expect(browser.of("call_ended")[0]).toMatchObject({ callId, reason: "hangup" });
});

test("emits the lines of both speakers, and counts every packet", async () => {
  const { phones, browser, channels } = await inCall();
  phones.speak(channels, 11, 21);
  expect(await browser.lines(2)).toEqual(["agent: mot 21", "client: mot 11"]);
  const { callId } = browser.of("call_started")[0];
  expect(browser.of("line").map(({ seq }) => seq)).toEqual([1, 2]);
  const finals = browser.of("bridge_transcription").filter(({ is_final }) => is_final);
  expect(finals.map(({ speaker, transcript }) => `${speaker} ${transcript}`).sort()).toEqual([
    "0 mot 11",
    "1 mot 21",
  ]);
  const interims = browser.of("bridge_transcription").filter(({ is_final }) => !is_final);
  expect(new Set(interims.map(({ messageId }) => messageId))).toEqual(
    new Set(finals.map(({ messageId }) => messageId)),
  );

  // Without a parameter, the counts are those of the agent's running call.
  const running = await phones.server().api(agent, "GET", "/api/stt/stats");
  expect(running.body.data.stats).toMatchObject({ transcripts: 2 });
  await phones.hush();
  phones.pbx.hangUp(channels.agent);
  await browser.until("call_ended");
  for (const which of ["", `?callId=${callId}`]) {
    const { body } = await phones.server().api(agent, "GET", `/api/stt/stats${which}`);
    expect(body.data.stats).toEqual({ transcripts: 2, packetsReceived: phones.pbx.framesSent() });
  }
  const transcript = await phones.server().api(agent, "GET", `/api/calls/${callId}/transcript`);
  expect(transcript.body.data.lines).toEqual(browser.of("line"));
});

test("generates suggestions and stores notes as in any other call", async () => {
  const { phones, browser, channels } = await inCall();
  phones.speak(channels, 11, 21);
  await browser.lines(2);
  const { callId } = browser.of("call_started")[0];
  const suggested = await phones.server().api(agent, "POST", `/api/calls/${callId}/suggestions`);
  expect(suggested.body.data.suggestions.length).toBeGreaterThan(0);
  const noted = await phones.server().api(agent, "PUT", `/api/calls/${callId}/notes`, { notes: "Rappeler" });
  expect(noted.body.data).toMatchObject({ notes: "Rappeler" });
});

test("takes the only channel with an address for the agent's, in an outgoing call too", async () => {
  const phones = await start();
  const browser = await watch(phones);
  const agentChannel = phones.pbx.dial({ SOUFFLEUR_AGENT: agentAddress });
  const client = phones.pbx.dial({}, { name: "", number: "0612345678" });
  phones.pbx.bridge(agentChannel, client);
  await bothConnected(browser);
  phones.speak({ client, agent: agentChannel }, 11, 21);
  expect(await browser.lines(2)).toEqual(["agent: mot 21", "client: mot 11"]);
  expect(browser.of("call_started")[0].customer.name).toBe("0612345678");
});

test("ignores and counts calls without an agent, and calls of an unknown agent", async () => {
  const phones = await start();
  const browser = await watch(phones);
  phones.pbx.bridge(phones.pbx.dial(), phones.pbx.dial());
  phones.talk("nobody@example.com");
  phones.talk();
  await bothConnected(browser);
  const counted = (outcome: string) => phones.metric(`souffleur_phone_calls_total{outcome="${outcome}"}`);
  expect(await counted("no_agent")).toBe(1);
  expect(await counted("unknown_agent")).toBe(1);
  expect(await counted("followed")).toBe(1);
  expect(browser.of("call_started")).toHaveLength(1);
});

test("follows two calls of an agent at once, each with its own lines", async () => {
  const { phones, browser, channels: first } = await inCall();
  const second = phones.talk(agentAddress, nextClient);
  await bothConnected(browser, 2);
  phones.speak(first, 11, 21);
  phones.speak(second, 12, 22);
  await browser.lines(4);
  const [one, two] = browser.of("call_started");
  const textsOf = (callId: string) =>
    browser
      .of("line")
      .filter((line) => line.callId === callId)
      .map(({ text }) => text)
      .sort();
  expect(textsOf(one.callId)).toEqual(["mot 11", "mot 21"]);
  expect(textsOf(two.callId)).toEqual(["mot 12", "mot 22"]);

  phones.pbx.hangUp(second.client);
  await browser.until("call_ended", ({ callId }) => callId === two.callId);
  phones.speak(first, 13, 23);
  await browser.until("line", ({ callId }) => callId === one.callId, 4);
  expect(browser.of("call_ended")).toHaveLength(1);
});

test("follows the next call of an agent's channel that stays open", async () => {
  const { phones, browser, channels } = await inCall();
  phones.pbx.hangUp(channels.client);
  await browser.until("call_ended");
  const next = phones.pbx.dial({}, nextClient);
  phones.pbx.bridge(channels.agent, next);
  await bothConnected(browser, 2);
  expect(browser.of("call_started")[1]).toMatchObject({ customer: { name: "Paul Petit" } });
  phones.speak({ client: next, agent: channels.agent }, 11, 21);
  await browser.lines(2);
});

test("after a call was ended on the screen, follows the next one and not that one again", async () => {
  const { phones, browser, channels } = await inCall();
  const callId = await endOnScreen({ phones, browser, channels });
  const looks = () => phones.pbx.requests.filter((request) => request.endsWith("/variable")).length;
  const before = looks();
  phones.pbx.bridge(channels.agent, channels.client);
  await phones.pbx.until(() => looks() === before + 2);
  // The router queries the database next; this request goes through after that.
  await phones.server().api(agent, "GET", `/api/calls/${callId}/transcript`);
  const next = phones.pbx.dial({}, nextClient);
  phones.pbx.bridge(channels.agent, next);
  await bothConnected(browser, 2);
  expect(browser.of("call_started").map(({ customer }) => [customer.name, customer.number])).toEqual([
    [clientParty.name, "06 11 22 33 44"],
    ["Paul Petit", undefined],
  ]);
});

test("does not emit a call to a colleague", async () => {
  const phones = await start();
  const other = await watch(phones, colleague);
  const browser = await watch(phones);
  phones.talk();
  await bothConnected(browser);
  expect(other.of("call_started", "sip_call_event", "asterisk_audio_connected")).toEqual([]);
});

test("leaves no channel at the PBX after a hang-up while the call is being tapped", async () => {
  const phones = await start();
  const browser = await watch(phones);
  const channels = phones.talk();
  await browser.until("call_started");
  phones.pbx.hangUp(channels.client);
  phones.pbx.hangUp(channels.agent);
  await browser.until("call_ended");
  expect(phones.pbx.channelIds()).toEqual([]);
  expect(phones.pbx.bridgeIds()).toEqual([channels.bridge]);
});

test("stops following a call that the agent ends on the screen, and does not affect the telephones", async () => {
  const { phones, browser, channels } = await inCall();
  await endOnScreen({ phones, browser, channels });
  await browser.untilStatus("asterisk", "ready", 2);
  await phones.pbx.until(() => phones.pbx.bridgeIds().length === 1);
  expect(phones.pbx.channelIds()).toEqual([channels.client, channels.agent]);
  expect(browser.of("line")).toEqual([]);
});

test("a call from a customer's number has the customer, and one of a colleague's customer has not", async () => {
  const phones = await start();
  const browser = await watch(phones);
  const store = (person: Person, body: object) => phones.server().api(person, "POST", "/api/customers", body);
  await store(agent, { name: "Jeanne Martin-Leroy", numbers: ["+33 6 11 22 33 44"] });
  await store(colleague, { name: "Secret", numbers: ["06 55 44 33 22"] });
  const call = async (caller: typeof clientParty, count: number) => {
    const channels = phones.talk(agentAddress, caller);
    await browser.until("call_started", undefined, count);
    const { customer } = browser.of("call_started")[count - 1];
    phones.pbx.hangUp(channels.client);
    await browser.until("call_ended", undefined, count);
    return customer;
  };
  expect(await call(clientParty, 1)).toEqual({
    id: expect.any(String),
    name: "Jeanne Martin-Leroy",
    number: "06 11 22 33 44",
  });
  expect(await call({ name: "", number: "0655443322" }, 2)).toEqual({
    name: "0655443322",
    number: "06 55 44 33 22",
  });
  expect(await call({ name: "Anonymous", number: "+266696687" }, 3)).toEqual({ name: "Client" });
});
