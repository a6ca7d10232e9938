import type { Suggestion } from "@souffleur/contracts";
import fc from "fast-check";
import { dismiss, emptySlots, finish, hold, markSeen, type Slots } from "./slot-state.ts";
import {
  advance,
  answer,
  arrive,
  complete,
  draft,
  nextChange,
  shownAtLeastMs,
  unreadMs,
  whisper,
  withdraw,
} from "./slots.ts";

const made = (id: string, confidence = 0.8): Suggestion => ({
  id,
  text: id,
  confidence,
  category: "other",
  timestamp: new Date(0).toISOString(),
  callId: "c",
});
const idsOf = ({ shown }: Slots) => shown.map((one) => one?.suggestion.id);
const three = answer(emptySlots, [made("a"), made("b"), made("c")], 0);

test("an answer to a press is shown at once and replaces the oldest suggestions", () => {
  expect(idsOf(three)).toEqual(["a", "b", "c"]);
  expect(idsOf(answer(three, [made("d")], 100))).toEqual(["d", "b", "c"]);
});

test("an answer is shown at once beside what the agent holds, and a newer card comes back afterwards", () => {
  const held = answer(hold(three, new Set(["a", "b"])), [made("d")], 2000);
  expect(idsOf(held)).toEqual(["a", "b", "d"]);
  expect(idsOf(advance(hold(held, new Set()), 9000))).toEqual(["c", "b", "d"]);
  const whole = answer(hold(three, new Set(["a"])), [made("d"), made("e"), made("f")], 2000);
  expect(idsOf(whole)).toEqual(["a", "d", "e"]);
  expect(idsOf(advance(hold(whole, new Set()), 9000))).toEqual(["f", "d", "e"]);
});

test("an answer is shown at once even if its event arrived before it", () => {
  const waiting = arrive(three, [made("d"), made("e")], 100);
  const answered = answer(waiting, [made("d"), made("e")], 200);
  expect(idsOf(answered)).toEqual(["d", "e", "c"]);
  expect(nextChange(answered)).toBeUndefined();
  expect(arrive(answered, [made("d")], 300)).toBe(answered);
});

test("an unrequested suggestion waits until the oldest one was shown for six seconds, and replaces it", () => {
  const waiting = arrive(three, [made("d")], 3000);
  expect(idsOf(waiting)).toEqual(["a", "b", "c"]);
  expect(nextChange(waiting)).toBe(shownAtLeastMs);
  expect(idsOf(advance(waiting, shownAtLeastMs - 1))).toEqual(["a", "b", "c"]);
  expect(idsOf(advance(waiting, shownAtLeastMs))).toEqual(["d", "b", "c"]);
});

test("of a burst the three newest are shown at once", () => {
  const burst = ["a", "b", "c", "d", "e"].reduce(
    (slots, id, index) => arrive(slots, [made(id)], index * 60),
    emptySlots,
  );
  expect(idsOf(burst)).toEqual(["d", "e", "c"]);
  expect(nextChange(burst)).toBeUndefined();
  const together = arrive(
    emptySlots,
    ["a", "b", "c", "d", "e"].map((id) => made(id)),
    0,
  );
  expect(idsOf(together)).toEqual(["c", "d", "e"]);
});

test("a suggestion is replaced in its first second, and then not before six have passed", () => {
  expect(idsOf(arrive(three, [made("d")], unreadMs - 1))).toEqual(["d", "b", "c"]);
  for (const ms of [unreadMs, shownAtLeastMs - 1])
    expect(idsOf(arrive(three, [made("d")], ms))).toEqual(["a", "b", "c"]);
  expect(idsOf(arrive(three, [made("d")], shownAtLeastMs))).toEqual(["d", "b", "c"]);
});

test("of the waiting suggestions those that are no longer among the three newest are dropped", () => {
  const waiting = ["d", "e", "f", "g"].reduce((slots, id) => arrive(slots, [made(id)], 2000), three);
  expect(idsOf(waiting)).toEqual(["a", "b", "c"]);
  expect(idsOf(advance(waiting, shownAtLeastMs))).toEqual(["e", "f", "g"]);
  expect(arrive(waiting, [made("d")], 3000)).toBe(waiting);
});

test("a held suggestion is not replaced, however old it is, and what is newer takes its slot afterwards", () => {
  const full = arrive(hold(three, new Set(["a"])), [made("d")], 60_000);
  expect(idsOf(full)).toEqual(["a", "b", "c"]);
  expect(nextChange(full)).toBeUndefined();
  const two = arrive(full, [made("e")], 61_000);
  expect(idsOf(two)).toEqual(["a", "d", "c"]);
  expect(idsOf(advance(hold(two, new Set()), 90_000))).toEqual(["e", "d", "c"]);
});

test("any confidence is shown: what is not worth it is not sent", () => {
  expect(idsOf(arrive(emptySlots, [made("a", 0.1)], 0))).toEqual(["a", undefined, undefined]);
});

test("a dismissed suggestion leaves its slot empty and is not shown again", () => {
  const left = dismiss(three, new Set(["b"]));
  expect(idsOf(left)).toEqual(["a", undefined, "c"]);
  expect(arrive(left, [made("b")], 60_000)).toBe(left);
  expect(answer(left, [made("b")], 60_000)).toBe(left);
  expect(idsOf(arrive(left, [made("d")], 3000))).toEqual(["a", "d", "c"]);
});

test("a used suggestion stays used, and is one of the three newest like the others", () => {
  const used = finish(finish(three, "c", "used", 1000), "c", "copied", 2000);
  expect(used.shown[2]?.done).toEqual({ as: "used", at: 1000 });
  expect(idsOf(arrive(used, [made("d")], 10_000))).toEqual(["d", "b", "c"]);
});

test("a draft grows in its slot, and its time on the screen counts from its completion", () => {
  const begun = draft(three, { ...made("d"), text: "Je" }, { asked: false, now: 10_000 });
  const grown = draft(begun, { ...made("d"), text: "Je comprends" }, { asked: false, now: 10_100 });
  expect(idsOf(grown)).toEqual(["d", "b", "c"]);
  expect(grown.shown[0]).toMatchObject({ suggestion: { text: "Je comprends" }, since: 10_000 });
  const whole = complete(grown, [made("d"), made("x")], 12_000);
  expect(whole.shown[0]).toMatchObject({ suggestion: made("d"), placedAt: 10_000, since: 12_000 });
  const newer = arrive(whole, [made("e"), made("f"), made("g")], 12_100);
  expect(idsOf(newer)).toEqual(["d", "e", "f"]);
  expect([grown.drafts, whole.drafts]).toEqual([new Set(["d"]), new Set()]);
  expect(arrive(whole, [made("d")], 12_000)).toBe(whole);
});

test("a waiting draft grows too, and is shown complete", () => {
  const waiting = draft(three, { ...made("d"), text: "Je" }, { asked: false, now: 2000 });
  const whole = complete(waiting, [made("d")], 2100);
  expect(idsOf(whole)).toEqual(["a", "b", "c"]);
  expect(advance(whole, shownAtLeastMs).shown[0]?.suggestion.text).toBe("d");
});

test("a draft does not move when the rest of the answer arrives", () => {
  const begun = draft(three, made("d"), { asked: true, now: 100 });
  expect(idsOf(begun)).toEqual(["d", "b", "c"]);
  const whole = [made("d"), made("e")];
  expect(idsOf(answer(complete(begun, whole, 200), whole, 200))).toEqual(["d", "e", "c"]);
});

test("a withdrawn draft leaves its slot empty, and is treated as new if it arrives complete after all", () => {
  const begun = draft(three, made("d"), { asked: true, now: 100 });
  const left = withdraw(begun, ["d", "b"]);
  expect(idsOf(left)).toEqual([undefined, "b", "c"]);
  expect(left.drafts).toEqual(new Set());
  expect(idsOf(answer(left, [made("d")], 300))).toEqual(["d", "b", "c"]);
  const waiting = draft(three, made("d"), { asked: false, now: 2000 });
  expect(nextChange(waiting)).toBe(shownAtLeastMs);
  expect(nextChange(withdraw(waiting, ["d"]))).toBeUndefined();
});

test("a draft that the agent dismissed is not shown again", () => {
  const begun = draft(three, made("d"), { asked: true, now: 100 });
  const dismissed = dismiss(begun, new Set(["d"]));
  expect(idsOf(draft(dismissed, made("d"), { asked: true, now: 200 }))).toEqual([undefined, "b", "c"]);
  expect(idsOf(answer(complete(dismissed, [made("d")], 300), [made("d")], 300))).toEqual([
    undefined,
    "b",
    "c",
  ]);
});

const sent = (id: string): Suggestion => ({ ...made(id, 1), provider: "coach", from: "Sophie Girard" });

test("a whisper takes the first slot at once, and stays until the agent uses or dismisses it", () => {
  const first = whisper(three, sent("w"), 10);
  expect(idsOf(first)).toEqual(["w", "b", "c"]);
  expect(whisper(first, sent("w"), 20)).toBe(first);
  const later = arrive(first, [made("d")], 60_000);
  expect(idsOf(later)).toEqual(["w", "d", "c"]);
  const used = finish(later, "w", "used", 61_000);
  expect(idsOf(arrive(used, [made("e"), made("f")], 70_000))).toEqual(["f", "d", "e"]);
});

test("a card that gives its slot to a whisper is not lost while it is one of the two newest", () => {
  const two = arrive(emptySlots, [made("a"), made("b")], 0);
  expect(idsOf(whisper(two, sent("w"), 2000))).toEqual(["w", "b", "a"]);
  const newest = arrive(dismiss(three, new Set(["a"])), [made("d")], 2000);
  const beside = whisper(newest, sent("w"), 2500);
  expect(idsOf(beside)).toEqual(["w", "b", "c"]);
  expect(idsOf(advance(beside, shownAtLeastMs))).toEqual(["w", "d", "c"]);
});

test("beside an open whisper the two newest are shown", () => {
  const burst = ["d", "e", "f"].reduce(
    (slots, id) => arrive(slots, [made(id)], 100),
    whisper(three, sent("w"), 10),
  );
  expect(idsOf(burst)).toEqual(["w", "f", "e"]);
  expect(burst.waiting).toEqual([]);
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
  expect(idsOf(all)).toEqual(["w1", undefined, undefined]);
  expect(nextChange(all)).toBeUndefined();
  expect(advance(all, 60_000)).toBe(all);
  const seen = markSeen(all, 100);
  expect(markSeen(seen, 200)).toBe(seen);
  expect(nextChange(seen)).toBe(100 + shownAtLeastMs);
  const second = advance(seen, 100 + shownAtLeastMs);
  expect(idsOf(second)[0]).toBe("w2");
  expect(idsOf(advance(markSeen(second, 7000), 60_000))[0]).toBe("w3");
  expect(idsOf(advance(dismiss(all, new Set(["w1"])), 1))[0]).toBe("w2");
});

test("a whisper waits while the agent holds the suggestion in the first slot", () => {
  const waiting = whisper(hold(three, new Set(["a"])), sent("w"), 10);
  expect(idsOf(waiting)).toEqual(["a", "b", "c"]);
  expect(nextChange(waiting)).toBeUndefined();
  const free = hold(waiting, new Set());
  expect(nextChange(free)).toBe(0);
  expect(idsOf(advance(free, 20))[0]).toBe("w");
});

/** One step of a random sequence of arrivals, holds and dismissals; bursts are as likely as pauses. */
const step = fc.record({
  afterMs: fc.oneof(fc.nat({ max: 300 }), fc.nat({ max: 9000 })),
  arrived: fc.array(fc.nat({ max: 60 }), { maxLength: 5 }),
  heldSlot: fc.option(fc.nat({ max: 2 })),
  dismissedPlace: fc.option(fc.nat({ max: 2 }), { freq: 8 }),
});

test("whatever arrives, the three newest are shown as soon as nobody reads the others, and no card moves", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let slots = emptySlots;
      let now = 0;
      /** In the order of their arrival: ids of the three newest, and of older ones that are still shown. */
      let alive: string[] = [];
      const arrived = new Set<string>();
      const slotOf = new Map<string, number>();
      const isBeingRead = (id: string) => {
        const one = slots.shown.find((shown) => shown?.suggestion.id === id);
        const age = now - (one?.since ?? 0);
        return slots.held.has(id) || (age >= 1000 && age < 6000);
      };
      const follow = (next: Slots, dismissed?: string) => {
        const left = new Set(idsOf(next));
        const newest = alive.slice(-3);
        for (const id of idsOf(slots))
          if (id !== undefined && id !== dismissed && !left.has(id)) {
            expect(isBeingRead(id)).toBe(false);
            expect(newest).not.toContain(id);
          }
        slots = next;
        for (const [slot, id] of idsOf(slots).entries()) {
          if (id === undefined) continue;
          expect(slotOf.get(id) ?? slot).toBe(slot);
          slotOf.set(id, slot);
        }
        const missing = newest.filter((id) => !left.has(id));
        const older = idsOf(slots).filter((id) => id === undefined || !newest.includes(id));
        // A dismissed card leaves its slot to the next wake of the page.
        if (missing.length > 0 && dismissed === undefined)
          for (const id of older) expect(id !== undefined && isBeingRead(id)).toBe(true);
        alive = alive.filter((id) => newest.includes(id) || left.has(id));
      };
      for (const { afterMs, arrived: ids, heldSlot, dismissedPlace } of steps) {
        const held = heldSlot === null ? undefined : idsOf(slots)[heldSlot];
        slots = hold(slots, new Set(held === undefined ? [] : [held]));
        follow(advance(slots, now));
        const until = now + afterMs;
        // The page wakes at each time that `nextChange` returns, and `advance` changes something each time.
        for (let at = nextChange(slots); at !== undefined && at <= until; at = nextChange(slots)) {
          now = Math.max(now, at);
          const next = advance(slots, now);
          expect(next).not.toBe(slots);
          follow(next);
        }
        now = until;
        const fresh = [...new Set(ids.map(String))].filter((id) => !arrived.has(id));
        for (const id of fresh) arrived.add(id);
        alive.push(...fresh);
        follow(
          arrive(
            slots,
            ids.map((id) => made(String(id))),
            now,
          ),
        );
        const dismissed = dismissedPlace === null ? undefined : idsOf(slots)[dismissedPlace];
        if (dismissed === undefined) continue;
        alive = alive.filter((id) => id !== dismissed);
        follow(dismiss(slots, new Set([dismissed])), dismissed);
      }
      // A release and six quiet seconds later nothing waits.
      now += 6000;
      slots = hold(slots, new Set());
      follow(advance(slots, now));
      expect(idsOf(slots)).toEqual(expect.arrayContaining(alive.slice(-3)));
      expect(nextChange(slots)).toBeUndefined();
    }),
    { numRuns: 500 },
  );
});
