import { foldedWords } from "@souffleur/contracts/fold";
import { type Placeholder, placeholdersOf } from "@souffleur/contracts/playbook";
import type { LineDoc } from "../../src/calls/records/line-model.ts";
import { createSuggestions } from "../../src/calls/suggestions/suggestions.ts";
import { clock } from "../../src/clock.ts";
import { readConfig } from "../../src/config.ts";
import { createLogger } from "../../src/http/logger.ts";
import { createMetrics } from "../../src/http/metrics.ts";
import { defaultSettings } from "../../src/playbook/published-playbooks.ts";
import { builtInContent, builtInPlaybook } from "../../src/suggestions/matching/built-in-playbook.ts";
import { type Half, type Label, type LabelledScript, labelledScripts } from "./labelled-sentences.ts";

/** The day on which all the calls are held, a Thursday. */
const heldAt = Date.UTC(2026, 2, 12, 9);

type Class = "right" | "harmless" | "wrong";
/** What a turn's best reply is, or what its silence is. */
type Outcome = Class | "silent" | "missed";

interface Judged {
  script: string;
  said: string;
  outcome: Outcome;
  label: Label;
  /** What was shown unasked, the best one first. */
  shown: { text: string; replyId: string; class: Class }[];
}

/** Counts of turns, and of all replies that were shown. */
export interface SentenceFigures {
  turns: number;
  right: number;
  harmless: number;
  wrong: number;
  /** Nothing was shown, rightly, and where a reply was due. */
  silent: number;
  missed: number;
  /** Turns at which silence is not right, and those of them whose best reply is right. */
  due: number;
  dueRight: number;
  /** Turns that no reply answers, and those of them at which nothing was shown. */
  unanswerable: number;
  unanswerableSilent: number;
  shown: number;
  shownRight: number;
  shownHarmless: number;
  shownWrong: number;
}

const texts = new Map(
  builtInContent.entries.flatMap(({ replies }) => replies.map(({ id, text }) => [id, text])),
);

/** What stands in a reply in the place of its template's placeholder, with words that it may have changed beside it. */
function filledIn(text: string, template: string): string {
  const words = foldedWords(text);
  const own = foldedWords(template);
  const start = words.findIndex((word, at) => word !== own[at]);
  const end = words.toReversed().findIndex((word, at) => word !== own.at(-1 - at));
  return start === -1 ? "" : ` ${words.slice(start, end === -1 ? 0 : words.length - end).join(" ")} `;
}

/** What a reply of the playbook is with these values, where its turn has this label. */
export function classOf(replyId: string, text: string, { right, harmless, slots }: Label): Class {
  const template = texts.get(replyId) ?? "";
  const filled = filledIn(text, template);
  const isListed = (slot: string) =>
    slots[slot as Placeholder]?.some((value) => filled.includes(` ${foldedWords(value).join(" ")} `));
  if (!placeholdersOf(template).every(isListed)) return "wrong";
  if (right.has(replyId)) return "right";
  return harmless.has(replyId) ? "harmless" : "wrong";
}

interface CallInMemory {
  lines: LineDoc[];
  claimed: string[];
  kept: { seq: number; id: string; replyId: string }[];
}

/** The suggestions of a process without a database and without pages, with these settings of the process. */
export function createPlayer(env: Record<string, string> = {}) {
  const calls = new Map<string, CallInMemory>();
  function callOf(callId: string): CallInMemory {
    const call = calls.get(callId) ?? { lines: [], claimed: [], kept: [] };
    calls.set(callId, call);
    return call;
  }
  const suggestions = createSuggestions({
    config: readConfig({ NODE_ENV: "test", ...env }),
    log: createLogger("silent"),
    metrics: createMetrics(),
    playbooks: { guidanceOf: async () => ({ playbook: builtInPlaybook, ...defaultSettings }) },
    realtime: { emit: () => undefined },
    records: {
      lines: { last: async (callId, count) => callOf(callId).lines.slice(-count) },
      replies: { quiet: async () => new Set() },
      suggested: async (callId) => callOf(callId).claimed,
      async claimSuggestion(callId, keys) {
        const { claimed, lines } = callOf(callId);
        if (keys.some((key) => claimed.includes(key))) return undefined;
        claimed.push(...keys);
        return lines.length;
      },
      suggestions: {
        async keep({ id, callId }, seq, origin) {
          callOf(callId).kept.push({ id, seq, replyId: origin?.replyId ?? "" });
        },
        countSince: async (callId, since) => callOf(callId).kept.filter(({ seq }) => seq >= since).length,
      },
    },
  });
  return {
    say(callId: string, sender: LineDoc["sender"], text: string): void {
      const { lines } = callOf(callId);
      const seq = lines.length + 1;
      const of = { callId, sessionId: callId, sender, text, timestamp: clock.now() };
      lines.push({ ...of, _id: `${callId}:${seq}`, seq, confidence: 0.9, isTranscription: true });
    },
    /** What is shown unasked, the best one first, with the ids of the playbook's replies; a language model's have none. */
    async ask(callId: string): Promise<{ text: string; replyId: string }[]> {
      const call = { _id: callId, organizationId: null, agentId: "agent", sessionId: callId };
      const given = await suggestions.generate(call, { isAsked: false });
      const { kept } = callOf(callId);
      return given
        .map(({ id, text }) => ({ text, replyId: kept.find((one) => one.id === id)?.replyId ?? "" }))
        .reverse();
    },
  };
}

type Player = ReturnType<typeof createPlayer>;

async function judgeScript(player: Player, { name, turns }: LabelledScript): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const { sender, text: said, label } of turns) {
    player.say(name, sender, said);
    if (label === undefined) continue;
    const given = await player.ask(name);
    const shown = given.map((one) => ({ ...one, class: classOf(one.replyId, one.text, label) }));
    const outcome = shown[0]?.class ?? (label.isSilenceRight ? "silent" : "missed");
    judged.push({ script: name, said, outcome, label, shown });
  }
  return judged;
}

function figuresOf(turns: readonly Judged[]): SentenceFigures {
  const of = (outcome: Outcome) => turns.filter((one) => one.outcome === outcome).length;
  const due = turns.filter(({ label }) => !label.isSilenceRight);
  const unanswerable = turns.filter(({ label }) => label.right.size === 0);
  const shown = turns.flatMap((one) => one.shown);
  const shownAs = (as: Class) => shown.filter((one) => one.class === as).length;
  return {
    turns: turns.length,
    right: of("right"),
    harmless: of("harmless"),
    wrong: of("wrong"),
    silent: of("silent"),
    missed: of("missed"),
    due: due.length,
    dueRight: due.filter(({ outcome }) => outcome === "right").length,
    unanswerable: unanswerable.length,
    unanswerableSilent: unanswerable.filter((one) => one.shown.length === 0).length,
    shown: shown.length,
    shownRight: shownAs("right"),
    shownHarmless: shownAs("harmless"),
    shownWrong: shownAs("wrong"),
  };
}

const faultOf = ({ script, said, outcome, label, shown }: Judged) =>
  outcome === "missed"
    ? [`${script}: "${said}" has nothing, of ${[...label.right].join(" ")}`]
    : shown.flatMap((one, rank) =>
        one.class === "wrong"
          ? [`${script}: "${said}" has ${rank === 0 ? "as the best " : ""}"${one.text}"`]
          : [],
      );

/**
 * Plays a half's calls to the suggestions as a page does, which asks after each turn of the client, and judges what it shows.
 * @returns its figures, and each missing or wrong sentence; of the half that is held out none, so that nobody makes a rule
 * with them.
 */
export async function judgeSentences(half: Half): Promise<{ figures: SentenceFigures; faults: string[] }> {
  const judged = await judgeScripts(createPlayer(), labelledScripts[half]);
  return { figures: figuresOf(judged), faults: half === "known" ? judged.flatMap(faultOf) : [] };
}

/** Plays calls on their day. */
export async function judgeScripts(player: Player, scripts: readonly LabelledScript[]): Promise<Judged[]> {
  clock.move(heldAt - clock.ms());
  try {
    const judged: Judged[] = [];
    for (const script of scripts) judged.push(...(await judgeScript(player, script)));
    return judged;
  } finally {
    clock.reset();
  }
}

/** The shares that have goals, in percent. */
export function sharesOf(figures: SentenceFigures) {
  const { turns, right, harmless, silent, wrong } = figures;
  return {
    rightOrHarmless: (100 * (right + harmless + silent)) / turns,
    wrong: (100 * wrong) / turns,
    right: (100 * figures.dueRight) / figures.due,
    silence: (100 * figures.unanswerableSilent) / figures.unanswerable,
  };
}
