import type { Line } from "@souffleur/contracts";
import { type FinalLine, mergeAll, storedLine } from "@souffleur/shared-ui/transcript";
import fc from "fast-check";
import {
  addLine,
  addStored,
  type Conversation,
  emptyConversation,
  lineId,
  missingLines,
  showInterim,
} from "./conversation.ts";

const start = Date.parse("2026-03-02T09:00:00.000Z");

function stored(seq: number, differences: Partial<Line> = {}): Line {
  return {
    id: `m${seq}`,
    callId: "call-1",
    sessionId: "session-1",
    seq,
    sender: seq % 2 === 0 ? "agent" : "client",
    text: `Voici la phrase numéro ${seq}.`,
    timestamp: new Date(start + seq * 4000).toISOString(),
    confidence: 0.9,
    isTranscription: true,
    ...differences,
  };
}

const line = (seq: number, differences: Partial<Line> = {}) => storedLine(stored(seq, differences));
const shown = ({ bubbles }: Conversation) => bubbles.map(({ text }) => text);
const grown = (...lines: FinalLine[]) => lines.reduce(addLine, emptyConversation);

describe("a line", () => {
  test("is shown once, even if several events carry it", () => {
    const once = grown(line(1));
    expect(addLine(once, line(1))).toBe(once);
    expect(addLine(once, { ...line(1), messageId: "seq:1" })).toBe(once);
  });

  test("that arrived with its number alone is not shown again when it arrives with its id", () => {
    const { messageId: _unknown, ...rest } = line(1);
    const first = { ...rest, messageId: lineId({ ...rest, messageId: undefined }) };
    expect(shown(grown(first, { ...line(1), text: "Voici la phrase numéro [masqué]." }))).toHaveLength(1);
  });

  test("without number and id is identified by its text and time", () => {
    const bare = {
      sender: "agent" as const,
      text: "Bonjour.",
      timestamp: 5,
      confidence: 1,
      isTranscription: true,
    };
    const messageId = lineId({ ...bare, messageId: undefined });
    expect(shown(grown({ ...bare, messageId }, { ...bare, messageId }))).toEqual(["Bonjour."]);
  });

  test("removes its speaker's interim text, and not the other speaker's", () => {
    const speaking = ["client" as const, "agent" as const].reduce(
      (talk, sender) => showInterim(talk, { messageId: undefined, sender, text: "Je", confidence: 0.5 }),
      emptyConversation,
    );
    expect(Object.keys(addLine(speaking, line(1)).interims)).toEqual(["agent"]);
  });
});

describe("an interim text", () => {
  const interim = { messageId: "m1", sender: "client" as const, text: "Voici la", confidence: 0.6 };

  test("is replaced by the next, and removed when it is empty", () => {
    const one = showInterim(emptyConversation, interim);
    const two = showInterim(one, { ...interim, text: "Voici la phrase" });
    expect(two.interims.client?.text).toBe("Voici la phrase");
    expect(showInterim(two, { ...interim, text: " " }).interims).toEqual({});
  });

  test("that arrives after its line is not shown", () => {
    const withLine = grown(line(1));
    expect(showInterim(withLine, interim)).toBe(withLine);
  });
});

describe("a gap", () => {
  test("is counted while lines are missing before one that has arrived", () => {
    expect(missingLines(grown(line(1), line(2)))).toBe(0);
    expect(missingLines(grown(line(1), line(4)))).toBe(2);
    expect(missingLines(grown(line(1), line(4), line(3)))).toBe(1);
    expect(missingLines(grown(line(1), line(4), line(3), line(2)))).toBe(0);
  });

  test("is closed by the server's answer, including numbers that never existed", () => {
    const holed = grown(line(1), line(5));
    const repaired = addStored(holed, [stored(3), stored(5)]);
    expect(missingLines(repaired)).toBe(0);
    expect(repaired.through).toBe(5);
    expect(shown(repaired)).toEqual([1, 3, 5].map((seq) => stored(seq).text));
  });

  test("stays open while the server does not have the lines either", () => {
    expect(missingLines(addStored(grown(line(1), line(3)), []))).toBe(1);
  });

  test("is not counted before the call's last number at the time of joining", () => {
    const joined = addStored(emptyConversation, [], 7);
    expect(missingLines(addLine(joined, line(8)))).toBe(0);
  });
});

/** What may happen to a call's lines in transit: lost, repeated, out of order, in several events. */
const journeys = fc.integer({ min: 1, max: 40 }).chain((count) =>
  fc.record({
    count: fc.constant(count),
    arrivals: fc.array(fc.integer({ min: 1, max: count }), { maxLength: 120 }),
    repairs: fc.array(fc.nat({ max: 120 }), { maxLength: 6 }),
  }),
);

test("after a repair every line is there once, whatever was lost, repeated or late", () => {
  fc.assert(
    fc.property(journeys, ({ count, arrivals, repairs }) => {
      const all = Array.from({ length: count }, (_, index) => stored(index + 1));
      const after = (talk: Conversation) => all.filter(({ seq }) => seq > talk.through);
      let talk = emptyConversation;
      for (const [index, seq] of arrivals.entries()) {
        talk = addLine(talk, line(seq));
        if (repairs.includes(index)) talk = addStored(talk, after(talk), count);
        expect(talk.through + talk.ahead.size + missingLines(talk)).toBe(
          Math.max(talk.through, ...talk.ahead),
        );
      }
      talk = addStored(talk, after(talk), count);
      expect(shown(talk)).toEqual(mergeAll(all.map(storedLine)).map(({ text }) => text));
      expect(missingLines(talk)).toBe(0);
      expect(talk.through).toBe(count);
    }),
  );
});
