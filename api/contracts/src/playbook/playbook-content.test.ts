import { PlaybookContent, PlaybookDraft, placeholdersOf } from "./playbook-content.ts";

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
