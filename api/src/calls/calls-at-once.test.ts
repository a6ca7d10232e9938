import { randomUUID } from "node:crypto";
import { until } from "../../testing/app.ts";
import { acme, type Person, startCalls, type TestCalls } from "../../testing/calls.ts";
import { testDatabase } from "../../testing/database.ts";
import { type CallDoc, callModels } from "./call-model.ts";
import { newCall } from "./new-call.ts";

describe("an agent's calls at once", () => {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let here: TestCalls;
  let there: TestCalls;
  const running: { server: TestCalls; person: Person; callId: string }[] = [];

  const startNode = () =>
    startCalls({
      connection: database.connection,
      speed: 1,
      env: { MONGODB_URI: "mongodb://elsewhere/souffleur" },
    });

  beforeAll(async () => {
    database = await testDatabase();
    [here, there] = [await startNode(), await startNode()];
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map(({ server, person, callId }) => server.end(person, callId)));
  });
  afterAll(async () => {
    await Promise.all([here.close(), there.close()]);
    await database.close();
  });

  const somebody = (): Person => ({ id: randomUUID(), role: "agent", organization: acme });

  async function start(server: TestCalls, person: Person) {
    const answer = await server.api(person, "POST", "/api/simulation/start", {});
    if (answer.status === 200) running.push({ server, person, callId: answer.body.data.callId });
    return answer;
  }

  const stored = (person: Person, over: Partial<CallDoc>): CallDoc => ({
    ...newCall({
      organizationId: acme,
      agentId: person.id,
      agentName: "A",
      clientName: "B",
      source: "simulation",
      owner: "dead",
    }),
    leaseUntil: new Date(Date.now() + 60_000),
    ...over,
  });

  test("are two: the third is refused with what to do about it, until one of them is over", async () => {
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

  test("stay two where many are asked for at the same moment of several servers", async () => {
    const person = somebody();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => start(at % 2 ? here : there, person)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      200,
      200,
      ...Array<number>(28).fill(409),
    ]);
  });

  test("leave out those of telephones, which are neither refused nor in the way", async () => {
    const person = somebody();
    const onThePhone = () => here.calls.forTelephony.live.open(stored(person, { source: "telephony" }));
    await onThePhone();
    expect((await start(here, person)).status).toBe(200);
    expect((await start(here, person)).status).toBe(200);
    await onThePhone();
    await onThePhone();
    expect((await start(here, person)).status).toBe(409);
  });

  test("leave out those that a dead server left behind", async () => {
    const person = somebody();
    const { calls } = callModels(database.connection);
    const past = new Date(Date.now() - 60_000);
    await calls.create([0, 1].map((slot) => stored(person, { slot, leaseUntil: past })));
    await until(async () => (await start(here, person)).status === 200);
    await until(async () => (await start(there, person)).status === 200);
  });
});
