import { acme, agent, join, next, record, startCalls, supervisor } from "../../testing/calls.ts";
import { testDatabase } from "../../testing/database.ts";
import { callModels } from "./call-model.ts";

describe("without their server", () => {
  let database: Awaited<ReturnType<typeof testDatabase>>;

  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.close());

  /** Another node of the same product: the database may be others' too. */
  const startNode = (speed?: number) =>
    startCalls({
      connection: database.connection,
      env: { MONGODB_URI: "mongodb://elsewhere/souffleur" },
      ...(speed !== undefined && { speed }),
    });

  describe("a call whose server died", () => {
    async function leftBehind(leaseUntil: Date, seq = 3) {
      const id = crypto.randomUUID();
      const startedAt = new Date(Date.now() - 600_000);
      await callModels(database.connection).calls.create({
        _id: id,
        sessionId: crypto.randomUUID(),
        organizationId: acme,
        agentId: "somebody",
        agentName: "A",
        clientName: "B",
        source: "simulation",
        status: "active",
        startedAt,
        seq,
        owner: "dead",
        leaseUntil,
      });
      await callModels(database.connection).lines.create(
        ([1, 2] as const).map((number) => ({
          _id: `${id}-${number}`,
          callId: id,
          sessionId: id,
          seq: number,
          sender: "client" as const,
          text: "Bonjour",
          timestamp: new Date(startedAt.getTime() + number * 1000),
          confidence: 0.9,
          isTranscription: true,
        })),
      );
      return { id, startedAt };
    }

    test("is ended at the next start as of its last sign of life, with the lines that were stored", async () => {
      const lastBeat = new Date(Date.now() - 300_000);
      const { id } = await leftBehind(new Date(lastBeat.getTime() + 8000));
      const restarted = await startNode();
      const { body } = await restarted.api(supervisor, "GET", `/api/calls/${id}`);
      expect(body.data.call).toMatchObject({
        status: "ended",
        reason: "server_restarted",
        seq: 2,
        endedAt: lastBeat.toISOString(),
        durationSeconds: 300,
      });
      await restarted.close();
    });

    test("goes on where its server may be alive on another machine", async () => {
      const { id } = await leftBehind(new Date(Date.now() + 20_000));
      const restarted = await startNode();
      const { body } = await restarted.api(supervisor, "GET", `/api/calls/${id}`);
      expect(body.data.call.status).toBe("active");
      await restarted.close();
      await callModels(database.connection).calls.updateOne({ _id: id }, { $set: { status: "ended" } });
    });
  });

  describe("a stop of the server", () => {
    test("ends its calls and emits that before the sockets close", async () => {
      const stopping = await startNode(20);
      const socket = await stopping.connect(agent);
      const received = record(socket);
      const call = await stopping.begin(agent);
      await join(socket, call.sessionId);
      await next(socket, "conversation_message");
      const ended = next<{ reason: string }>(socket, "call_ended");
      await stopping.calls.stop();
      expect(await ended).toMatchObject({ callId: call.callId, reason: "server_restarted" });
      const { body } = await stopping.api(agent, "GET", `/api/calls/${call.callId}/transcript`);
      expect(received.of("conversation_message")).toEqual(body.data.lines);
      await stopping.close();
    });
  });
});
