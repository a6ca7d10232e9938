import {
  type CallReview,
  type ConversationSummary,
  customerLabels,
  type Language,
  type Line,
  labelOf,
  type StoredSuggestion,
  type SummaryPointKind,
  sourceLabels,
  type TalkSide,
} from "@souffleur/contracts";
import type { LineNote } from "@souffleur/contracts/coaching";
import { createSlices } from "../../slices.ts";
import { dateText, momentText, money } from "../../texts/formats.ts";
import { type ApiText, textIn, type Values } from "../../texts/texts.ts";
import { clock, customerParts, outcomeText } from "./calls-csv.ts";

type Say = (text: ApiText, values?: Values) => string;

/** A call as text for people, in their language; times of day are in UTC. */
export async function callText(
  { call, talk, suggestions }: CallReview,
  lines: readonly Line[],
  language: Language,
  lineNotes: readonly LineNote[],
  summary: ConversationSummary,
): Promise<string> {
  const say: Say = (text, values) => textIn(language, text, values);
  const { agentName, customer, startedAt, durationSeconds, amount, currency = "", notes } = call;
  const names = { agent: agentName, client: customer.name };
  const facts: [ApiText, string | undefined][] = [
    ["Agent", agentName],
    ...customerParts.map((part): [ApiText, string | undefined] => [customerLabels[part], customer[part]]),
    ["When", momentText(new Date(startedAt), language)],
    ["Length", durationSeconds === undefined ? undefined : clock(durationSeconds)],
    ["Source", say(labelOf(sourceLabels, call.source))],
    ["Outcome", say(outcomeText(call.outcome, call.status))],
    ["Amount", amount === undefined ? undefined : money(amount, currency, language)],
    ["Next step", call.nextStep],
    ["Due", call.nextStepAt && dateText(new Date(call.nextStepAt), language)],
  ];
  const [suggested, noted] = [bySeq(suggestions), bySeq(lineNotes)];
  const suggestedAt = (seq: number) => (suggested.get(seq) ?? []).map((one) => suggestionText(one, say));
  const spoken: string[] = [];
  const pause = createSlices();
  for (const { seq, sender, text, timestamp } of lines) {
    const at = clock((Date.parse(timestamp) - Date.parse(startedAt)) / 1000);
    spoken.push(`[${at}] ${names[sender]}${say(": ")}${text}`, ...suggestedAt(seq));
    spoken.push(...(noted.get(seq) ?? []).flatMap((one) => noteTexts(one, say)));
    await pause();
  }
  return [
    facts.flatMap(([name, value]) => (value === undefined ? [] : [`${say(name)}${say(": ")}${value}`])),
    [say("Notes"), notes.trim() || say("None.")],
    ...(summary.points.length === 0
      ? []
      : [[say("Summary"), ...summary.points.map((one) => pointText(one, say))]]),
    [
      say("Talk figures"),
      sideText(agentName, talk.agent, say),
      sideText(customer.name, talk.client, say),
      say("Silence: {silence}, the longest {longest}", {
        silence: clock(talk.silenceSeconds),
        longest: clock(talk.longestSilenceSeconds),
      }),
    ],
    [say("Transcript"), ...suggestedAt(0), ...spoken],
  ]
    .map((part) => `${part.join("\n")}\n`)
    .join("\n");
}

function bySeq<One extends { seq: number }>(all: readonly One[]): ReadonlyMap<number, readonly One[]> {
  const found = new Map<number, One[]>();
  for (const one of all) {
    const same = found.get(one.seq);
    if (same) same.push(one);
    else found.set(one.seq, [one]);
  }
  return found;
}

const pointLabels: Readonly<Record<SummaryPointKind, ApiText>> = {
  summary: "In short",
  need: "Need",
  objection: "Objection",
  answer: "Answer",
  figure: "Figure",
  date: "Date",
  promise: "Promise",
};

const pointText = ({ kind, text, lines }: ConversationSummary["points"][number], say: Say) =>
  say("{kind} (line {numbers}): {text}", {
    kind: say(labelOf(pointLabels, kind)),
    numbers: lines.join(", "),
    text,
  });

function suggestionText({ text, state, said }: StoredSuggestion, say: Say): string {
  const values = { state, said: said ? "yes" : "no", text };
  return `    ${say("Suggestion ({state}{said, select, yes {, said} other {}}): {text}", values)}`;
}

function noteTexts({ text, author, answer }: LineNote, say: Say): string[] {
  return [
    `    ${say("Note by {name}: {text}", { name: author.name, text })}`,
    ...(answer === undefined ? [] : [`    ${say("Answer: {text}", { text: answer })}`]),
  ];
}

function sideText(name: string, side: TalkSide, say: Say): string {
  const { share, words, wordsPerMinute, questions, interruptions, longestMonologue } = side;
  const value = [
    say("{percent}% of the speech", { percent: Math.round(share * 100) }),
    say("words: {words}", { words }),
    wordsPerMinute !== undefined && say("words a minute: {rate}", { rate: wordsPerMinute }),
    say("questions: {questions}", { questions }),
    say("interruptions: {interruptions}", { interruptions }),
    longestMonologue && say("longest monologue: {length}", { length: clock(longestMonologue.seconds) }),
  ];
  return `${name}${say(": ")}${value.filter(Boolean).join(", ")}`;
}
