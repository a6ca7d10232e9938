import type { ServerResponse } from "node:http";
import { startCalls, type TestCalls } from "../../testing/calls/calls.ts";
import { endedCall, linesInTurn } from "../../testing/calls/stored-calls.ts";
import { testDatabase } from "../../testing/database/database.ts";
import { agent, tokenOf } from "../../testing/people/call-people.ts";
import { startMortal } from "../../testing/processes/source-process.ts";
import { begin, type FakeChat, sendContent, startFakeChat, stream } from "../../testing/servers/fake-chat.ts";

const said = [
  "Bonjour, je vous écoute.",
  "Nous proposons le contrat à douze mille euros.",
  "Douze mille euros, c'est trop cher pour nous.",
  "Je comprends, je retire la formation.",
  "D'accord, envoyez-moi le contrat.",
  "Je vous envoie le contrat mardi.",
];
const contract = { text: "L'agent envoie le contrat mardi.", lines: [6] };
const price = { text: "Le client trouve que douze mille euros est trop cher.", lines: [3] };
const written = JSON.stringify({ resume: [contract, price] });

let database: Awaited<ReturnType<typeof testDatabase>>;
let model: FakeChat;
let server: TestCalls;
beforeAll(async () => {
  database = await testDatabase();
  model = await startFakeChat();
  server = await startCalls({ connection: database.connection, env: env() });
});
afterAll(async () => {
  await server.close();
  await model.close();
  await database.close();
});

const env = () => ({
  MONGODB_URI: "mongodb://elsewhere/souffleur",
  LLM_BASE_URL: model.url,
  LLM_MODEL: "souffle-1",
});

test.each([
  ["after the first of two sentences", false],
  ["when the summary is stored", true],
])(
  "of a summary whose process dies %s nothing is kept, and the next request writes it whole",
  async (_when, isWhole) => {
    const call = endedCall({ seq: said.length });
    await server.models.calls.create(call);
    await server.models.lines.create(linesInTurn(call, said));
    const dying = await startMortal({ uri: database.uri, env: env() }, "calls");
    const asked = new Promise<ServerResponse>((resolve) => model.answer(resolve));
    const answer = fetch(`${dying.url}/api/calls/${call._id}/summary`, {
      headers: { authorization: `Bearer ${tokenOf(agent)}` },
    });
    const response = await asked;
    dying.arm();
    if (isWhole) stream(response, [written]);
    else {
      begin(response);
      sendContent(response, `{"resume":[${JSON.stringify(contract)},{"lines":[3],"text":"Le client`);
      void dying.end();
    }
    await expect(answer).rejects.toThrow();
    await dying.end();
    const left = () => server.models.calls.findById(call._id, { summary: 1 }).lean();
    expect((await left())?.summary).toBeUndefined();

    model.answer((res) => stream(res, [written]));
    const { body } = await server.api(agent, "GET", `/api/calls/${call._id}/summary`);
    expect(body.data.provider).toBe("model");
    expect(body.data.points.slice(0, 2).map(({ text }: { text: string }) => text)).toEqual([
      contract.text,
      price.text,
    ]);
    expect((await left())?.summary).toContain(price.text);
  },
  120_000,
);
