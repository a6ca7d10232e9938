import type { Suggestion } from "@souffleur/contracts";
import fc from "fast-check";
import {
  advance,
  answer,
  arrive,
  betweenChangesMs,
  complete,
  dismiss,
  draft,
  emptyPlaces,
  finish,
  hold,
  markSeen,
  nextChange,
  type Places,
  shownAtLeastMs,
  waitsAtMostMs,
  whisper,
  withdraw,
} from "./places.ts";

const made = (id: string, confidence = 0.8): Suggestion => ({
  id,
  text: id,
  confidence,
  category: "other",
  timestamp: new Date(0).toISOString(),
  callId: "c",
});
const idsOf = ({ shown }: Places) => shown.map((one) => one?.suggestion.id);
const three = answer(emptyPlaces, [made("a"), made("b"), made("c")], 0);
const allHeld = hold(three, new Set(["a", "b", "c"]));

test("an answer to a press is shown at once and replaces the oldest suggestions", () => {
  expect(idsOf(three)).toEqual(["a", "b", "c"]);
  expect(idsOf(answer(three, [made("d")], 100))).toEqual(["d", "b", "c"]);
  expect(idsOf(answer(hold(three, new Set(["a", "b"])), [made("d", 0.1)], 100))).toEqual(["a", "b", "d"]);
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

test("of three that arrive together the best is shown first, and the others follow three seconds apart", () => {
  const first = arrive(emptyPlaces, [made("a", 0.6), made("b", 0.9), made("c", 0.7)], 0);
  expect(idsOf(first)).toEqual(["b", undefined, undefined]);
  expect(nextChange(first)).toBe(betweenChangesMs);
  const second = advance(first, betweenChangesMs);
  expect(idsOf(second)).toEqual(["b", "c", undefined]);
});

test("a held suggestion is not replaced, however old it is", () => {
  const later = arrive(hold(three, new Set(["a"])), [made("d")], 60_000);
  expect(idsOf(later)).toEqual(["a", "d", "c"]);
  const full = arrive(allHeld, [made("d")], 60_000);
  expect(idsOf(full)).toEqual(["a", "b", "c"]);
  expect(nextChange(full)).toBe(60_000 + waitsAtMostMs);
  expect(idsOf(advance(hold(full, new Set()), 60_001))).toEqual(["d", "b", "c"]);
});

test("a suggestion that has waited too long is dropped", () => {
  const waiting = arrive(allHeld, [made("d")], 1);
  const later = advance(waiting, 1 + waitsAtMostMs);
  expect(idsOf(later)).toEqual(["a", "b", "c"]);
  expect(nextChange(later)).toBeUndefined();
});

test("a confidence below 50 % is shown only on request", () => {
  const weak = arrive(emptyPlaces, [made("a", 0.49), made("b", 0.5)], 0);
  expect(idsOf(advance(weak, 60_000))).toEqual(["b", undefined, undefined]);
  expect(idsOf(answer(emptyPlaces, [made("a", 0.1)], 0))).toEqual(["a", undefined, undefined]);
});

test("a dismissed suggestion leaves its place empty and is not shown again", () => {
  const left = dismiss(three, new Set(["b"]));
  expect(idsOf(left)).toEqual(["a", undefined, "c"]);
  expect(arrive(left, [made("b")], 60_000)).toBe(left);
  expect(answer(left, [made("b")], 60_000)).toBe(left);
  expect(idsOf(arrive(left, [made("d")], 3000))).toEqual(["a", "d", "c"]);
});

test("a used suggestion is replaced before older ones that are not used", () => {
  const used = finish(finish(three, "c", "used", 1000), "c", "copied", 2000);
  expect(used.shown[2]?.done).toEqual({ as: "used", at: 1000 });
  expect(idsOf(arrive(used, [made("d")], 10_000))).toEqual(["a", "b", "d"]);
});

test("a draft grows in its place, and its time on the screen counts from its completion", () => {
  const begun = draft(three, { ...made("d"), text: "Je" }, { asked: false, now: 10_000 });
  const grown = draft(begun, { ...made("d"), text: "Je comprends" }, { asked: false, now: 10_100 });
  expect(idsOf(grown)).toEqual(["d", "b", "c"]);
  expect(grown.shown[0]).toEqual({ suggestion: { ...made("d"), text: "Je comprends" }, since: 10_000 });
  const whole = complete(grown, [made("d"), made("x")], 12_000);
  expect(whole.shown[0]).toEqual({ suggestion: made("d"), since: 12_000 });
  expect([grown.drafts, whole.drafts]).toEqual([new Set(["d"]), new Set()]);
  expect(arrive(whole, [made("d")], 12_000)).toBe(whole);
});

test("a waiting draft grows too, and is shown complete", () => {
  const waiting = draft(three, { ...made("d"), text: "Je" }, { asked: false, now: 100 });
  const whole = complete(waiting, [made("d")], 200);
  expect(idsOf(whole)).toEqual(["a", "b", "c"]);
  expect(advance(whole, shownAtLeastMs).shown[0]?.suggestion.text).toBe("d");
});

test("a draft does not move when the rest of the answer arrives", () => {
  const begun = draft(three, made("d"), { asked: true, now: 100 });
  expect(idsOf(begun)).toEqual(["d", "b", "c"]);
  const whole = [made("d"), made("e")];
  expect(idsOf(answer(complete(begun, whole, 200), whole, 200))).toEqual(["d", "e", "c"]);
});

test("a withdrawn draft leaves its place empty, and is treated as new if it arrives complete after all", () => {
  const begun = draft(three, made("d"), { asked: true, now: 100 });
  const left = withdraw(begun, ["d", "b"]);
  expect(idsOf(left)).toEqual([undefined, "b", "c"]);
  expect(left.drafts).toEqual(new Set());
  expect(idsOf(answer(left, [made("d")], 300))).toEqual(["d", "b", "c"]);
  const waiting = draft(three, made("d"), { asked: false, now: 100 });
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

test("a whisper takes the first place at once, and stays until the agent uses or dismisses it", () => {
  const first = whisper(three, sent("w"), 10);
  expect(idsOf(first)).toEqual(["w", "b", "c"]);
  expect(whisper(first, sent("w"), 20)).toBe(first);
  const later = arrive(first, [made("d")], 60_000);
  expect(idsOf(later)).toEqual(["w", "d", "c"]);
  const used = finish(later, "w", "used", 61_000);
  expect(idsOf(arrive(used, [made("e")], 70_000))).toEqual(["e", "d", "c"]);
});

test("waiting whispers are ordered by when they were sent, even if an earlier one arrives later", () => {
  const at = (id: string, ms: number) => ({ ...sent(id), timestamp: new Date(ms).toISOString() });
  const all = [at("w1", 0), at("w3", 2), at("w2", 1)].reduce(
    (places, one) => whisper(places, one, 0),
    emptyPlaces,
  );
  expect(all.whispers.map(({ id }) => id)).toEqual(["w2", "w3"]);
});

test("whispers are shown in order, each in view for at least six seconds, and none is dropped", () => {
  const all = ["w1", "w2", "w3"].reduce((places, id) => whisper(places, sent(id), 0), emptyPlaces);
  expect(idsOf(all)).toEqual(["w1", undefined, undefined]);
  expect(nextChange(all)).toBeUndefined();
  expect(advance(all, 10 * waitsAtMostMs)).toBe(all);
  const seen = markSeen(all, 100);
  expect(markSeen(seen, 200)).toBe(seen);
  expect(nextChange(seen)).toBe(100 + shownAtLeastMs);
  const second = advance(seen, 100 + shownAtLeastMs);
  expect(idsOf(second)[0]).toBe("w2");
  expect(idsOf(advance(markSeen(second, 7000), 10 * waitsAtMostMs))[0]).toBe("w3");
  expect(idsOf(advance(dismiss(all, new Set(["w1"])), 1))[0]).toBe("w2");
});

test("a whisper waits while the agent holds the suggestion in the first place", () => {
  const waiting = whisper(hold(three, new Set(["a"])), sent("w"), 10);
  expect(idsOf(waiting)).toEqual(["a", "b", "c"]);
  expect(nextChange(waiting)).toBeUndefined();
  const free = hold(waiting, new Set());
  expect(nextChange(free)).toBe(0);
  expect(idsOf(advance(free, 20))[0]).toBe("w");
});

/** One step of a random sequence of arrivals, holds and dismissals. */
const step = fc.record({
  afterMs: fc.nat({ max: 9000 }),
  arrived: fc.array(fc.record({ id: fc.nat({ max: 40 }), percent: fc.nat({ max: 100 }) }), { maxLength: 4 }),
  heldPlace: fc.option(fc.nat({ max: 2 })),
  dismissedPlace: fc.option(fc.nat({ max: 2 }), { freq: 8 }),
});

test("unrequested suggestions never move, stay at least six seconds, change at most every three and never repeat", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let places = emptyPlaces;
      let now = 0;
      const gone = new Set<string>();
      const follow = (next: Places, dismissed?: string) => {
        const changed = next.shown.flatMap((one, index) => {
          const before = places.shown[index];
          if (one === before) return [];
          if (before !== undefined) {
            gone.add(before.suggestion.id);
            if (before.suggestion.id !== dismissed) {
              expect(places.held).not.toContain(before.suggestion.id);
              expect(now - before.since).toBeGreaterThanOrEqual(shownAtLeastMs);
            }
          }
          if (one === undefined) return [];
          expect(gone).not.toContain(one.suggestion.id);
          expect(one.suggestion.confidence).toBeGreaterThanOrEqual(0.5);
          expect(idsOf(places)).not.toContain(one.suggestion.id);
          return [one];
        });
        expect(changed.length).toBeLessThanOrEqual(1);
        if (changed.length > 0) expect(now - places.changedAt).toBeGreaterThanOrEqual(betweenChangesMs);
        places = next;
      };
      for (const { afterMs, arrived, heldPlace, dismissedPlace } of steps) {
        const held = heldPlace === null ? undefined : places.shown[heldPlace]?.suggestion.id;
        places = hold(places, new Set(held === undefined ? [] : [held]));
        const until = now + afterMs;
        // The page wakes at each time that `nextChange` returns, and `advance` changes something each time.
        for (let at = nextChange(places); at !== undefined && at <= until; at = nextChange(places)) {
          now = Math.max(now, at);
          const next = advance(places, now);
          expect(next).not.toBe(places);
          follow(next);
        }
        now = until;
        follow(
          arrive(
            places,
            arrived.map(({ id, percent }) => made(String(id), percent / 100)),
            now,
          ),
        );
        const dismissed = dismissedPlace === null ? undefined : places.shown[dismissedPlace]?.suggestion.id;
        if (dismissed !== undefined) follow(dismiss(places, new Set([dismissed])), dismissed);
      }
    }),
  );
});
