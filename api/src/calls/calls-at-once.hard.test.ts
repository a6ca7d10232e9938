import { randomUUID } from "node:crypto";
import { until } from "../../testing/app.ts";
import { startCalls, type TestCalls } from "../../testing/calls/calls.ts";
import { runningCall } from "../../testing/calls/stored-calls.ts";
import { acme, type Person } from "../../testing/people/call-people.ts";
import type { CallDoc } from "./records/call-model.ts";

describe("an agent's calls at once", () => {
  let here: TestCalls;
  let there: TestCalls;
  const running: { server: TestCalls; person: Person; callId: string }[] = [];

  beforeAll(async () => {
    const node = { tuning: { speed: 1 }, env: { MONGODB_URI: "mongodb://elsewhere/souffleur" } };
    here = await startCalls(node);
    there = await startCalls({ ...node, connection: here.connection });
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map(({ server, person, callId }) => server.end(person, callId)));
  });
  afterAll(async () => {
    await there.close();
    await here.close();
  });

  const somebody = (): Person => ({ id: randomUUID(), role: "agent", organization: acme });

  async function start(server: TestCalls, person: Person) {
    const answer = await server.api(person, "POST", "/api/simulation/start", {});
    if (answer.status === 200) running.push({ server, person, callId: answer.body.data.callId });
    return answer;
  }

  const stored = (person: Person, changes: Partial<CallDoc>): CallDoc =>
    runningCall({ agentId: person.id, owner: "dead", ...changes });

  test("are two at most: a third is refused with advice, until one of them has ended", async () => {
    const person = somebody();
    const first = await start(here, person);
    expect((await start(there, person)).status).toBe(200);
    for (const server of [here, there]) {
      const { status, body } = await start(server, person);
      expect(status).toBe(409);
      expect(body).toMatchObject({
        success: false,
        code: "INVALID_TRANSITION",
        error: "You already have two calls running. End one before starting another.",
      });
    }
    expect((await start(here, somebody())).status).toBe(200);
    await there.end(person, first.body.data.callId);
    expect((await start(here, person)).status).toBe(200);
    expect((await start(here, person)).status).toBe(409);
  });

  test("stay two where many are started at the same moment at several servers", async () => {
    const person = somebody();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => start(at % 2 ? here : there, person)),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, 200, ...Array<number>(28).fill(409)]);
  });

  test("do not include telephone calls, which are never refused", async () => {
    const person = somebody();
    const onThePhone = () => here.calls.forTelephony.live.open(stored(person, { source: "telephony" }));
    await onThePhone();
    expect((await start(here, person)).status).toBe(200);
    expect((await start(here, person)).status).toBe(200);
    await onThePhone();
    await onThePhone();
    expect((await start(here, person)).status).toBe(409);
  });

  test("do not include the calls of a dead server", async () => {
    const person = somebody();
    const past = new Date(Date.now() - 60_000);
    await here.models.calls.create([0, 1].map((slot) => stored(person, { slot, leaseUntil: past })));
    await until(async () => (await start(here, person)).status === 200);
    await until(async () => (await start(there, person)).status === 200);
  });
});
