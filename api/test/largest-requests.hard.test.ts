import { pauseGoalMs } from "../bench/fairness/longest-pause.ts";
import { walk } from "../bench/fairness/walk.ts";
import { startApp, type TestApp } from "../testing/app.ts";
import { signInTeam } from "../testing/people/people.ts";

const home = "Many Things";

let api: TestApp;
beforeAll(async () => {
  api = await startApp();
});
afterAll(() => api.close());

/** Jest's modules and their database's documents take about twice the time of the product's. */
const slower = 2;

test("no request holds the process up, with the largest body that its contract allows and much stored data", async () => {
  const { admin, agent } = await signInTeam(api, home);
  const others = await Promise.all(
    [1, 2, 3].map(async () => api.signIn(await api.createUser({ role: "admin", organization: home }))),
  );
  const tokens = [admin, ...others].map(({ token }) => token);
  const owner = { organizationId: admin.organizationId ?? "", agentId: agent.id };
  const { url, connection } = api;
  const walked = await walk({ url, connection, tokens, agentToken: agent.token }, owner);
  expect(walked.filter(({ pauseMs }) => pauseMs > slower * pauseGoalMs)).toEqual([]);
  // What was measured was the work, and no refusal before it.
  const wrong = walked.filter(({ name }) => name.endsWith("wrong"));
  expect(wrong.filter(({ status }) => status < 400 || status >= 500)).toEqual([]);
  const refused = walked.filter((one) => !wrong.includes(one) && one.status !== 200);
  // What was sent as audio is none, and a playbook is tried on a long call for ten seconds.
  const expected = { transcribeAudio: 415, "tryPlaybook with a call": 503 };
  expect(Object.fromEntries(refused.map(({ name, status }) => [name, status]))).toEqual({
    transcribeAudio: 415,
    ...(refused.length > 1 && expected),
  });
});
