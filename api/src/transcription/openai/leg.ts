import { clock } from "../../clock.ts";
import type { RecognizerMessage } from "../recognizer.ts";
import { sampleRate } from "../replay-buffer.ts";
import { createUtterances } from "../speech/utterances.ts";

/** What makes the text of an utterance, of one at a time. */
export interface Transcriber {
  /** Takes the next audio of the utterance. */
  send(pcm: Buffer): void;
  /** The utterance is over: its text is expected. @param pieces all of its audio, where it `keeps` it */
  end(pieces: readonly Buffer[]): void;
  /** Whether the audio must be kept until the utterance is over, for its text or for interim ones. */
  keeps(): boolean;
  /** Asks for the text so far, if it is time to. */
  askInterim(pieces: readonly Buffer[], isFirst: boolean): void;
  /** Gives up a request for an interim text, which would come too late. */
  cancelInterim(): void;
}

/** The text of an utterance. */
export interface Spoken {
  /** Empty where there is no speech. */
  text: string;
  /** From 0 to 1. */
  confidence: number;
  /** From the utterance's beginning; undefined where the server does not say. */
  spoken?: { startMs: number; endMs: number } | undefined;
}

interface Utterance {
  startMs: number;
  /** Undefined while it is spoken. */
  endMs?: number;
  pieces: Buffer[];
  /** Whether a part of it was given to the transcriber. */
  isBegun?: true;
  /** It has waited for too long: its audio is gone. */
  isDropped?: true;
}

/** Of the utterances that wait for the one before them, in all: what waits for longer is of no use in a call. */
const waitingMaxMs = 20_000;
/** In silence, how often it is told up to where nothing was spoken, and how far behind, as an utterance begins before its voice. */
const silenceMs = 1000;
const beginMs = 500;

interface LegDeps {
  channel: 0 | 1;
  /** Samples a second of the audio for the transcriber. */
  rate: number;
  transcriber: Transcriber;
  onMessage(message: RecognizerMessage): void;
}

/** Listens to one leg. */
export async function createLeg(deps: LegDeps): Promise<Leg> {
  const leg = new Leg(deps);
  await leg.open(deps.rate);
  return leg;
}

/** One leg of a connection: finds its utterances, has each transcribed in its turn, and gives their texts their times. */
export class Leg {
  readonly #channel: 0 | 1;
  readonly #transcriber: Transcriber;
  readonly #onMessage: LegDeps["onMessage"];
  #utterances: Awaited<ReturnType<typeof createUtterances>> | undefined;
  /** The first is with the transcriber. */
  readonly #queue: Utterance[] = [];
  /** Since the leg's first byte: all audio, and up to where silence was told. */
  #pushedMs = 0;
  #toldMs = 0;
  #askedAt: number | undefined;
  #isBehind = false;

  constructor({ channel, transcriber, onMessage }: LegDeps) {
    this.#channel = channel;
    this.#transcriber = transcriber;
    this.#onMessage = onMessage;
  }

  async open(rate: number): Promise<void> {
    this.#utterances = await createUtterances(
      { rate },
      {
        onBegin: (startMs) => void this.#queue.push({ startMs, pieces: [] }),
        onAudio: (pcm) => this.#add(pcm),
        onEnd: (endMs) => this.#end(endMs),
      },
    );
  }

  /** Takes the next mu-law, 8 kHz, of any length; the buffer may be used again. */
  push(mulaw: Buffer): void {
    this.#pushedMs += (mulaw.length * 1000) / sampleRate;
    this.#utterances?.push(mulaw);
    if (this.#queue.length > 0) this.#toldMs = this.#pushedMs;
    if (this.#pushedMs - this.#toldMs < silenceMs) return;
    this.#toldMs = this.#pushedMs;
    this.#onMessage({ kind: "silence", channel: this.#channel, coveredMs: this.#pushedMs - beginMs });
  }

  /** The text so far of the utterance that is with the transcriber. */
  interim(text: string, confidence: number): void {
    const [utterance] = this.#queue;
    if (utterance === undefined) return;
    const spoken = { startMs: utterance.startMs, endMs: utterance.endMs ?? this.#pushedMs };
    this.#result({ text, confidence, spoken, coveredMs: 0, isFinal: false });
  }

  /** The text of the utterance that is with the transcriber. */
  answer({ text, confidence, spoken }: Spoken): void {
    this.#askedAt = undefined;
    const utterance = this.#queue.shift();
    if (utterance === undefined) return;
    const { startMs, endMs = this.#pushedMs } = utterance;
    // vLLM ends a text that has become too long; what is spoken after it is another one.
    if (utterance.endMs === undefined) this.#queue.unshift({ startMs: endMs, pieces: [] });
    const within = (ms: number) => Math.min(startMs + ms, endMs);
    const { startMs: from, endMs: until } = spoken ?? { startMs: 0, endMs: endMs - startMs };
    this.#result({
      ...{ text, confidence, coveredMs: endMs, isFinal: true },
      spoken: { startMs: within(from), endMs: within(until) },
    });
    this.#next();
  }

  /** Since when a text is expected; undefined where none is. */
  askedAt = (): number | undefined => this.#askedAt;

  isEmpty = (): boolean => this.#queue.length === 0;

  /** Ends the utterance that is spoken, at the leg's end. */
  finish(): void {
    this.#utterances?.finish();
  }

  close(): void {
    this.#utterances?.close();
  }

  #result(result: Omit<Extract<RecognizerMessage, { kind: "result" }>, "kind" | "channel">): void {
    this.#onMessage({ kind: "result", channel: this.#channel, ...result });
  }

  /** Takes the next audio of the utterance that is spoken. */
  #add(pcm: Buffer): void {
    const utterance = this.#queue.at(-1);
    if (utterance === undefined) return;
    if (utterance === this.#queue[0]) this.#give(utterance, pcm);
    else {
      utterance.pieces.push(pcm);
      this.#dropOldest();
    }
  }

  #end(endMs: number): void {
    const utterance = this.#queue.at(-1);
    if (utterance === undefined) return;
    utterance.endMs = endMs;
    if (utterance === this.#queue[0]) this.#ask(utterance);
  }

  #give(utterance: Utterance, pcm: Buffer): void {
    const isFirst = utterance.isBegun === undefined;
    utterance.isBegun = true;
    this.#transcriber.send(pcm);
    if (!this.#transcriber.keeps()) utterance.pieces = [];
    else {
      utterance.pieces.push(pcm);
      this.#transcriber.askInterim(utterance.pieces, isFirst);
    }
  }

  #ask(utterance: Utterance): void {
    this.#transcriber.cancelInterim();
    if (!utterance.isBegun) {
      this.answer({ text: "", confidence: 0 });
      return;
    }
    this.#askedAt = clock.ms();
    this.#transcriber.end(utterance.pieces);
  }

  /** Gives the transcriber the next utterance, if one waits. */
  #next(): void {
    for (let [first] = this.#queue; first?.isDropped; [first] = this.#queue) {
      this.#queue.shift();
      this.#onMessage({ kind: "silence", channel: this.#channel, coveredMs: first.endMs ?? 0 });
    }
    const [utterance] = this.#queue;
    if (utterance === undefined) {
      if (this.#isBehind) this.#onMessage({ kind: "behind", lostMs: 0 });
      this.#isBehind = false;
      return;
    }
    for (const pcm of utterance.pieces.splice(0)) this.#give(utterance, pcm);
    if (utterance.endMs !== undefined) this.#ask(utterance);
  }

  #dropOldest(): void {
    const waiting = this.#queue.slice(1).filter(({ isDropped }) => !isDropped);
    const [oldest] = waiting;
    const inAll = waiting.reduce((sum, { startMs, endMs = this.#pushedMs }) => sum + endMs - startMs, 0);
    if (oldest?.endMs === undefined || inAll <= waitingMaxMs) return;
    oldest.isDropped = true;
    oldest.pieces = [];
    this.#isBehind = true;
    this.#onMessage({ kind: "behind", lostMs: oldest.endMs - oldest.startMs });
  }
}
