import { createPlayer, judgeScripts } from "../../bench/sentences/judge.ts";
import { labelledScripts } from "../../bench/sentences/labelled-sentences.ts";
import {
  fingerprintOf,
  readAsked,
  readRecordedAnswers,
  recordedOf,
} from "../../bench/sentences/recorded-answers.ts";
import { startFakeChat, stream } from "../../testing/servers/fake-chat.ts";

const answers = readRecordedAnswers();
const asked: string[] = [];
const judged: Awaited<ReturnType<typeof judgeScripts>> = [];

/** The calls are played as a page plays them; a fake model sends what was recorded for the turns that it is asked about. */
beforeAll(async () => {
  const model = await startFakeChat();
  try {
    const player = createPlayer({ LLM_BASE_URL: model.url, LLM_MODEL: "fake" });
    const scripts = labelledScripts.known.filter(({ name }) => answers.some(({ call }) => call === name));
    for (const script of scripts) {
      model.answer((res, { body }) => {
        const { said, all } = readAsked(body.messages);
        asked.push(all);
        const answer = answers.find((one) => one.call === script.name && one.said === said);
        stream(res, (answer?.sent ?? "").split(/(?<=,)/u));
      });
      judged.push(...(await judgeScripts(player, [script])));
    }
  } finally {
    await model.close();
  }
});

const shownAt = ({ call, said }: (typeof answers)[number]) =>
  judged.find((one) => one.script === call && one.said === said)?.shown ?? [];

test("a language model is asked what the recorded answers answer", () => {
  expect(asked).toHaveLength(answers.length);
  const now = fingerprintOf(asked);
  const todo = `The prompt has changed: see whether api/bench/sentences/recorded/answers.json still answers it, and set its "of" to ${now}`;
  expect(recordedOf === now ? "" : todo).toBe("");
});

// As `api/docs/benchmarks.md` says.
test.each([
  ["calls", { wrongShown: 8, rightRefused: 3, harmlessRefused: 1 }],
  ["later", { wrongShown: 11, rightRefused: 2, harmlessRefused: 0 }],
] as const)(
  "of a model's sentences (%s), no more wrong ones are shown and no more others refused",
  (group, held) => {
    const texts = answers
      .filter((one) => one.group === group)
      .flatMap((one) => {
        const shown = shownAt(one).flatMap(({ text, replyId }) => (replyId === "" ? [text] : []));
        return one.replies.map(({ label, text }) => ({ label, text, isShown: shown.includes(text) }));
      });
    const of = (wanted: string, isShown: boolean) =>
      texts.filter((one) => one.label === wanted && one.isShown === isShown).map(({ text }) => text);
    const faults = {
      wrongShown: of("wrong", true),
      rightRefused: of("right", false),
      harmlessRefused: of("harmless", false),
    };
    const isHeld = Object.entries(faults).every(
      ([name, { length }]) => length <= held[name as keyof typeof held],
    );
    expect({ isHeld, faults }).toEqual({ isHeld: true, faults });
  },
);

test("where no sentence of a model can be used, the playbook's reply or nothing is shown", () => {
  const replaced = answers.map(shownAt).filter((shown) => !shown.some(({ replyId }) => replyId === ""));
  expect(replaced.length).toBeGreaterThan(5);
  expect(replaced.filter(([best]) => best === undefined).length).toBeGreaterThan(0);
  expect(replaced.flat().map((one) => one.class)).not.toContain("wrong");
  expect(replaced.flat().length).toBeGreaterThan(0);
});
