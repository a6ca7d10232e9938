import type * as z from "zod";
import * as desk from "../desk.ts";
import { errorCatalogue } from "../error-codes.ts";
import * as contracts from "../index.ts";
import * as playbook from "../playbook.ts";
import * as privacy from "../privacy.ts";
import * as realtime from "../realtime.ts";
import * as releaseCommands from "../release-commands.ts";
import { downTexts } from "../service-texts.ts";
import { findText } from "./find-text.ts";
import french from "./fr.json" with { type: "json" };

const { z: _, ...index } = contracts;
const modules = [index, desk, playbook, privacy, realtime, releaseCommands];
const keys = Object.keys(french);

/** What makes the schemas' own error functions say all that they have to say. */
const inputs = [undefined, 7, "ada@gmial.com"];

/** A schema, or a check of one. */
const isSchema = (value: object): value is z.core.$ZodType => "_zod" in value;

/** Messages of all schemas within a value. Those that are made while something is checked are not among them. */
function messagesIn(value: unknown, seen = new Set<unknown>()): string[] {
  if (typeof value !== "object" || value === null || seen.has(value)) return [];
  seen.add(value);
  const { error, ...parts }: { error?: unknown } = isSchema(value) ? value._zod.def : value;
  const own = typeof error === "function" ? inputs.map((input) => error({ code: "custom", input })) : [];
  const within = Object.values(parts).flatMap((part) => messagesIn(part, seen));
  return [...own.filter((message) => typeof message === "string"), ...within];
}

const messageOf = (schema: z.ZodType, input: unknown) => schema.safeParse(input).error?.issues[0]?.message;
const { email, phone } = contracts.registrationFields;
const reply = { id: "r", category: "response", text: "Oui." };
const entry = { id: "e", intent: "Prix", group: "needs", phrases: [], not: [], replies: [reply] };
const fact = { id: "f", text: "Vrai." };
const made = [
  messageOf(contracts.Email, "ada"),
  messageOf(email, "ada"),
  messageOf(phone, "12 34"),
  messageOf(phone, "1".repeat(16)),
  messageOf(phone, "twelve"),
  messageOf(playbook.PlaybookReply, { ...reply, text: "Oui, {prix}." }),
  messageOf(playbook.PlaybookContent, { entries: [entry, { ...entry, replies: [{ ...reply, id: "s" }] }] }),
  messageOf(playbook.PlaybookContent, { entries: [entry, { ...entry, id: "f" }] }),
  messageOf(playbook.PlaybookContent, { entries: [], facts: [fact, fact] }),
];

const labels = [contracts.industries, contracts.sourceLabels, contracts.outcomeLabels];
const texts = [
  ...messagesIn(modules),
  ...made,
  ...Object.values(errorCatalogue).map(({ text }) => text),
  ...labels.flatMap((names) => Object.values(names)),
  ...[0, 1, 2, 3, 4, 5].map(contracts.passwordLabel),
  realtime.noTelephonesText,
  ...Object.values(downTexts),
].filter((text): text is string => text !== undefined && text !== "Did you mean @undefined?");

test("every text for people has French", () => {
  expect(texts.filter((text) => findText(keys, text) === undefined)).toEqual([]);
});

test("all French is of a text", () => {
  const used = new Set(texts.map((text) => findText(keys, text)?.key));
  expect(keys.filter((key) => !used.has(key))).toEqual([]);
});

test("a message is found with what was typed in it", () => {
  const message = "Please enter a valid email (a+b (c)\nd)";
  expect(findText(keys, message)).toEqual({
    key: "Please enter a valid email ({email})",
    values: { email: "a+b (c)\nd" },
  });
  expect(findText(keys, "Oh dear")).toBeUndefined();
});
