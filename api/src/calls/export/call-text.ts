import {
  type CallReview,
  type KeptSuggestion,
  type Line,
  sourceLabels,
  type TalkSide,
} from "@souffleur/contracts";
import { outcomeText } from "./calls-csv.ts";
import { clock } from "./clock.ts";

/** A call to be read by people; times of day are in UTC. */
export function callText({ call, talk, suggestions }: CallReview, lines: readonly Line[]): string {
  const { agentName, clientName, startedAt, durationSeconds, amount, notes } = call;
  const names = { agent: agentName, client: clientName };
  const facts: [string, string | undefined][] = [
    ["Agent", agentName],
    ["Customer", clientName],
    ["Number", call.clientNumber],
    ["When", `${startedAt.slice(0, 19).replace("T", " ")} UTC`],
    ["Length", durationSeconds === undefined ? undefined : clock(durationSeconds)],
    ["Source", sourceLabels[call.source]],
    ["Outcome", outcomeText(call.outcome, call.status)],
    ["Amount", amount === undefined ? undefined : `$${amount.toLocaleString("en-US")}`],
    ["Next step", call.nextStep],
    ["Due", call.nextStepAt],
  ];
  const spoken = lines.flatMap((line) => [
    `[${clock((Date.parse(line.timestamp) - Date.parse(startedAt)) / 1000)}] ${names[line.sender]}: ${line.text}`,
    ...suggestions.filter(({ seq }) => seq === line.seq).map(suggestionText),
  ]);
  const before = suggestions.filter(({ seq }) => seq === 0).map(suggestionText);
  return [
    facts.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`])),
    ["Notes", notes.trim() || "None."],
    [
      "Talk figures",
      sideText(agentName, talk.agent),
      sideText(clientName, talk.client),
      `Silence: ${clock(talk.silenceSeconds)}, the longest ${clock(talk.longestSilenceSeconds)}`,
    ],
    ["Transcript", ...before, ...spoken],
  ]
    .map((part) => `${part.join("\n")}\n`)
    .join("\n");
}

function suggestionText({ text, state, said }: KeptSuggestion): string {
  return `    Suggestion (${said ? `${state}, said` : state}): ${text}`;
}

function sideText(name: string, side: TalkSide): string {
  const { share, words, wordsPerMinute, questions, interruptions, longestMonologue } = side;
  return `${name}: ${[
    `${Math.round(share * 100)} % of the speech`,
    `words: ${words}`,
    wordsPerMinute !== undefined && `words a minute: ${wordsPerMinute}`,
    `questions: ${questions}`,
    `interruptions: ${interruptions}`,
    longestMonologue && `longest monologue: ${clock(longestMonologue.seconds)}`,
  ]
    .filter(Boolean)
    .join(", ")}`;
}
