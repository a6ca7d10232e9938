import { runningCall } from "../../../testing/calls/stored-calls.ts";
import { testDatabase } from "../../../testing/database/database.ts";
import { callModels } from "./call-model.ts";
import { type CallRecords, createCallRecords } from "./call-records.ts";
import type { NewLine } from "./line-records.ts";

const line = (id: string): NewLine => ({
  _id: id,
  sender: "client",
  text: `line ${id}`,
  confidence: 0.9,
  timestamp: new Date(),
});

describe("call records", () => {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let records: CallRecords;
  let callId: string;
  const call = () => ({ _id: callId, sessionId: `${callId}-session` });

  beforeAll(async () => {
    database = await testDatabase();
    records = createCallRecords(callModels(database.connection));
    await records.createIndexes();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    const call = runningCall({ leaseUntil: new Date() });
    callId = call._id;
    await records.create(call);
  });

  const numbers = async () => (await records.lines.after(callId, 0)).map(({ seq }) => seq);

  test("give each line its own number, without a gap, when many are written at once", async () => {
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        records.lines.append(call(), line(`${callId}-${index}`), false),
      ),
    );
    expect(await numbers()).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
    expect((await records.find(callId))?.seq).toBe(60);
  });

  test("store a line once when only the answer was lost", async () => {
    const first = await records.lines.append(call(), line(`${callId}-a`), false);
    const again = await records.lines.append(call(), line(`${callId}-a`), true);
    expect(again?.seq).toBe(first?.seq);
    await records.lines.append(call(), line(`${callId}-b`), false);
    expect(await numbers()).toEqual([1, 2]);
  });

  test("use a number again whose line was not stored", async () => {
    const { calls } = callModels(database.connection);
    await calls.updateOne({ _id: callId }, { $inc: { seq: 1 }, $set: { numberedFor: `${callId}-a` } });
    expect((await records.lines.append(call(), line(`${callId}-a`), true))?.seq).toBe(1);
    expect((await records.lines.append(call(), line(`${callId}-b`), false))?.seq).toBe(2);
    expect(await numbers()).toEqual([1, 2]);
  });

  test("store no line after the end, and end a call once", async () => {
    const ends = await Promise.all(
      [1, 2, 3].map(() => records.end({ _id: callId, startedAt: new Date() }, "user_ended", new Date())),
    );
    expect(ends.filter((ended) => ended !== null)).toHaveLength(1);
    expect(await records.lines.append(call(), line(`${callId}-a`), false)).toBeUndefined();
    expect(await numbers()).toEqual([]);
  });

  test("store a call's length with its end", async () => {
    const stored = await records.find(callId);
    if (!stored) throw new Error("not found");
    const ended = await records.end(stored, "user_ended", new Date(stored.startedAt.getTime() + 61_400));
    expect(ended?.durationSeconds).toBe(61);
  });

  test("ignore writes that arrive after the call was erased", async () => {
    await records.end({ _id: callId, startedAt: new Date() }, "user_ended", new Date());
    await records.erasure.erase([callId], new Date());
    const { calls } = callModels(database.connection);
    const erased = await calls.findById(callId).lean();
    await records.markEcho(callId, "chunk-1");
    await records.settleChunk(callId, "chunk-1");
    await records.addPackets(callId, 3);
    expect(await records.isEcho(callId, "chunk-1")).toBe(false);
    expect(await calls.findById(callId).lean()).toEqual(erased);
  });

  test("let one of many claim a suggestion, with all of its keys or none", async () => {
    const claims = await Promise.all(
      Array.from({ length: 10 }, () => records.claimSuggestion(callId, ["id:1", "text"])),
    );
    expect(claims.filter((seq) => seq !== undefined)).toEqual([0]);
    expect(await records.claimSuggestion(callId, ["id:2", "text"])).toBeUndefined();
    expect(await records.claimSuggestion(callId, ["id:2", "other text"])).toBe(0);
    expect(await records.suggested(callId)).toEqual(["id:1", "text", "id:2", "other text"]);
  });

  test("find the abandoned calls of other processes, and end each once", async () => {
    const now = new Date(Date.now() + 1000);
    const abandoned = (await records.leases.findOthers("other", now)).find(({ _id }) => _id === callId);
    if (!abandoned) throw new Error("not found");
    expect((await records.leases.findOthers("node", now)).some(({ _id }) => _id === callId)).toBe(false);
    const ends = await Promise.all(
      [1, 2].map(() => records.leases.endAbandoned(abandoned, "server_restarted")),
    );
    expect(ends.filter((ended) => ended !== null)).toEqual([expect.objectContaining({ durationSeconds: 0 })]);
  });

  test("do not end a call whose owner has renewed its lease meanwhile", async () => {
    const abandoned = await records.find(callId);
    if (!abandoned) throw new Error("not found");
    await records.leases.renew("node");
    expect(await records.leases.endAbandoned(abandoned, "server_restarted")).toBeNull();
    expect((await records.find(callId))?.status).toBe("active");
  });
});
