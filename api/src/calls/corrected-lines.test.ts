import { randomUUID } from "node:crypto";
import type { Line } from "@souffleur/contracts";
import type { DeskLine } from "@souffleur/contracts/desk";
import type { ServerEvent } from "@souffleur/contracts/realtime";
import { until } from "../../testing/app.ts";
import { join, next, record } from "../../testing/calls/call-events.ts";
import { startCalls, type TestCalls } from "../../testing/calls/calls.ts";
import { runningCall, storedLine } from "../../testing/calls/stored-calls.ts";
import { agent, manager, supervisor, tokenOf } from "../../testing/people/call-people.ts";
import { type FakeChat, startFakeChat, stream } from "../../testing/servers/fake-chat.ts";
import { maskLabels, unfinishedLabel } from "./masking/masking.ts";
import type { CallDoc } from "./records/call-model.ts";

type LineChanged = ServerEvent<"line_changed">;

/** Both halves of a card number. */
const half = "Ma carte, c'est le 4970 1012";
const rest = "3456 7893";
const masked = `Ma carte, c'est le ${maskLabels.card}`;

/** Ids have any digits. */
const withoutIds = (text: string) => text.replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gu, "");

describe("a line whose secret a later line completes", () => {
  let server: TestCalls;
  let model: FakeChat;

  beforeAll(async () => {
    model = await startFakeChat();
    server = await startCalls({ env: { LLM_BASE_URL: model.url, LLM_MODEL: "m" } });
  });
  afterAll(async () => {
    await server.close();
    await model.close();
  });

  async function running(changes: Partial<CallDoc> = {}) {
    const call = runningCall({
      organizationId: agent.organization,
      agentId: agent.id,
      source: "telephony",
      ...changes,
    });
    await server.calls.forTelephony.live.open(call);
    return call;
  }

  const say = (call: CallDoc, text: string, sender: "agent" | "client" = "client") =>
    server.calls.forTelephony.live.addLine(call, { messageId: randomUUID(), sender, text, confidence: 0.9 });
  const storedTexts = async ({ _id: callId }: CallDoc) =>
    (await server.models.lines.find({ callId }).sort({ seq: 1 }).lean()).map(({ text }) => text);
  const got = async (path: string) => {
    const answer = await fetch(server.url + path, {
      headers: { authorization: `Bearer ${tokenOf(manager)}` },
    });
    expect(answer.status).toBe(200);
    return answer.text();
  };

  test("changes on the agent's page, at a watcher and on the wall, before the line that completes it", async () => {
    const call = await running();
    const [own, watcher, wall] = await Promise.all(
      [agent, supervisor, supervisor].map((one) => server.connect(one)),
    );
    if (!own || !watcher || !wall) throw new Error("three sockets are needed");
    await Promise.all([join(own, call.sessionId), join(watcher, call.sessionId)]);
    await wall.timeout(5000).emitWithAck("follow_desk", { callIds: [call._id], hasWhole: false });
    const shown = (text: string) =>
      next<{ lines: DeskLine[] }>(wall, "desk_lines", ({ lines }) =>
        lines.some((line) => line.text === text),
      );
    const before = shown(half);
    const first = await say(call, half);
    await before;
    const events = [own, watcher].map((socket) => record(socket));
    const last = next<{ lines: DeskLine[] }>(wall, "desk_lines", ({ lines }) =>
      lines.some(({ seq }) => seq === 3),
    );
    await say(call, "Attendez, je mets mes lunettes.");
    await say(call, rest);
    // The wall's sentence consists of the three lines.
    expect(JSON.stringify(await last)).not.toMatch(/4970|3456/u);
    for (const seen of events) {
      expect(seen.of("line_changed")).toEqual([
        { callId: call._id, sessionId: call.sessionId, line: { ...first, text: masked } },
      ]);
      const changedAt = seen.events.findIndex(({ event }) => event === "line_changed");
      const finalAt = seen.events.findLastIndex(({ payload }) => payload.is_final);
      expect(changedAt).toBeLessThan(finalAt);
      expect(withoutIds(JSON.stringify(seen.events))).not.toMatch(/4970|3456/u);
    }
    expect(await storedTexts(call)).toEqual([masked, "Attendez, je mets mes lunettes.", maskLabels.card]);
  });

  test("that is the last one on the wall changes there", async () => {
    const call = await running();
    const wall = await server.connect(supervisor);
    await wall.timeout(5000).emitWithAck("follow_desk", { callIds: [call._id], hasWhole: false });
    const shown = (text: string) =>
      next<{ lines: DeskLine[] }>(wall, "desk_lines", ({ lines }) =>
        lines.some((line) => line.text === text),
      );
    const before = shown(half);
    const line = await say(call, half);
    await before;
    const after = shown(masked);
    const changed = { ...(line as Line), text: masked };
    server.realtime.emit("anyone", "line_changed", {
      callId: call._id,
      sessionId: call.sessionId,
      line: changed,
    });
    await after;
  });

  test("is in the answer to a page that joins again after it, and in no other answer as it was", async () => {
    const call = await running();
    const socket = await server.connect(agent);
    await say(call, half);
    expect(await join(socket, call.sessionId)).toMatchObject({ data: { seq: 1, lines: [{ text: half }] } });
    socket.disconnect();
    await say(call, rest);
    const back = await server.connect(agent);
    const answer = await join(back, call.sessionId, 1);
    expect(answer).toMatchObject({
      data: { lines: [{ seq: 2, text: maskLabels.card }], changed: [{ seq: 1, text: masked }] },
    });
    expect(await join(back, call.sessionId)).not.toHaveProperty("data.changed");
    await server.calls.forTelephony.live.end(call, "hangup");
    await until(
      async () => (await server.models.calls.findById(call._id).select("+words"))?.words !== undefined,
    );
    for (const path of [
      "transcript",
      "review",
      "export?format=text",
      "export?format=json",
      "export?format=vcon",
    ]) {
      const read = await got(`/api/calls/${call._id}/${path}`);
      expect(withoutIds(read)).not.toMatch(/4970|3456/u);
      if (path !== "review") expect(read).toContain("masqué");
    }
    expect(await got(`/api/calls?q=4970`)).not.toContain(call._id);
  });

  test("goes into no prompt, neither as a half nor later", async () => {
    const call = await running();
    model.answer((res) => stream(res, ['{"suggestions":[]}']));
    const generate = () => server.api(agent, "POST", `/api/calls/${call._id}/suggestions`, {});
    await say(call, "Bonjour, je voudrais payer, mais c'est trop cher.");
    await say(call, half);
    await generate();
    await say(call, "Attendez.", "agent");
    await generate();
    await say(call, rest);
    await generate();
    const sent = model.requests.map(({ body }) => JSON.stringify(body.messages));
    expect(sent).toHaveLength(3);
    expect(sent[0]).toContain(unfinishedLabel);
    expect(sent.join("\n")).not.toMatch(/4970|1012|3456|7893/u);
  });

  describe("whose correction a killed process has not written", () => {
    async function left(call: CallDoc, timestamp = new Date()) {
      await server.models.calls.updateOne({ _id: call._id }, { seq: 2 });
      await server.models.lines.create([
        storedLine(call, { seq: 1, sender: "client", text: half, timestamp }),
        storedLine(call, {
          seq: 2,
          sender: "client",
          text: maskLabels.card,
          timestamp,
          corrects: [{ id: `${call._id}-1`, text: masked }],
        }),
      ]);
    }
    const isCorrected = async (call: CallDoc) =>
      (await storedTexts(call))[0] === masked &&
      (await server.models.lines.exists({ callId: call._id, corrects: { $exists: true } })) === null;

    test("is corrected before the next process serves its first request", async () => {
      const call = await running();
      await left(call);
      const again = await startCalls({ connection: server.connection });
      expect(await isCorrected(call)).toBe(true);
      await again.close();
    });

    test("is corrected by a running process, which reports it", async () => {
      const call = await running();
      const socket = await server.connect(agent);
      await join(socket, call.sessionId);
      const changed = next<LineChanged>(socket, "line_changed");
      await left(call);
      expect((await changed).line).toMatchObject({ seq: 1, text: masked });
      await until(() => isCorrected(call));
    });
  });
});
