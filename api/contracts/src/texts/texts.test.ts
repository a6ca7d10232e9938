import type * as z from "zod";
import * as invitations from "../accounts/pending-invitations.ts";
import * as heardText from "../calls/heard-text.ts";
import * as coaching from "../coaching.ts";
import * as customerFields from "../customers/customer-fields.ts";
import * as customers from "../customers/customers.ts";
import * as desk from "../desk.ts";
import { errorCatalogue } from "../error-codes.ts";
import * as contracts from "../index.ts";
import * as nextSteps from "../next-steps.ts";
import * as passkeys from "../passkeys.ts";
import * as playbook from "../playbook/playbook.ts";
import * as privacy from "../privacy.ts";
import * as realtime from "../realtime.ts";
import * as liveReleases from "../releases/live-releases.ts";
import * as releaseCommands from "../releases/release-commands.ts";
import { manifestConflicts } from "../releases/remote-manifest.ts";
import * as previews from "../releases/remote-previews.ts";
import { specifiedManifests } from "../releases/specified-manifests.ts";
import { roleHints } from "../role-hints.ts";
import * as sso from "../sso.ts";
import * as tokens from "../tokens.ts";
import * as webhooks from "../webhooks.ts";
import { findText } from "./find-text.ts";
import french from "./fr.json" with { type: "json" };
import { downTexts } from "./service-texts.ts";

const { z: _, ...index } = contracts;
const modules = [
  index,
  coaching,
  customerFields,
  customers,
  desk,
  heardText,
  invitations,
  liveReleases,
  nextSteps,
  passkeys,
  playbook,
  privacy,
  realtime,
  releaseCommands,
  previews,
  sso,
  tokens,
  webhooks,
];
const keys = Object.keys(french);

/** Inputs with which the schemas' error functions return all of their messages. */
const inputs = [undefined, 7, "ada@gmial.com"];

/** Whether a value is a schema or a check. */
const isSchema = (value: object): value is z.core.$ZodType => "_zod" in value;

/** The static messages of all schemas within a value. */
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
/** A playbook with so many entries, of which each has so many exceptions and replies. */
const manyOf = ({ not = 0, words = "non", replies = 1 }) =>
  Array.from({ length: 201 }, (_, at) => ({
    ...entry,
    id: `e-${at}`,
    not: Array(not).fill(words),
    replies: Array.from({ length: replies }, (__, of) => ({ ...reply, id: `r-${at}-${of}` })),
  }));
const fact = { id: "f", text: "Vrai." };
const made = [
  messageOf(contracts.Email, "ada"),
  messageOf(email, "ada"),
  messageOf(invitations.AddressList, "ada"),
  messageOf(invitations.AddressList, "ada@gmial.com"),
  messageOf(invitations.AddressList, "ada@example.com,".repeat(101)),
  messageOf(phone, "12 34"),
  messageOf(phone, "1".repeat(16)),
  messageOf(phone, "twelve"),
  messageOf(playbook.PlaybookReply, { ...reply, text: "Oui, {prix}." }),
  messageOf(playbook.PlaybookContent, { entries: [entry, { ...entry, replies: [{ ...reply, id: "s" }] }] }),
  messageOf(playbook.PlaybookContent, { entries: [entry, { ...entry, id: "f" }] }),
  messageOf(playbook.PlaybookContent, { entries: [], facts: [fact, fact] }),
  messageOf(playbook.PlaybookContent, { entries: manyOf({ not: 100 }) }),
  messageOf(playbook.PlaybookContent, { entries: manyOf({ not: 40, words: "non ".repeat(20).trim() }) }),
  messageOf(playbook.PlaybookContent, { entries: manyOf({ replies: 30 }) }),
];

const registry = { schema: 1, remotes: {} } as const;
const conflicts = [
  ...manifestConflicts("mfe-new", undefined, registry),
  ...manifestConflicts("mfe-new", specifiedManifests["mfe-dashboard"], registry),
  ...manifestConflicts("mfe-dashboard", specifiedManifests["mfe-analytics"], registry),
];

const labels = [
  contracts.customerLabels,
  contracts.industries,
  contracts.outcomeLabels,
  contracts.recognizerNames,
  contracts.roleLabels,
  contracts.sourceLabels,
  roleHints,
];
const texts = [
  ...messagesIn(modules),
  ...made,
  ...conflicts,
  ...Object.values(errorCatalogue).map(({ text }) => text),
  ...labels.flatMap((names) => Object.values(names)),
  ...[0, 1, 2, 3, 4, 5].map(contracts.passwordLabel),
  realtime.noTelephonesText,
  ...Object.values(customerFields.customerFields).map(({ label }) => label),
  ...Object.values(downTexts),
  contracts.invitationInvalid,
].filter((text): text is string => text !== undefined && text !== "Did you mean @undefined?");

test("every text for users has a French translation", () => {
  expect(texts.filter((text) => findText(keys, text) === undefined)).toEqual([]);
});

/** Transformations, and checks that are functions of this package, have their own messages. */
const hasWords = ({ _zod: { def } }: z.core.$ZodCheck) =>
  def.error !== undefined || def.check === "overwrite" || def.check === "custom";

/** The names of a request's fields that zod would refuse with its own message. */
function unworded(schema: unknown, name: string): string[] {
  if (typeof schema !== "object" || schema === null || !isSchema(schema)) return [];
  const {
    type,
    error,
    checks = [],
    ...parts
  } = schema._zod.def as z.core.$ZodTypeDef & {
    shape?: Record<string, unknown>;
  };
  if (type === "string") return error !== undefined && checks.every(hasWords) ? [] : [name];
  const { shape = {}, ...others } = parts;
  return [
    ...((type === "array" || type === "enum") && error === undefined ? [name] : []),
    ...Object.entries(shape).flatMap(([field, part]) => unworded(part, `${name}.${field}`)),
    ...Object.values(others).flatMap((part) => unworded(part, name)),
  ];
}

/** What is found in the parts of all requests. */
const inRequests = (find: (schema: unknown, name: string) => string[]) =>
  modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) =>
      typeof value === "object" && value !== null && "method" in value
        ? (["params", "query", "body"] as const).flatMap((part) =>
            part in value ? find((value as Record<string, unknown>)[part], `${name}.${part}`) : [],
          )
        : [],
    ),
  );

test("every text, list and choice of a request is refused with a text of this package", () => {
  expect(inRequests(unworded)).toEqual([]);
});

/** The names of lists that may have any number of entries. */
function unbounded(schema: unknown, name: string): string[] {
  if (typeof schema !== "object" || schema === null || !isSchema(schema)) return [];
  const {
    type,
    checks = [],
    shape = {},
    ...parts
  } = schema._zod.def as z.core.$ZodTypeDef & {
    shape?: Record<string, unknown>;
  };
  const isBounded = type !== "array" || checks.some(({ _zod: { def } }) => def.check === "max_length");
  return [
    ...(isBounded ? [] : [name]),
    ...Object.entries(shape).flatMap(([field, part]) => unbounded(part, `${name}.${field}`)),
    ...Object.values(parts)
      .flat()
      .flatMap((part) => unbounded(part, name)),
  ];
}

test("every list of a request has a maximum", () => {
  expect(inRequests(unbounded)).toEqual([]);
});

test("every translation is used", () => {
  const used = new Set(texts.map((text) => findText(keys, text)?.key));
  expect(keys.filter((key) => !used.has(key))).toEqual([]);
});

test("a message is found with its values", () => {
  const message = "Please enter a valid email (a+b (c)\nd)";
  expect(findText(keys, message)).toEqual({
    key: "Please enter a valid email ({email})",
    values: { email: "a+b (c)\nd" },
  });
  expect(findText(keys, "Oh dear")).toBeUndefined();
});
