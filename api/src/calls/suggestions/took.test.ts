import type { Suggestion } from "@souffleur/contracts";
import { begin, reply, sendContent, startFakeChat } from "../../../testing/servers/fake-chat.ts";
import { readConfig } from "../../config.ts";
import { createLogger } from "../../http/logger.ts";
import { createMetrics } from "../../http/metrics.ts";
import { builtInPlaybook } from "../../suggestions/matching/built-in-playbook.ts";
import type { LineDoc } from "../records/line-model.ts";
import { createSuggestions } from "./suggestions.ts";

const databaseMs = 400;
const talk = { _id: "call", organizationId: "acme", agentId: "camille", sessionId: "session" };
const said: LineDoc = {
  _id: "a",
  callId: "call",
  sessionId: "session",
  seq: 1,
  sender: "client",
  text: "Honnêtement, c'est trop cher pour nous.",
  timestamp: new Date(0),
  confidence: 1,
  isTranscription: true,
};

/** The test's clock, in milliseconds. */
let now = 0;

beforeEach(() => {
  jest.spyOn(performance, "now").mockImplementation(() => now);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Suggestions with a database that takes 400 ms for every answer, by the test's clock. */
function withSlowDatabase(env: Record<string, string> = {}) {
  const emitted: Suggestion[] = [];
  const slowly = async <T>(answer: T) => {
    await Promise.resolve();
    now += databaseMs;
    return answer;
  };
  const suggestions = createSuggestions({
    config: readConfig({ NODE_ENV: "test", ...env }),
    log: createLogger("silent"),
    metrics: createMetrics(),
    records: {
      lines: { last: () => slowly([said]) },
      suggested: () => slowly([]),
      replies: { quiet: () => slowly(new Set<string>()) },
      claimSuggestion: () => slowly(1),
      suggestions: { keep: () => slowly(undefined), countSince: () => slowly(0) },
    },
    playbooks: { guidanceOf: () => slowly({ playbook: builtInPlaybook, model: "first", quieter: false }) },
    realtime: {
      emit: (_to, name, event) => void (name === "suggestion" && emitted.push(event as Suggestion)),
    },
  });
  return { suggestions, emitted };
}

test("measures the playbook's time, without the database", async () => {
  const { suggestions, emitted } = withSlowDatabase();
  const given = await suggestions.generate(talk);
  expect(given.map(({ tookMs }) => tookMs)).toEqual([0, 0, 0]);
  expect(emitted).toEqual(given);
});

test("measures the time of each reply of a language model, without the database", async () => {
  const model = await startFakeChat();
  model.answer((res) => {
    begin(res);
    now += 700;
    sendContent(res, `{"suggestions":[${reply("Un.")},${reply("Deux.")}]}`);
    res.end("data: [DONE]\n\n");
  });
  const { suggestions } = withSlowDatabase({ LLM_BASE_URL: model.url, LLM_MODEL: "souffle-1" });
  const given = await suggestions.generate(talk);
  expect(given.map(({ text, tookMs }) => [text, tookMs])).toEqual([
    ["Deux.", 700],
    ["Un.", 700],
  ]);
  await model.close();
});

test("measures no time for a script's replies, which come after the playbook's", async () => {
  const { suggestions, emitted } = withSlowDatabase();
  const ready = ["Un.", "Deux."].map((text) => ({ text, confidence: 0.8, category: "response" as const }));
  await suggestions.offer(talk, ready, { messageId: "a", text: "C'est trop cher." });
  expect(emitted.map(({ tookMs }) => tookMs)).toEqual([0, 0, 0]);
  expect(emitted.slice(1).map(({ text }) => text)).toEqual(["Un.", "Deux."]);
});
