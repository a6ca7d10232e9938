import type { Suggestion } from "@souffleur/contracts";
import fc from "fast-check";
import {
  ask,
  copy,
  dismiss,
  emptySlots,
  endOpening,
  markSeen,
  restore,
  type Slots,
  say,
  shownAtLeastMs,
  speakPast,
  touch,
  touchedMs,
  unreadMs,
} from "./slot-state.ts";
import { advance, arrive, complete, draft, nextChange, whisper, withdraw } from "./slots.ts";

const made = (id: string, intent?: string, isOpening = false): Suggestion => ({
  id,
  text: id,
  confidence: 0.8,
  category: "other",
  timestamp: new Date(0).toISOString(),
  callId: "c",
  ...(intent !== undefined && { intent: { id: intent, name: intent, isOpening } }),
});
const idsOf = ({ shown }: Slots) => shown.map((one) => one?.suggestion.id);
/** Adds suggestions for the client's line of this time. */
const add = (slots: Slots, ids: string, now: number, line = 0, intent?: string) =>
  arrive(
    slots,
    ids.split(" ").map((id) => made(id, intent)),
    { now, lineOf: () => line },
  );
const three = add(emptySlots, "a b c", 0);

test("the best reply to a newer line of the client takes the first place at once, and others give way", () => {
  expect(idsOf(three)).toEqual(["a", "b", "c"]);
  expect(idsOf(add(three, "d e f", 2000, 1))).toEqual(["d", "e", "f"]);
});

test("the replies of one answer that arrive one after the other stand in its order", () => {
  const first = add(three, "d", 2000, 1);
  expect(idsOf(first)).toEqual(["d", "b", "c"]);
  expect(idsOf(add(add(first, "e", 2001, 1), "f", 2002, 1))).toEqual(["d", "e", "f"]);
});

test("a new intent evicts what older ones have left, and the same intent keeps it", () => {
  const price = add(emptySlots, "a b c", 0, 0, "price");
  expect(idsOf(add(price, "d", 2000, 1, "budget"))).toEqual(["d", undefined, undefined]);
  expect(idsOf(add(price, "d", 2000, 1, "price"))).toEqual(["d", "b", "c"]);
});

test("what answers an older line arrives too late", () => {
  const newer = add(three, "d", 2000, 2);
  const late = add(newer, "e", 2100, 1);
  expect(idsOf(late)).toEqual(idsOf(newer));
  expect(nextChange(late)).toBeUndefined();
});

test("nothing but a newer line or a press replaces the best reply once it is read", () => {
  const more = add(three, "d", 60_000);
  expect(idsOf(more)).toEqual(["a", "d", "c"]);
  expect(idsOf(add(ask(three, true), "d", 2000))).toEqual(["d", "b", "c"]);
});

test("of a burst the three newest are shown at once", () => {
  const burst = ["b", "c", "d", "e"].reduce(
    (slots, id, index) => add(slots, id, index * 60),
    add(emptySlots, "a", 0),
  );
  expect(idsOf(burst).toSorted()).toEqual(["c", "d", "e"]);
  expect(nextChange(burst)).toBeUndefined();
});

test("a reply to the same line is replaced in its first second, and then not before six have passed", () => {
  expect(idsOf(add(three, "d", unreadMs - 1))).toContain("d");
  const waiting = add(three, "d", unreadMs);
  expect(idsOf(waiting)).toEqual(["a", "b", "c"]);
  expect(nextChange(waiting)).toBe(shownAtLeastMs);
  expect(idsOf(advance(waiting, shownAtLeastMs - 1))).toEqual(["a", "b", "c"]);
  expect(idsOf(advance(waiting, shownAtLeastMs))).toEqual(["a", "d", "c"]);
});

test("a card stays for 600 ms after a press, a hover or a focus on it", () => {
  const touched = touch(three, "a", 5000);
  const held = add(touched, "d", 5000 + touchedMs - 1, 1);
  expect(idsOf(held)).toEqual(["a", "b", "c"]);
  expect(nextChange(held)).toBe(5000 + touchedMs);
  expect(idsOf(advance(held, 5000 + touchedMs))).toEqual(["d", "b", "c"]);
});

test("a stale card beside the best reply stays while it is touched", () => {
  const price = touch(add(emptySlots, "a b c", 0, 0, "price"), "b", 2000);
  const next = add(price, "d", 2100, 1, "budget");
  expect(idsOf(next)).toEqual(["d", "b", undefined]);
  expect(nextChange(next)).toBe(2000 + touchedMs);
  expect(idsOf(advance(next, 2000 + touchedMs))).toEqual(["d", undefined, undefined]);
});

test("a dismissed suggestion leaves its place empty, is not shown again unasked, and comes back by a key", () => {
  const left = dismiss(three, new Set(["a"]), 1000);
  expect(idsOf(left)).toEqual([undefined, "b", "c"]);
  expect(add(left, "a", 60_000)).toBe(left);
  expect(idsOf(restore(left, 2000))).toEqual(["a", "b", "c"]);
  expect(idsOf(restore(add(left, "d", 2000, 1), 3000))).toEqual(["a", "b", "c"]);
  expect(restore(three, 0)).toBe(three);
});

test("a used suggestion stays used when it is copied, and has its place in the timeline once", () => {
  const used = copy(say(three, "c", { at: 1000, after: "b1" }), "c", 2000);
  expect(used.shown[2]?.done).toEqual({ as: "used", at: 1000 });
  expect(say(used, "c", { at: 3000, after: "b2" }).said).toEqual([{ id: "c", text: "c", after: "b1" }]);
});

test("what the agent has spoken past is dimmed, and what came while they spoke is not", () => {
  const past = speakPast(add(dismiss(three, new Set(["b"]), 1000), "d", 4000), 5000);
  expect(past.shown.map((one) => one?.isPast)).toEqual([true, undefined, true]);
  expect(speakPast(past, 5001)).toBe(past);
});

test("opening replies are removed once the opening is over", () => {
  const opening = arrive(emptySlots, [made("a", "greeting", true), made("b", "price")], { now: 0 });
  expect(idsOf(endOpening(opening))).toEqual([undefined, "b", undefined]);
  expect(endOpening(three)).toBe(three);
});

test("a draft grows in its place, and its time on the screen counts from its completion", () => {
  const arrival = { now: 10_000, lineOf: () => 1 };
  const begun = draft(three, { ...made("d"), text: "Je" }, arrival);
  const grown = draft(begun, { ...made("d"), text: "Je comprends" }, { ...arrival, now: 10_100 });
  expect(idsOf(grown)).toEqual(["d", "b", "c"]);
  expect(grown.shown[0]).toMatchObject({ suggestion: { text: "Je comprends" }, since: 10_000 });
  const whole = complete(grown, [made("d"), made("x")], 12_000);
  expect(whole.shown[0]).toMatchObject({ suggestion: made("d"), placedAt: 10_000, since: 12_000 });
  expect([grown.drafts, whole.drafts]).toEqual([new Set(["d"]), new Set()]);
  expect(add(whole, "d", 12_000, 1)).toBe(whole);
});

test("a withdrawn draft leaves its place empty, and is treated as new if it arrives complete after all", () => {
  const begun = draft(three, made("d"), { now: 100, lineOf: () => 1 });
  const left = withdraw(begun, ["d", "b"]);
  expect(idsOf(left)).toEqual([undefined, "b", "c"]);
  expect([left.drafts, left.dismissed]).toEqual([new Set(), []]);
  expect(idsOf(add(left, "d", 300, 1))[0]).toBe("d");
});

const sent = (id: string): Suggestion => ({ ...made(id), provider: "coach", from: "Sophie Girard" });

test("a whisper has a place of its own, and stays until the agent uses or dismisses it", () => {
  const first = whisper(three, sent("w"), 10);
  expect([first.whisper?.suggestion.id, idsOf(first)]).toEqual(["w", ["a", "b", "c"]]);
  expect(whisper(first, sent("w"), 20)).toBe(first);
  const used = say(first, "w", { at: 100, after: undefined });
  expect([used.whisper?.done, used.said]).toEqual([{ as: "used", at: 100 }, []]);
  expect(dismiss(first, new Set(["w"]), 100).whisper).toBeUndefined();
});

test("waiting whispers are ordered by when they were sent, even if an earlier one arrives later", () => {
  const at = (id: string, ms: number) => ({ ...sent(id), timestamp: new Date(ms).toISOString() });
  const all = [at("w1", 0), at("w3", 2), at("w2", 1)].reduce(
    (slots, one) => whisper(slots, one, 0),
    emptySlots,
  );
  expect(all.whispers.map(({ id }) => id)).toEqual(["w2", "w3"]);
});

test("whispers are shown in order, each in view for at least six seconds, and none is dropped", () => {
  const all = ["w1", "w2", "w3"].reduce((slots, id) => whisper(slots, sent(id), 0), emptySlots);
  expect(nextChange(all)).toBeUndefined();
  expect(advance(all, 60_000)).toBe(all);
  const seen = markSeen(all, 100);
  expect(markSeen(seen, 200)).toBe(seen);
  expect(nextChange(seen)).toBe(100 + shownAtLeastMs);
  const second = advance(seen, 100 + shownAtLeastMs);
  expect(second.whisper?.suggestion.id).toBe("w2");
});

test("a second press of what used or dismissed a whisper is not taken for the next one", () => {
  const all = ["w1", "w2"].reduce((slots, id) => whisper(slots, sent(id), 0), emptySlots);
  const used = say(all, "w1", { at: 50, after: undefined });
  const gone = dismiss(all, new Set(["w1"]), 50);
  for (const pressed of [used, gone, dismiss(used, new Set(["w1"]), 60)]) {
    const from = nextChange(pressed) ?? 0;
    expect(from).toBeGreaterThanOrEqual(50 + unreadMs);
    expect(advance(pressed, from - 1).whisper?.suggestion.id).not.toBe("w2");
    expect(advance(pressed, from).whisper?.suggestion.id).toBe("w2");
  }
});

/** One step of a random call: bursts are as likely as pauses. */
const step = fc.record({
  afterMs: fc.oneof(fc.nat({ max: 300 }), fc.nat({ max: 9000 })),
  arrived: fc.array(fc.nat({ max: 60 }), { maxLength: 4 }),
  isNewLine: fc.boolean(),
  intent: fc.constantFrom("price", "budget"),
  touched: fc.option(fc.nat({ max: 2 })),
  dismissed: fc.option(fc.nat({ max: 2 }), { freq: 8 }),
});

test("whatever arrives, no card moves, none that is touched changes, and the best one only by a newer line", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let slots = emptySlots;
      let now = 0;
      let line = 0;
      const placeOf = new Map<string, number>();
      const follow = (next: Slots, dismissed?: string) => {
        for (const [place, one] of slots.shown.entries()) {
          const id = one?.suggestion.id;
          if (one === undefined || id === dismissed || idsOf(next)[place] === id) continue;
          expect(now).toBeGreaterThanOrEqual(
            (slots.touched.get(one.suggestion.id) ?? -touchedMs) + touchedMs,
          );
          const isOver = one.set < next.set.id;
          const isUnread = now - one.placedAt < unreadMs;
          if (place === 0) expect(isOver || isUnread).toBe(true);
          else expect(isOver || isUnread || now - one.since >= shownAtLeastMs).toBe(true);
        }
        for (const [place, id] of idsOf(next).entries()) {
          if (id === undefined) continue;
          expect(placeOf.get(id) ?? place).toBe(place);
          placeOf.set(id, place);
        }
        slots = next;
      };
      for (const { afterMs, arrived, isNewLine, intent, touched, dismissed } of steps) {
        const until = now + afterMs;
        // The page wakes at each time that `nextChange` returns, and `advance` changes something each time.
        for (let at = nextChange(slots); at !== undefined && at <= until; at = nextChange(slots)) {
          now = Math.max(now, at);
          const next = advance(slots, now);
          expect(next).not.toBe(slots);
          follow(next);
        }
        now = until;
        if (isNewLine) line += 1;
        const held = touched === null ? undefined : idsOf(slots)[touched];
        if (held !== undefined) slots = touch(slots, held, now);
        if (arrived.length > 0) follow(add(slots, arrived.join(" "), now, line, intent));
        const gone = dismissed === null ? undefined : idsOf(slots)[dismissed];
        if (gone !== undefined) follow(dismiss(slots, new Set([gone]), now), gone);
      }
      now += shownAtLeastMs + touchedMs;
      follow(advance(slots, now));
      const others = slots.shown.filter((one) => one !== undefined && one.set < slots.set.id);
      for (const one of others) expect(one?.suggestion.intent?.id).toBe(slots.set.intent);
    }),
    { numRuns: 500 },
  );
});
