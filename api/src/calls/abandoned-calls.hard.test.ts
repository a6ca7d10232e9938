import { join, next, nextLine, record } from "../../testing/calls/call-events.ts";
import { startCalls } from "../../testing/calls/calls.ts";
import { linesInTurn, runningCall } from "../../testing/calls/stored-calls.ts";
import { testDatabase } from "../../testing/database/database.ts";
import { agent, supervisor } from "../../testing/people/call-people.ts";
import { callModels } from "./records/call-model.ts";

describe("calls without their server", () => {
  let database: Awaited<ReturnType<typeof testDatabase>>;

  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.close());

  /** Another node of the same product, which may not be alone on the database. */
  const env = { MONGODB_URI: "mongodb://elsewhere/souffleur" };
  const startNode = (speed = 1000) => startCalls({ connection: database.connection, env, tuning: { speed } });

  describe("a call whose server died", () => {
    /** Stores a call whose third line has a number but is not stored. */
    async function abandoned(leaseUntil: Date): Promise<string> {
      // Five minutes before its last renewal, which was eight seconds before the end of its lease.
      const startedAt = new Date(leaseUntil.getTime() - 308_000);
      const call = runningCall({ agentId: "somebody", startedAt, seq: 3, owner: "dead", leaseUntil });
      const { calls, lines } = callModels(database.connection);
      await calls.create(call);
      await lines.create(linesInTurn(call, ["Bonjour", "Bonjour"]));
      return call._id;
    }

    test("is ended at the next start as of its last renewal, with the stored lines", async () => {
      const renewedAt = new Date(Date.now() - 300_000);
      const id = await abandoned(new Date(renewedAt.getTime() + 8000));
      const restarted = await startNode();
      const { body } = await restarted.api(supervisor, "GET", `/api/calls/${id}`);
      expect(body.data.call).toMatchObject({
        status: "ended",
        reason: "server_restarted",
        seq: 2,
        endedAt: renewedAt.toISOString(),
        durationSeconds: 300,
      });
      await restarted.close();
    });

    test("continues where its server may be alive on another machine", async () => {
      const id = await abandoned(new Date(Date.now() + 20_000));
      const restarted = await startNode();
      const { body } = await restarted.api(supervisor, "GET", `/api/calls/${id}`);
      expect(body.data.call.status).toBe("active");
      await restarted.close();
      await callModels(database.connection).calls.updateOne({ _id: id }, { $set: { status: "ended" } });
    });

    test("is ended at once by a server with a database of its own, where every other is dead", async () => {
      const id = await abandoned(new Date(Date.now() + 20_000));
      const restarted = await startCalls({ connection: database.connection });
      const { body } = await restarted.api(supervisor, "GET", `/api/calls/${id}`);
      expect(body.data.call).toMatchObject({ status: "ended", reason: "server_restarted", seq: 2 });
      await restarted.close();
    });
  });

  describe("a stop of the server", () => {
    test("ends its calls and emits their end before the sockets close", async () => {
      // A minute of script: however busy the machine is, the stop comes before the script's own end.
      const stopping = await startNode(2);
      const socket = await stopping.connect(agent);
      const received = record(socket);
      const line = nextLine(socket);
      const call = await stopping.begin(agent);
      // The first line may come before the page has joined: then the answer has it.
      const joined = await join(socket, call.sessionId);
      if (!joined.success) throw new Error(joined.error);
      const before = joined.data.lines;
      if (before.length === 0) await line;
      const ended = next<{ reason: string }>(socket, "call_ended");
      await stopping.app.stop();
      expect(await ended).toMatchObject({ callId: call.callId, reason: "server_restarted" });
      socket.disconnect();
      const restarted = await startNode();
      const { body } = await restarted.api(agent, "GET", `/api/calls/${call.callId}/transcript`);
      expect(body.data.lines).not.toEqual([]);
      expect([...before, ...received.lines()]).toEqual(body.data.lines);
      await restarted.close();
    });
  });
});
