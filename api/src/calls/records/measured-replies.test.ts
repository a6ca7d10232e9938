import { measuredReplies } from "./measured-replies.ts";
import { habitualReplies } from "./reply-records.ts";

const entry = {
  id: "budget",
  intent: "Budget",
  replies: [
    { id: "first", category: "question" as const, text: "Quelle enveloppe aviez-vous prévue ?" },
    {
      id: "second",
      category: "response" as const,
      text: "Pour {users}, un groupe pilote suffit.",
      alternative: "Commençons avec quelques volontaires.",
    },
  ],
};
/** Lines of a call; those of the agent begin with a dash. */
const spoken = (...texts: string[]) =>
  texts.map((text, index) => ({
    _id: `line ${index + 1}`,
    seq: index + 1,
    sender: text.startsWith("-") ? ("agent" as const) : ("client" as const),
    text,
  }));
const given = (replyId: string, seq: number, text: string, triggerId?: string) => ({
  _id: replyId,
  replyId,
  entryId: "budget",
  seq,
  text,
  ...(triggerId && { triggerId }),
});
const question = "Quelle enveloppe aviez-vous prévue ?";
const asked = "- Quelle enveloppe vous aviez prévue ?";
const other = "- Reprenons votre calendrier de septembre.";

describe("the suggestions of a call", () => {
  test.each([
    ["before it is given", [asked, "Rien."], 2, ["first"]],
    ["in two lines in a row", ["- Quelle enveloppe", "Oui ?", "- aviez-vous prévue ?"], 3, ["first"]],
    ["with the values of the call", ["- Pour vingt personnes, un groupe pilote suffit."], 1, ["second"]],
    ["in its other wording", ["- Commençons avec quelques volontaires."], 1, ["second"]],
    ["only after it is given", ["Rien.", asked], 1, []],
    ["by the client", [question], 1, []],
  ])(
    "have the unprompted replies of an entry: a reply that is said %s",
    async (_name, texts, seq, expected) => {
      const found = await measuredReplies([given("first", seq, question)], spoken(...texts), [entry]);
      expect(found.get("first")?.unprompted).toEqual(expected);
    },
  );

  test("have as the line said instead the one after the line that matched the entry, not the one after the suggestion", async () => {
    const lines = spoken("Notre budget est serré.", other, "Oui.", "- Parlons ensuite de votre équipe.");
    const found = await measuredReplies([given("first", 2, question, "line 1")], lines, [entry]);
    expect(found.get("first")).toMatchObject({ said: false, insteadLine: "line 2" });
  });

  test("have no line said instead where another reply of the same moment is said", async () => {
    const both = [
      given("second", 1, "Un groupe pilote suffit.", "line 1"),
      given("first", 1, question, "line 1"),
    ];
    const found = await measuredReplies(both, spoken("Notre budget.", other, "Oui.", asked), [entry]);
    expect(found.get("second")).not.toHaveProperty("insteadLine");
    expect(found.get("first")).toMatchObject({ said: true });
  });

  test("without an entry are only measured for being said", async () => {
    const found = await measuredReplies([{ _id: "model", seq: 1, text: question }], spoken("Oui.", asked), [
      entry,
    ]);
    expect(found.get("model")).toEqual({ said: true });
  });
});

describe("a habit of an agent", () => {
  const call = (...unprompted: string[]) => ({ entryId: "budget", unprompted });

  test.each([
    ["three of five calls", [call("first"), call(), call("first"), call(), call("first")], ["first"]],
    ["two of two calls", [call("first"), call("first")], []],
    ["three of six calls", [call(), call(), call(), call("first"), call("first"), call("first")], []],
  ])("is what they say unprompted in three of the last five calls: %s", (_name, calls, expected) => {
    expect([...habitualReplies(calls)]).toEqual(expected);
  });

  test("is measured only in calls that matched its entry", async () => {
    const elsewhere = Array.from({ length: 9 }, () => ({ entryId: "timing", unprompted: [] }));
    expect([...habitualReplies([...elsewhere, call("first"), call("first"), call("first")])]).toEqual([
      "first",
    ]);
  });
});
