import { limits } from "@souffleur/contracts";
import { CustomerFields } from "@souffleur/contracts/customer-fields";
import { PlaybookContent } from "@souffleur/contracts/playbook";
import type { ZodType } from "zod";
import { readInput } from "./read-input.ts";

const reply = { id: "r", category: "response", text: "Oui." };
const entry = { id: "e", intent: "Prix", group: "needs", phrases: [], not: [], replies: [reply] };
const customer = { name: " Ada ", numbers: ["", "1", "1"], tags: ["Été"] };

test.each<[string, ZodType, unknown]>([
  ["a list of lists", PlaybookContent, { entries: [entry] }],
  ["a default and a transformed list", CustomerFields, customer],
  ["an unknown field", CustomerFields, { ...customer, unknown: [1] }],
])("%s is read as its schema says", async (_, schema, given) => {
  expect(await readInput(schema, given)).toEqual({ success: true, data: schema.parse(given) });
});

const wrongPhrase = { text: "…", strength: "huge" };
test.each<[string, ZodType, unknown]>([
  ["no object", PlaybookContent, [1]],
  ["no list", PlaybookContent, { entries: {}, facts: null }],
  [
    "parts of entries",
    PlaybookContent,
    { entries: [{ ...entry, phrases: [wrongPhrase, wrongPhrase] }, 7, { ...entry, not: ["", 1] }] },
  ],
  ["rules of the whole", PlaybookContent, { entries: [entry, entry] }],
  ["too long a list in a list", PlaybookContent, { entries: [{ ...entry, not: Array(101).fill("") }] }],
  ["several lists", CustomerFields, { numbers: [1], emails: ["x"], tags: Array(21).fill("x"), notes: 1 }],
])("%s is refused as its schema says", async (_, schema, given) => {
  const issues = schema.safeParse(given).error?.issues.map(({ path, message }) => ({ path, message }));
  expect(await readInput(schema, given)).toEqual({ success: false, issues });
});

test("what is wrong is read no further than it is answered, and others are answered meanwhile", async () => {
  const entries = Array.from({ length: 2000 }, () => ({ ...entry, not: Array(100).fill("") }));
  const read = await readInput(PlaybookContent, { entries });
  expect(read.success ? 0 : read.issues.length).toBe(limits.issuesMax);
  const right = Array.from({ length: 2000 }, (_, at) => ({
    ...entry,
    id: `e-${at}`,
    replies: [{ ...reply, id: `r-${at}` }],
  }));
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  expect((await readInput(PlaybookContent, { entries: right })).success).toBe(true);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(0);
});
