import type { Sender } from "@souffleur/contracts";
import { type Placeholder, placeholders } from "@souffleur/contracts/playbook";
import { builtInContent } from "../../src/suggestions/matching/built-in-playbook.ts";
import { buying as heldOutBuying } from "./held-out/buying.ts";
import { contact as heldOutContact } from "./held-out/contact.ts";
import { deciding as heldOutDeciding } from "./held-out/deciding.ts";
import { service as heldOutService } from "./held-out/service.ts";
import { buying } from "./known/buying.ts";
import { contact } from "./known/contact.ts";
import { service } from "./known/service.ts";
import { buying as firstBuying } from "./once-held-out/first/buying.ts";
import { contact as firstContact } from "./once-held-out/first/contact.ts";
import { service as firstService } from "./once-held-out/first/service.ts";
import { buying as secondBuying } from "./once-held-out/second/buying.ts";
import { contact as secondContact } from "./once-held-out/second/contact.ts";
import { service as secondService } from "./once-held-out/second/service.ts";

/**
 * Calls of several trades, as a recognizer writes them, each turn of whose client is labelled with what a sales trainer would
 * say of every reply of the built-in playbook there. The calls are held on Thursday, 12 March 2026.
 *
 * - "== name | kind | sells: what the agent sells" begins a call; "a:" is the agent, "c:" the client.
 * - "> price:36 need ~ team:2 - ; amount=45 euros|990 ; (why)" labels the client's line above it. Before "~" stand the
 *   replies that answer it (price-3, price-6, all of "need"; 0 is the tenth), after it those that are harmless: on the
 *   subject, though somewhat early, late or beside. "-", anywhere, says that silence is right, too.
 * - **Every reply that is not listed is wrong there**: it sells inside a complaint, defends what nobody attacked, asks what
 *   was said, says of the trade what is not true (call software has seats, a trial and an hour of training; cleaning has
 *   not), or is of another subject than a direct question, to which only its answer or silence is right.
 * - A reply with placeholders is as it is labelled only where each is filled with a value that the line, or "slots:" of the
 *   call, lists for it; filled with any other, it is wrong: a day that is past, refused, or proposed by nobody, somebody's
 *   own price for another thing, a number of parcels for that of users.
 */
export interface LabelledTurn {
  sender: Sender;
  text: string;
  /** Of a turn of the client. */
  label?: Label;
}

export interface Label {
  right: ReadonlySet<string>;
  harmless: ReadonlySet<string>;
  /** Whether nothing is a good answer, too. */
  isSilenceRight: boolean;
  slots: Partial<Record<Placeholder, readonly string[]>>;
}

export interface LabelledScript {
  name: string;
  kind: string;
  turns: readonly LabelledTurn[];
}

const halves = {
  known: [
    ...[buying, service, contact],
    ...[firstBuying, firstService, firstContact],
    ...[secondBuying, secondService, secondContact],
  ],
  heldOut: [heldOutBuying, heldOutDeciding, heldOutService, heldOutContact],
};
export type Half = keyof typeof halves;

const repliesOf = new Map(
  builtInContent.entries.map(({ id, replies }) => [id, replies.map((one) => one.id)]),
);

/** "price:36" as price-3 and price-6. */
export function replyIds(named: string): string[] {
  const [entry = "", digits] = named.split(":");
  const known = repliesOf.get(entry) ?? [];
  const ids = digits === undefined ? known : [...digits].map((digit) => `${entry}-${Number(digit) || 10}`);
  if (ids.length === 0 || ids.some((id) => !known.includes(id))) throw new Error(`No reply ${named}`);
  return ids;
}

function slotsOf(text: string): Label["slots"] {
  const slots: Label["slots"] = {};
  for (const one of text.split(/\s+(?=[a-z]+=)/u)) {
    const [name, values = ""] = one.split("=");
    const slot = placeholders.find((each) => each === name);
    if (slot === undefined) throw new Error(`No placeholder ${one}`);
    slots[slot] = values.split("|").map((value) => value.trim());
  }
  return slots;
}

function labelOf(row: string, ofCall: Label["slots"]): Label {
  const [classes = "", ...more] = row.split(";").map((part) => part.trim());
  const words = classes.split(/\s+/u);
  const at = words.includes("~") ? words.indexOf("~") : words.length;
  const idsOf = (named: readonly string[]) => new Set(named.filter((word) => word !== "-").flatMap(replyIds));
  const slots = more.filter((part) => /^[a-z]+=/u.test(part)).map(slotsOf);
  return {
    right: idsOf(words.slice(0, at)),
    harmless: idsOf(words.slice(at + 1)),
    isSilenceRight: words.includes("-"),
    slots: Object.assign({}, ofCall, ...slots) as Label["slots"],
  };
}

function readScript(text: string): LabelledScript {
  const [title = "", ...rows] = text.split("\n");
  const [name = "", kind = ""] = title.split("|").map((part) => part.trim());
  const turns: LabelledTurn[] = [];
  let slots: Label["slots"] = {};
  for (const row of rows) {
    const [, mark, said = ""] = /^(a: |c: |> |slots: )(.*)$/u.exec(row.trim()) ?? [];
    const last = turns.at(-1);
    if (mark === "slots: ") slots = slotsOf(said);
    else if (mark === "a: ") turns.push({ sender: "agent", text: said });
    else if (mark === "c: ") turns.push({ sender: "client", text: said });
    else if (mark === "> " && last?.sender === "client") last.label = labelOf(said, slots);
    else if (row.trim() !== "") throw new Error(`${name}: ${row}`);
  }
  const bare = turns.find(({ sender, label }) => sender === "client" && label === undefined);
  if (bare) throw new Error(`${name}: "${bare.text}" has no label`);
  return { name, kind, turns };
}

const read = (texts: readonly string[]) =>
  texts
    .join("\n")
    .split(/^== /mu)
    .slice(1)
    .map((one) => readScript(one));

/**
 * Sixty-six calls that rules may be made with, and twenty-two of the same kinds that are held out: these were written on
 * 30 November 2026 by somebody who had read neither the examples nor the rules.
 */
export const labelledScripts: Record<Half, readonly LabelledScript[]> = {
  known: read(halves.known),
  heldOut: read(halves.heldOut),
};
