import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type CoachMark, type Suggestion, saveOnboarding, scenarioNames } from "@souffleur/contracts";
import type { ServerEvent } from "@souffleur/contracts/realtime";
import type { Browser, Page } from "playwright";
import { scriptDuration } from "../src/calls/simulation/play-script.ts";
import { castScenario } from "../src/calls/simulation/scenarios.ts";
import { fakeMicrophone, openCallScreen, withBrowser } from "./browser/open-screen.ts";
import { type Watched, watchPrompter } from "./browser/watch-prompter.ts";
import { percentile, type Row, row } from "./figures.ts";
import { type PlayedCall, type PlayedLine, playedCalls } from "./played-calls.ts";
import { judgeSentences, sharesOf } from "./sentences/judge.ts";
import type { Half } from "./sentences/labelled-sentences.ts";
import type { ApiServer } from "./servers/api-server.ts";
import { newCall } from "./servers/live-server.ts";

/** How soon the reply to a turn is to stand. */
const dueMs = 1000;
/** Of a written call's lines: the time in which each is said, and the pause after it, in which the agent reads. */
const spokenMs = 500;
const pauseMs = { client: 1300, agent: 400 } as const;

const now = () => performance.timeOrigin + performance.now();

/** What the server emitted in a call. */
interface Emitted {
  lines: { at: number; id: string; text: string }[];
  suggestions: Map<string, Suggestion>;
}

/** A turn of the client, and the best reply on the screen when it was due. */
interface Turn {
  call: string;
  text: string;
  isAnswered: boolean;
  /** How long after the turn's last word its reply stood; undefined where it stood before, or came later than due. */
  tookMs: number | undefined;
}

function listen({ realtime }: ApiServer): { read: () => Emitted } {
  let emitted: Emitted = { lines: [], suggestions: new Map() };
  realtime.onEmitted((event, payload) => {
    if (event === "suggestion") {
      const suggestion = payload as ServerEvent<"suggestion">;
      emitted.suggestions.set(suggestion.text, suggestion);
    }
    if (event !== "live_transcription") return;
    const { is_final, transcript = "", messageId = "" } = payload as ServerEvent<"live_transcription">;
    if (is_final) emitted.lines.push({ at: now(), id: messageId, text: transcript });
  });
  return {
    read() {
      const before = emitted;
      emitted = { lines: [], suggestions: new Map() };
      return before;
    },
  };
}

/** Each turn of the client, with the ids of its lines and the time of its last word. */
function turnsOf(lines: readonly PlayedLine[], emitted: Emitted["lines"]) {
  const ids = new Set<string>();
  return lines.flatMap(({ sender, text }, at) => {
    const line = emitted[at];
    if (sender === "agent" || line === undefined) ids.clear();
    else ids.add(line.id);
    const isLast = sender === "client" && lines[at + 1]?.sender !== "client";
    return isLast && line ? [{ text, ids: new Set(ids), endedAt: line.at }] : [];
  });
}

/** The best reply on the screen to each of the client's turns. */
function readTurns({ name, lines }: PlayedCall, emitted: Emitted, { best }: Watched): Turn[] {
  return turnsOf(lines, emitted.lines).map(({ text, ids, endedAt }) => {
    const shown = best.findLast(({ at }) => at <= endedAt + dueMs);
    const reply = emitted.suggestions.get(shown?.text ?? "");
    const isAnswered = ids.has(reply?.trigger?.messageId ?? "");
    const tookMs = isAnswered && shown && shown.at > endedAt ? shown.at - endedAt : undefined;
    return { call: name, text, isAnswered, tookMs };
  });
}

async function watched(page: Page, play: () => Promise<void>): Promise<Watched> {
  await page.getByRole("button", { name: "End Call" }).waitFor();
  await page.evaluate(watchPrompter);
  await play();
  const seen = await page.evaluate(() => globalThis.watchedPrompter);
  if (await page.getByRole("button", { name: "End Call" }).isVisible())
    await page.getByRole("button", { name: "End Call" }).click();
  await page.getByRole("button", { name: "Later" }).click();
  await page.getByRole("button", { name: "Test Live Transcription" }).waitFor();
  return seen;
}

/** A scripted call in real time, without any input of the agent. */
async function watchScript(page: Page, scenario: PlayedCall): Promise<Watched> {
  await page.reload();
  await page.locator(`input[value="${scenario.name}"]`).check();
  await page.getByRole("button", { name: "Test Live Transcription" }).click();
  const name = scenarioNames.find((one) => one === scenario.name);
  if (name === undefined) throw new Error(`No script ${scenario.name}`);
  // At its end the wrap-up replaces the screen.
  const lastsMs = scriptDuration(castScenario(name).lines) - 500;
  return watched(page, () => sleep(lastsMs));
}

/** A written call, each line said in half a second. */
async function watchWritten(server: ApiServer, page: Page, written: PlayedCall): Promise<Watched> {
  const { user, organization } = await server.signIn("agent");
  const call = { ...newCall(), organizationId: organization?.id ?? null, agentId: user.id };
  await server.live.open(call);
  return watched(page, async () => {
    for (const { sender, text } of written.lines) {
      const speech = { messageId: randomUUID(), sender, text, confidence: 0.9 };
      server.live.interim(call, { ...speech, text: text.split(" ").slice(0, 3).join(" ") });
      await sleep(spokenMs);
      await server.live.addLine(call, speech);
      await sleep(pauseMs[sender]);
    }
  });
}

const share = (turns: readonly Turn[], isGood: (turn: Turn) => boolean) =>
  (100 * turns.filter(isGood).length) / turns.length;

function summarize(turns: readonly Turn[], pages: readonly Watched[]): Row[] {
  for (const { call, text, isAnswered } of turns)
    if (!isAnswered) console.log(`${call}: "${text}" has a reply of an earlier turn, or none`);
  const took = turns.flatMap(({ tookMs }) => tookMs ?? []);
  const lives = pages.flatMap(({ cards }) =>
    cards.flatMap(({ came, left }) => (left === undefined ? [] : [left - came])),
  );
  const shifts = pages.flatMap((page) => page.shifts);
  for (const { score, moved } of shifts) console.log(`moved by ${score}: ${moved.join(" | ")}`);
  const sum = (of: (page: Watched) => number) => pages.reduce((total, page) => total + of(page), 0);
  return [
    row("turns of the client", turns.length, ""),
    row(
      "the best reply answers the last of them (%)",
      share(turns, (one) => one.isAnswered),
      ">= 95",
    ),
    row("it stands after the last word: median (ms)", percentile(took, 0.5), ""),
    row("it stands after the last word: 95th percentile (ms)", percentile(took, 0.95), "< 1000"),
    row("median time of a card in its place (s)", percentile(lives, 0.5) / 1000, ""),
    row(
      "cards that move",
      sum(({ jumps }) => jumps),
      "0",
    ),
    row(
      "layout shift of the page",
      shifts.reduce((total, { score }) => total + score, 0),
      "0",
      undefined,
      5,
    ),
    row(
      "most words on the screen besides the conversation",
      Math.max(...pages.map(({ words }) => words)),
      "<= 130",
    ),
  ];
}

/** The tips of a first call stand beside it for seconds, and no more in the next. */
async function passTips({ signIn, url }: ApiServer): Promise<void> {
  const { accessToken } = await signIn("agent");
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${accessToken}` };
  for (const seen of ["sentence", "keys"] satisfies CoachMark[])
    await fetch(`${url}${saveOnboarding.path}`, { method: "PUT", headers, body: JSON.stringify({ seen }) });
}

async function watchAll(server: ApiServer, browser: Browser): Promise<Row[]> {
  await passTips(server);
  const { read } = listen(server);
  const page = await openCallScreen(browser, server.url);
  const turns: Turn[] = [];
  const pages: Watched[] = [];
  for (const call of playedCalls) {
    read();
    const isScript = scenarioNames.some((name) => name === call.name);
    const seen = await (isScript ? watchScript(page, call) : watchWritten(server, page, call));
    pages.push(seen);
    turns.push(...readTurns(call, read(), seen));
  }
  return summarize(turns, pages);
}

/** What the labelled sentences of a half are answered with, and what is wrong of the half that rules may be made with. */
async function judgeHalf(half: Half, name: string): Promise<Row[]> {
  const { figures, faults } = await judgeSentences(half);
  for (const fault of faults) console.log(fault);
  const { rightOrHarmless, wrong, right, silence } = sharesOf(figures);
  return [
    row(`${name}: turns of the client`, figures.turns, ""),
    row(`${name}: the best reply, or silence, is right or harmless (%)`, rightOrHarmless, ">= 97"),
    row(`${name}: it is wrong (%)`, wrong, "<= 1"),
    row(`${name}: it is right where a reply is due (%)`, right, ">= 85"),
    row(`${name}: silence where no reply answers (%)`, silence, ">= 97"),
    row(`${name}: of all that is shown, wrong (%)`, (100 * figures.shownWrong) / figures.shown, ""),
  ];
}

/** How good the sentences are, and how still the best one stands, in the four scripts and in twelve written calls. */
export default async function prompter(): Promise<Row[]> {
  const sentences = [
    ...(await judgeHalf("known", "sentences that rules may be made with")),
    ...(await judgeHalf("heldOut", "sentences held out")),
  ];
  return [...sentences, ...(await withBrowser(watchAll, fakeMicrophone))];
}
