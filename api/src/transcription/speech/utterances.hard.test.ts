import { type Noise, noisesFor, spokenLegs, withNoise } from "../../../testing/speech/noisy-legs.ts";
import { openSpeechPrograms } from "../../../testing/speech/programs.ts";
import { createUtterances } from "./utterances.ts";

type Legs = Awaited<ReturnType<typeof spokenLegs>>;
let legs: Legs;
let noises: ReturnType<typeof noisesFor>;

beforeAll(async () => {
  legs = await spokenLegs(await openSpeechPrograms());
  noises = noisesFor(legs);
});

/** From and to, in frames; the end is exclusive. */
type Span = readonly [number, number];

async function spansIn(leg: Buffer): Promise<Span[]> {
  const spans: Span[] = [];
  let begun = 0;
  const utterances = await createUtterances(
    { rate: 16_000 },
    {
      onBegin: (atMs) => {
        begun = atMs / 20;
      },
      onAudio() {},
      onEnd: (atMs) => void spans.push([begun, atMs / 20]),
    },
  );
  utterances.push(leg);
  utterances.finish();
  return spans;
}

/** What was said: spans of speech, with less than 300 ms between two parts of one. */
function saidIn(speaks: readonly boolean[]): Span[] {
  const spans: Span[] = [];
  for (let from = speaks.indexOf(true); from >= 0; ) {
    const end = speaks.indexOf(false, from);
    const to = end < 0 ? speaks.length : end;
    const last = spans.at(-1);
    if (last !== undefined && from - last[1] < 15) spans[spans.length - 1] = [last[0], to];
    else spans.push([from, to]);
    from = speaks.indexOf(true, to);
  }
  return spans;
}

const within = (frame: number, spans: readonly Span[], before = 0, after = 0) =>
  spans.some(([from, to]) => frame >= from - before && frame < to + after);
const overlaps = ([from, to]: Span, [begin, end]: Span) => from < end && to > begin;

/** Of all legs: speech that is not passed on, and of what is far from any speech that which is, in percent. */
async function measure(noise: Noise, ratio: number) {
  const count = { speech: 0, missed: 0, other: 0, false: 0, said: 0, found: 0, late: 0, pieces: 0 };
  for (const leg of legs) {
    const passed = await spansIn(withNoise(leg, [noise, noises[noise]], ratio));
    const said = saidIn(leg.speaks);
    count.pieces += passed.length;
    for (const [frame, speaks] of leg.speaks.entries()) {
      const isPassed = within(frame, passed);
      if (speaks) {
        count.speech += 1;
        if (!isPassed) count.missed += 1;
        // 300 ms before and after speech may be passed on.
      } else if (!within(frame, said, 16, 15)) {
        count.other += 1;
        if (isPassed) count.false += 1;
      }
    }
    for (const one of said) {
      const heard = passed.filter((span) => overlaps(span, one));
      count.said += 1;
      if (heard.length > 0) count.found += 1;
      if ((heard.at(-1)?.[1] ?? 0) > one[1] + 15) count.late += 1;
    }
  }
  const percent = (part: number, whole: number) => Math.round((1000 * part) / whole) / 10;
  return {
    found: `${count.found} of ${count.said}`,
    missed: percent(count.missed, count.speech),
    falsely: percent(count.false, count.other),
    late: count.late,
    pieces: count.pieces,
  };
}

// Babble is voices: what is passed on of it is what its voices say.
test.each([
  ["none", 0, { missed: 0, falsely: 0, late: 0 }],
  ["white", 20, { missed: 0, falsely: 0, late: 0 }],
  ["white", 10, { missed: 3, falsely: 0, late: 0 }],
  ["white", 5, { missed: 5, falsely: 1, late: 0 }],
  ["pink", 20, { missed: 1, falsely: 1, late: 0 }],
  ["pink", 10, { missed: 3, falsely: 1, late: 2 }],
  ["pink", 5, { missed: 5, falsely: 6, late: 6 }],
  ["babble", 20, { missed: 0, falsely: 7, late: 1 }],
  ["babble", 10, { missed: 1, falsely: 50, late: 6 }],
  ["babble", 5, { missed: 2, falsely: 65, late: 15 }],
] as const)("finds what is said in noise: %s, %d dB", async (noise, ratio, worst) => {
  const measured = await measure(noise, ratio);
  if (process.env.FIGURES) console.log(noise, ratio, measured);
  expect(measured.missed).toBeLessThanOrEqual(worst.missed);
  expect(measured.falsely).toBeLessThanOrEqual(worst.falsely);
  expect(measured.late).toBeLessThanOrEqual(worst.late);
});
