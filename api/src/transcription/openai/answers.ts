import * as z from "zod";
import { type Certainty, withoutInvented } from "./invented.ts";

/** What a server heard in a recording. */
export interface Heard {
  /** Empty where there is no speech. */
  text: string;
  /** From 0 to 1; 0 where the server does not say. */
  confidence: number;
  /** From the first word's beginning to the last one's end; undefined where the server does not say. */
  spoken: { startMs: number; endMs: number } | undefined;
  /** The length of the recording; undefined where the server does not say. */
  lengthMs: number | undefined;
}

const number = z.coerce.number().nonnegative().optional().catch(undefined);
const probability = z.number().optional().catch(undefined);

/** What was said is kept, whatever is beside it. */
const Segment = z.object({
  text: z.string(),
  start: number,
  end: number,
  avg_logprob: probability,
  no_speech_prob: probability,
});
const Answer = z.object({
  text: z.string(),
  /** vLLM writes it as a text. */
  duration: number,
  segments: z.array(Segment.optional().catch(undefined)).optional().catch(undefined),
});
type Segment = z.infer<typeof Segment>;

/** @throws where the answer is none */
export function readAnswer(body: unknown): Heard {
  const { text, duration, segments = [] } = Answer.parse(body);
  const read = segments.filter((segment) => segment !== undefined);
  // Segments that leave out a part of the text would lose it.
  const isWhole = read.length > 0 && words(read.map((segment) => segment.text).join("")) === words(text);
  const kept = (isWhole ? read : [{ ...unknownSegment, text }])
    .map((segment) => ({ ...segment, text: withoutInvented(segment.text, certaintyOf(segment)) }))
    .filter((segment) => segment.text !== "");
  return {
    text: kept.map((segment) => segment.text).join(" "),
    confidence: confidenceOf(kept),
    spoken: kept.length === 0 ? undefined : spanOf(kept),
    lengthMs: duration === undefined ? undefined : 1000 * duration,
  };
}

const words = (text: string) => text.replace(/\s+/gu, "");
const unknownSegment = {
  start: undefined,
  end: undefined,
  avg_logprob: undefined,
  no_speech_prob: undefined,
};
const certaintyOf = ({ no_speech_prob, avg_logprob }: Segment): Certainty => ({
  noSpeech: no_speech_prob,
  logProbability: avg_logprob,
});

/** The mean probability of a token, by the length of the segments. */
function confidenceOf(segments: readonly Segment[]): number {
  const known = segments.filter(({ avg_logprob }) => avg_logprob !== undefined && avg_logprob <= 0);
  const length = known.reduce((sum, { text }) => sum + text.length, 0);
  const sum = known.reduce(
    (total, { text, avg_logprob = 0 }) => total + text.length * Math.exp(avg_logprob),
    0,
  );
  return length === 0 ? 0 : sum / length;
}

/** LocalAI has nanoseconds where the others have seconds: a day of seconds is longer than a recording. */
const ms = (time: number) => (time > 86_400 ? time / 1e6 : time * 1000);

function spanOf(segments: readonly Segment[]): Heard["spoken"] {
  const times = segments.flatMap(({ start, end }) =>
    start !== undefined && end !== undefined && end > start ? [{ startMs: ms(start), endMs: ms(end) }] : [],
  );
  if (times.length === 0) return undefined;
  return {
    startMs: Math.min(...times.map(({ startMs }) => startMs)),
    endMs: Math.max(...times.map(({ endMs }) => endMs)),
  };
}
