import fc from "fast-check";
import { countQuestions, countWords, type TalkLine, talkMetricsOf } from "./talk-metrics.ts";

const start = new Date("2026-03-02T09:00:00Z");
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const call = { startedAt: start, endedAt: at(60) };

/** A line between two seconds of the call; without `from` its beginning was not measured. */
const line = (
  seq: number,
  sender: "agent" | "client",
  to: number,
  text: string,
  from?: number,
): TalkLine => ({
  seq,
  sender,
  text,
  timestamp: at(to),
  ...(from !== undefined && { startedAt: at(from) }),
});

describe("talk figures", () => {
  test("are the shares, rates, monologues and silences of a conversation", () => {
    const figures = talkMetricsOf(
      [
        line(1, "agent", 10, "Bonjour, avez-vous un moment ? Vraiment ?", 4),
        line(2, "client", 16, "Oui, je vous écoute avec attention.", 12),
        line(3, "agent", 30, "Voici notre offre du mois.", 20),
        line(4, "agent", 42, "Et voici la suite.", 32),
      ],
      call,
    );
    expect(figures).toEqual({
      agent: {
        seconds: 26,
        share: 26 / 30,
        words: 14,
        wordsPerMinute: Math.round((14 * 60) / 26),
        questions: 2,
        interruptions: 0,
        longestMonologue: { seq: 3, seconds: 20 },
      },
      client: {
        seconds: 4,
        share: 4 / 30,
        words: 6,
        questions: 0,
        interruptions: 0,
        longestMonologue: { seq: 2, seconds: 4 },
      },
      silenceSeconds: 30,
      longestSilenceSeconds: 18,
      turns: [
        { seq: 1, sender: "agent", from: 4, to: 10 },
        { seq: 2, sender: "client", from: 12, to: 16 },
        { seq: 3, sender: "agent", from: 20, to: 42 },
      ],
    });
  });

  test("of a call recorded in the browser have the silence between the lines of both recordings, and none before the first", () => {
    // Chunks of the microphone and of the shared call audio have ends alone, and may come out of order.
    const spoken = "un deux trois quatre cinq";
    const figures = talkMetricsOf(
      [
        line(1, "agent", 10, spoken),
        line(2, "client", 20, spoken),
        line(3, "agent", 19, spoken),
        line(4, "client", 40, spoken),
      ],
      call,
    );
    expect(figures.turns).toEqual([
      { seq: 1, sender: "agent", from: 8, to: 10 },
      { seq: 2, sender: "client", from: 18, to: 20 },
      { seq: 3, sender: "agent", from: 19, to: 19 },
      { seq: 4, sender: "client", from: 38, to: 40 },
    ]);
    expect(figures).toMatchObject({ silenceSeconds: 8 + 8 + 18 + 20, longestSilenceSeconds: 20 });
  });

  test("of a call without lines are silence", () => {
    const side = { seconds: 0, share: 0, words: 0, questions: 0, interruptions: 0 };
    const silent = { agent: side, client: side, turns: [] };
    expect(talkMetricsOf([], call)).toEqual({ ...silent, silenceSeconds: 60, longestSilenceSeconds: 60 });
    expect(talkMetricsOf([], { startedAt: start })).toEqual({
      ...silent,
      silenceSeconds: 0,
      longestSilenceSeconds: 0,
    });
  });

  test.each([
    ["begins half a second before the other's end", "attendez une minute", 9.5, 1],
    ["takes its turn in the other's last moment", "attendez une minute", 9.6, 0],
    ["says two words while the other speaks", "d'accord, oui", 5, 0],
  ])("count a speaker who %s (%s at %d s) as %d interruptions", (_name, text, from, interruptions) => {
    const figures = talkMetricsOf(
      [line(1, "client", 10, "Je parle.", 0), line(2, "agent", 12, text, from)],
      call,
    );
    expect(figures.agent.interruptions).toBe(interruptions);
    expect(figures.client.interruptions).toBe(0);
  });

  test("count an interruption whose line ends before the interrupted one", () => {
    const lines = [line(1, "agent", 6, "attendez une minute", 4), line(2, "client", 10, "Je parle.", 0)];
    expect(talkMetricsOf(lines, call).agent.interruptions).toBe(1);
  });

  test("estimate unmeasured lines at 150 words a minute, without overlap and without a rate", () => {
    const figures = talkMetricsOf(
      [line(1, "client", 10, "un deux trois quatre cinq"), line(2, "agent", 11, "un deux trois quatre cinq")],
      call,
    );
    expect(figures.turns).toEqual([
      { seq: 1, sender: "client", from: 8, to: 10 },
      { seq: 2, sender: "agent", from: 10, to: 11 },
    ]);
    expect(figures.client.wordsPerMinute).toBeUndefined();
    expect(figures.agent.interruptions).toBe(0);
  });

  test("count spoken words, and questions", () => {
    expect(countWords("L'outil, c'est un rendez-vous à 10 h — non ?")).toBe(8);
    expect(countQuestions("Quoi ?! Vraiment ?? Bon. Alors ?")).toBe(3);
  });

  const anyLine = fc.record({
    sender: fc.constantFrom("agent" as const, "client" as const),
    text: fc.oneof(fc.lorem({ maxCount: 8 }), fc.string(), fc.constant("Vous m'entendez ?")),
    /** Seconds after the line before; clocks of several processes may differ. */
    gap: fc.double({ min: -2, max: 20, noNaN: true }),
    length: fc.option(fc.double({ min: -1, max: 30, noNaN: true }), { nil: undefined }),
  });
  const conversation = fc.array(anyLine, { maxLength: 40 }).map((all) => {
    let now = 0;
    return all.map(({ sender, text, gap, length }, index) => {
      now += gap;
      return line(index + 1, sender, now, text, length === undefined ? undefined : now - length);
    });
  });
  const ended = fc.option(fc.double({ min: 0, max: 900, noNaN: true }).map(at), { nil: undefined });
  const startedAndEnded = ended.map((endedAt) => ({ startedAt: start, ...(endedAt && { endedAt }) }));

  test("are consistent for any lines", () => {
    fc.assert(
      fc.property(conversation, startedAndEnded, (lines, ofCall) => {
        const { agent, client, turns, silenceSeconds, longestSilenceSeconds } = talkMetricsOf(lines, ofCall);
        const shares = agent.share + client.share;
        expect(agent.seconds + client.seconds === 0 ? shares === 0 : Math.abs(shares - 1) < 1e-9).toBe(true);
        for (const side of [agent, client]) {
          expect(side.seconds).toBeGreaterThanOrEqual(0);
          expect(side.longestMonologue?.seconds ?? 0).toBeLessThanOrEqual(side.seconds + 1e-9);
        }
        expect(agent.interruptions + client.interruptions).toBeLessThanOrEqual(lines.length);
        expect(agent.words + client.words).toBe(lines.reduce((all, { text }) => all + countWords(text), 0));
        expect(longestSilenceSeconds).toBeLessThanOrEqual(silenceSeconds + 1e-9);
        if (ofCall.endedAt) {
          const length = (ofCall.endedAt.getTime() - start.getTime()) / 1000;
          expect(silenceSeconds).toBeLessThanOrEqual(length + 1e-9);
        }
        for (const [index, turn] of turns.entries()) {
          expect(turn.from).toBeGreaterThanOrEqual(0);
          expect(turn.to).toBeGreaterThanOrEqual(turn.from);
          expect(turn.sender).not.toBe(turns[index + 1]?.sender);
        }
      }),
    );
  });

  test("are exchanged when the speakers are exchanged", () => {
    fc.assert(
      fc.property(conversation, startedAndEnded, (lines, ofCall) => {
        const exchanged = lines.map((one) => ({
          ...one,
          sender: one.sender === "agent" ? ("client" as const) : ("agent" as const),
        }));
        const before = talkMetricsOf(lines, ofCall);
        const after = talkMetricsOf(exchanged, ofCall);
        expect([after.agent, after.client]).toEqual([before.client, before.agent]);
        expect(after.silenceSeconds).toBe(before.silenceSeconds);
      }),
    );
  });

  test("do not depend on the day: they are the same across midnight and a change of the clock", () => {
    const moved = (time: Date) =>
      new Date(time.getTime() + Date.UTC(2026, 2, 29) - Date.UTC(2026, 2, 2, 8, 59, 30));
    fc.assert(
      fc.property(conversation, startedAndEnded, (lines, { endedAt }) => {
        const later = lines.map(({ startedAt, ...one }) => ({
          ...one,
          timestamp: moved(one.timestamp),
          ...(startedAt && { startedAt: moved(startedAt) }),
        }));
        expect(
          talkMetricsOf(later, { startedAt: moved(start), ...(endedAt && { endedAt: moved(endedAt) }) }),
        ).toEqual(talkMetricsOf(lines, { startedAt: start, ...(endedAt && { endedAt }) }));
      }),
    );
  });
});
