import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../../tools/run-step.mjs";

/**
 * A language model's answers to each turn of the client in sixteen of the known calls. They were **written**, as a model of the
 * size that people run may answer the prompt, and none is a model's: most fit, and the others have the faults that models have.
 * Those to four calls (`later`) were written when the filter's rules were done, and no rule was made with them.
 *
 * - "right question 0.85 price need | Text" is a reply of this category, confidence and entries, with its label, by the rules
 *   of labelled-sentences.ts: "wrong" also has a figure, a day, a name or a promise that nobody gave, or is no sentence for
 *   the client.
 * - "as fenced" before them: within words and a code fence; "as cut": the answer breaks off in its last text; "as words": the
 *   texts alone, without JSON.
 * - `of` is the `fingerprint` of what the model was asked when the answers were written and looked through last.
 */
export interface RecordedAnswer {
  group: "calls" | "later";
  call: string;
  said: string;
  /** What the model sends. */
  sent: string;
  /** The texts that it proposes, without what cannot be read. */
  replies: { label: "right" | "harmless" | "wrong"; text: string }[];
}

type Calls = Record<string, Record<string, string[]>>;
const recorded: { of: string } & Record<RecordedAnswer["group"], Calls> = JSON.parse(
  readFileSync(path.join(root, "api/bench/sentences/recorded/answers.json"), "utf8"),
);

function readRow(row: string) {
  const [, label, category, confidence, entries, text] =
    /^(right|harmless|wrong) (\w+) (\S+) (.*?) ?\| (.+)$/u.exec(row) ?? [];
  if (label === undefined || text === undefined || entries === undefined) throw new Error(`No reply: ${row}`);
  const ids = entries.split(" ").filter((id) => id !== "" && id !== "-");
  return {
    label: label as RecordedAnswer["replies"][number]["label"],
    written: { category, confidence: Number(confidence), text, entries: ids },
  };
}

function sentAs(shape: string | undefined, written: readonly { text: string }[]): string {
  const json = JSON.stringify({ suggestions: written });
  if (shape === "words") return written.map(({ text }) => text).join("\n");
  if (shape === "fenced") return `Voici mes suggestions :\n\n\`\`\`json\n${json}\n\`\`\``;
  return shape === "cut" ? json.slice(0, json.lastIndexOf(" ")) : json;
}

function readAnswer(rows: readonly string[]): Pick<RecordedAnswer, "sent" | "replies"> {
  const shape = /^as (\w+)$/u.exec(rows[0] ?? "")?.[1];
  const all = rows.slice(shape === undefined ? 0 : 1).map(readRow);
  const read = shape === "words" ? [] : all.slice(0, shape === "cut" ? -1 : undefined);
  return {
    sent: sentAs(
      shape,
      all.map(({ written }) => written),
    ),
    replies: read.map(({ label, written }) => ({ label, text: written.text })),
  };
}

export function readRecordedAnswers(): RecordedAnswer[] {
  return (["calls", "later"] as const).flatMap((group) =>
    Object.entries(recorded[group]).flatMap(([call, turns]) =>
      Object.entries(turns).map(([said, rows]) => ({ group, call, said, ...readAnswer(rows) })),
    ),
  );
}

interface Asked {
  transcription: { qui: string; texte: string }[];
  dejaPropose: unknown;
}

/**
 * What a model is asked with these messages: the turns that it is to answer, by which its recorded answer is found, and all
 * of it but for what was proposed before, which depends on the answers themselves.
 */
export function readAsked(messages: readonly { content: string }[]) {
  const [system, user] = messages;
  const { dejaPropose: _, ...data }: Asked = JSON.parse(user?.content ?? "");
  return { said: data.transcription.at(-1)?.texte, all: JSON.stringify([system?.content, data]) };
}

export const recordedOf = recorded.of;

export function fingerprintOf(asked: readonly string[]): string {
  return createHash("sha256").update(asked.toSorted().join("\n")).digest("hex").slice(0, 16);
}
