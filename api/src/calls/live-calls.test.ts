import type { ServerEventName } from "@souffleur/contracts/realtime";
import { Counter, Registry } from "prom-client";
import { runningCall } from "../../testing/calls/stored-calls.ts";
import { emptyDatabase } from "../../testing/database/database.ts";
import { createBus } from "../bus.ts";
import { createSttStats } from "../transcription/stt-stats.ts";
import { createLiveCalls } from "./live-calls.ts";
import { type CallDoc, callModels } from "./records/call-model.ts";
import { createCallRecords } from "./records/call-records.ts";

interface Emitted {
  to: string | readonly string[];
  event: ServerEventName;
  payload: { transcript?: string; text?: string; seq?: number; reason?: string };
}

describe("a live call", () => {
  let database: Awaited<ReturnType<typeof emptyDatabase>>;
  let emitted: Emitted[];
  let call: CallDoc;

  beforeAll(async () => {
    database = await emptyDatabase();
  });
  afterAll(() => database.close());

  /** Live calls whose events are recorded in `emitted`. */
  function open(connection = database.connection, several = false) {
    emitted = [];
    const records = createCallRecords(callModels(connection));
    const lines = new Counter({
      name: "lines",
      help: "lines",
      labelNames: ["sender"],
      registers: [new Registry()],
    });
    const emit = (to: Emitted["to"], event: ServerEventName, payload: object) =>
      void emitted.push({ to, event, payload });
    const live = createLiveCalls({
      records,
      realtime: { emit },
      bus: createBus(),
      lines,
      stats: createSttStats(),
      several,
    });
    call = runningCall({ source: "telephony" });
    return { live, records };
  }

  const client = (text: string) =>
    ({ messageId: crypto.randomUUID(), sender: "client", text, confidence: 0.9 }) as const;
  const agent = (text: string) => ({ ...client(text), sender: "agent" }) as const;
  const everything = () => emitted.map(({ payload }) => payload.transcript ?? payload.text).join("\n");

  test("emits its start to its agent, and its end to its agent and watchers", async () => {
    const { live } = open();
    await live.open(call);
    await live.end(call, "hangup");
    await live.end(call, "user_ended");
    expect(emitted.map(({ event }) => event)).toEqual([
      "call_started",
      "audio_session_started",
      "audio_session_ended",
      "call_ended",
      "figures_changed",
    ]);
    expect(emitted[0]?.to).toBe("user:camille");
    expect(emitted.at(-2)).toMatchObject({
      to: [`session:${call.sessionId}`, "user:camille"],
      payload: { callId: call._id, reason: "hangup" },
    });
  });

  test("stores lines in the order of speech, and the end after them", async () => {
    const { live, records } = open();
    await live.open(call);
    const said = Array.from({ length: 30 }, (_, index) =>
      live.addLine(call, client(`phrase ${index}`), "bridge_transcription"),
    );
    const end = live.end(call, "hangup");
    const late = live.addLine(call, client("trop tard"));
    await Promise.all([...said, end]);
    expect(await late).toBeUndefined();
    const kept = await records.lines.after(call._id, 0);
    expect(kept.map(({ text }) => text)).toEqual(Array.from({ length: 30 }, (_, index) => `phrase ${index}`));
    const numbers = emitted
      .filter(({ event }) => event === "bridge_transcription")
      .map(({ payload }) => payload.seq);
    expect(numbers).toEqual(kept.map(({ seq }) => seq));
    expect(emitted.at(-2)?.event).toBe("call_ended");
  });

  test("emits no line that could not be stored", async () => {
    const own = await emptyDatabase();
    const { live } = open(own.connection);
    await live.open(call);
    await own.connection.close();
    await expect(live.addLine(call, client("perdue"))).rejects.toThrow();
    expect(everything()).not.toContain("perdue");
  });

  test("masks a number whose halves two processes receive", async () => {
    const here = open(database.connection, true);
    const there = open(database.connection, true);
    await here.live.open(call);
    await here.live.addLine(call, { ...client("Ma carte, le 4970 1012"), recorded: true });
    await there.live.addLine(call, { ...agent("Je note."), recorded: true });
    await there.live.addLine(call, { ...client("3456 7893"), recorded: true });
    expect((await here.records.lines.after(call._id, 0)).map(({ text }) => text)).toEqual([
      "Ma carte, le [numéro de carte masqué]",
      "Je note.",
      "[numéro de carte masqué]",
    ]);
    expect(emitted.map(({ event }) => event)).toContain("line_changed");
  });

  test("masks a number whose first half was stored before the process was started again", async () => {
    const before = open();
    await before.live.open(call);
    await before.live.addLine(call, client("Ma carte, le 4970 1012"));
    const stored = call;
    const { live, records } = open();
    await live.addLine(stored, client("3456 7893"));
    expect((await records.lines.after(stored._id, 0)).map(({ text }) => text).join()).not.toMatch(/\d{4}/u);
  });

  test("masks an unfinished number", async () => {
    const { live } = open();
    await live.open(call);
    const words = "ma carte est le 4970 1012 3456 7893".split(" ");
    const speech = client("");
    for (let count = 1; count <= words.length; count++) {
      live.interim(call, { ...speech, text: words.slice(0, count).join(" ") });
    }
    expect(everything()).not.toMatch(/1012|3456|7893/);
    // And where its first half is in a stored line.
    await live.addLine(call, client("Alors ma carte, c'est le 4970 1012"));
    live.interim(call, client("3456"));
    expect(everything()).not.toMatch(/3456/);
  });

  test("stores when a line was said, where its source knows, whenever its texts arrive", async () => {
    const { live, records } = open();
    await live.open(call);
    const spoken = { from: new Date("2026-03-02T09:00:14.500Z"), to: new Date("2026-03-02T09:00:15.100Z") };
    live.interim(call, { ...client("Euh") });
    expect(await live.addLine(call, { ...client("Ouais."), spoken })).toMatchObject({
      startedAt: spoken.from.toISOString(),
      timestamp: spoken.to.toISOString(),
    });
    live.interim(call, client("Une autre ligne"));
    expect(await live.addLine(call, client("Sans début."))).not.toHaveProperty("startedAt");
    expect(await records.lines.spoken({ ...call, seq: 2 })).toMatchObject([
      { startedAt: spoken.from, timestamp: spoken.to },
      {},
    ]);
  });
});
