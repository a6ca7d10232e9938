import { PlaybookContent, PlaybookDraft, placeholdersOf, playbookLimits } from "./playbook-content.ts";

test.each([
  ["{amount} et {percent}", ["amount", "percent"]],
  ["{durée} { date } {}", ["durée", " date ", ""]],
  ["{{amount}}", ["{amount}"]],
  ["{amount", []],
  ["amount}", []],
  ["{".repeat(1_000_000), []],
])("the placeholders of %.20s are found", (text, names) => {
  expect(placeholdersOf(text)).toEqual(names);
});

test("a draft with a placeholder that an earlier version let in is read, and refused as an input", () => {
  const reply = { id: "r", category: "response", text: "Nous offrons {durée}." };
  const entry = { id: "e", intent: "Prix", group: "needs", phrases: [], not: [], replies: [reply] };
  const content = { entries: [entry], facts: [] };
  const draft = { ...content, revision: 1, version: 0, changed: true };
  expect(PlaybookDraft.parse(draft).entries[0]?.replies).toEqual([reply]);
  expect(PlaybookContent.safeParse(content).error?.issues[0]?.message).toMatch(
    /^\{durée\} is no placeholder/,
  );
});

test("a playbook's phrases and exceptions have a maximum of words, which names the entry that passes it", () => {
  const words = "un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze";
  const ofPhrase = words.split(" ").length;
  const entry = (id: number) => ({
    id: `e${id}`,
    intent: "Prix",
    group: "needs",
    phrases: Array.from({ length: playbookLimits.phrases }, () => ({ text: words, strength: "normal" })),
    not: [],
    replies: [{ id: `r${id}`, category: "response", text: "Bien sûr." }],
  });
  const most = Math.floor(playbookLimits.phraseWordsInAll / (ofPhrase * playbookLimits.phrases));
  const entries = Array.from({ length: most + 1 }, (_, id) => entry(id));
  expect(PlaybookContent.safeParse({ entries: entries.slice(0, most) }).success).toBe(true);
  expect(PlaybookContent.safeParse({ entries }).error?.issues).toMatchObject([
    {
      path: ["entries", most, "phrases"],
      message: "A playbook's phrases and exceptions have at most 60000 words in all. Shorten or remove some.",
    },
  ]);
});
