import { AsyncLocalStorage } from "node:async_hooks";
import { customerLimits } from "@souffleur/contracts/customers";
import { playbookLimits } from "@souffleur/contracts/playbook";
import { stored } from "../bench/fairness/largest-data.ts";
import { walk } from "../bench/fairness/walk.ts";
import { steps as offered } from "../src/slices.ts";
import { startApp, type TestApp } from "../testing/app.ts";
import { signInTeam } from "../testing/people/people.ts";

const home = "Many Things";

let api: TestApp;
beforeAll(async () => {
  api = await startApp();
});
afterAll(() => api.close());

/** The request that is being worked on, of what this process does. */
const working = new AsyncLocalStorage<{ steps: number }>();

/** Counts the steps of a request between which it may pause: unlike the pauses, they are the same on every machine. */
async function countSteps(send: () => Promise<void>): Promise<number> {
  const counted = { steps: 0 };
  const begin = () => working.enterWith(counted);
  const add = () => {
    if (working.getStore() === counted) counted.steps += 1;
  };
  api.app.server.prependListener("request", begin);
  offered.subscribe(add);
  try {
    await send();
  } finally {
    offered.unsubscribe(add);
    api.app.server.off("request", begin);
  }
  return counted.steps;
}

const { entries, phrasesInAll, repliesInAll } = playbookLimits;
const { importRowsMax } = customerLimits;
/** How many steps the largest requests have at least: one for each entry of a body, of a stored document, or document. */
const least: Record<string, number> = {
  savePlaybookDraft: entries + phrasesInAll + repliesInAll,
  "tryPlaybook with a text": entries,
  "tryPlaybook with a call": entries,
  // Each row is read, and stored.
  importCustomers: 2 * importRowsMax,
  "eraseCustomer by number, a dry run": stored.calls,
  "eraseCustomer by name, a dry run": stored.calls,
  "/api/playbook/figures?range=7d": repliesInAll,
  "/api/calls/…/replies": entries,
  "/api/calls/…/review": stored.suggestionsOfCall,
  "/api/calls/…/summary": entries + 5 * stored.linesOfCall,
  "/api/calls/…/export?format=text": stored.linesOfCall + stored.suggestionsOfCall,
  "/api/calls/…/export?format=json": stored.suggestionsOfCall,
  "/api/calls/…/export?format=vcon": stored.suggestionsOfCall,
  "/api/calls?limit=100": 100,
  "/api/calls?limit=100&q=client": 100,
  "/api/calls/export": stored.calls,
  "/api/customers?limit=100": 100,
  "/api/customers?limit=100&q=client": 100,
  "/api/customers/export": stored.customers,
};

test("every loop over a body or stored data pauses, with the largest of both", async () => {
  const { admin, agent } = await signInTeam(api, home);
  const others = await Promise.all(
    [1, 2, 3].map(async () => api.signIn(await api.createUser({ role: "admin", organization: home }))),
  );
  const tokens = [admin, ...others].map(({ token }) => token);
  const owner = { organizationId: admin.organizationId ?? "", agentId: agent.id };
  const { url, connection } = api;
  const walked = await walk({ url, connection, tokens, agentToken: agent.token }, owner, {
    measure: countSteps,
  });
  const counted = new Map(walked.map(({ name, measured }) => [name, measured]));
  const few = Object.entries(least).filter(([name, wanted]) => (counted.get(name) ?? 0) < wanted);
  expect(few.map(([name, wanted]) => `${name}: ${counted.get(name)} of ${wanted}`)).toEqual([]);
  // What was counted was the work, and no refusal before it.
  const wrong = walked.filter(({ name }) => name.endsWith("wrong"));
  expect(wrong.filter(({ status }) => status < 400 || status >= 500)).toEqual([]);
  const refused = walked.filter((one) => !wrong.includes(one) && one.status !== 200);
  // What was sent as audio is none, and a playbook is tried on a long call for ten seconds.
  const expected = { transcribeAudio: 415, "tryPlaybook with a call": 503 };
  expect(Object.fromEntries(refused.map(({ name, status }) => [name, status]))).toEqual({
    transcribeAudio: 415,
    ...(refused.length > 1 && expected),
  });
  // Of 150 calls with the largest bodies; beside three other files it has taken more than three minutes.
}, 600_000);
