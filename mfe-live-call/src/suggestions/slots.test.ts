import type { Suggestion } from "@souffleur/contracts";
import fc from "fast-check";
import {
  copy,
  dismiss,
  emptySlots,
  hearAgent,
  hearClient,
  markSeen,
  restore,
  type Slots,
  say,
  shownAtLeastMs,
  touch,
  touchedMs,
  unreadMs,
} from "./slot-state.ts";
import {
  advance,
  arrive,
  complete,
  dismissFrom,
  draft,
  largestPlace,
  nextChange,
  whisper,
  withdraw,
} from "./slots.ts";

const made = (id: string, answers?: string): Suggestion => ({
  id,
  text: id,
  confidence: 0.8,
  category: "other",
  timestamp: new Date(0).toISOString(),
  callId: "c",
  ...(answers !== undefined && { trigger: { messageId: answers, text: answers } }),
});
const idsOf = ({ shown }: Slots) => shown.map((one) => one?.suggestion.id);
const add = (slots: Slots, ids: string, now: number) =>
  arrive(
    slots,
    ids.split(" ").map((id) => made(id)),
    now,
  );
/** The server sends the best one last. */
const three = add(emptySlots, "c b a", 0);

test("of three the one that was sent last is at the top", () => {
  expect(idsOf(three)).toEqual(["a", "b", "c"]);
  expect(idsOf(["c", "b", "a"].reduce((slots, id) => add(slots, id, 0), emptySlots))).toEqual([
    "a",
    "b",
    "c",
  ]);
});

test("one that is sent again is not added", () => {
  expect(add(three, "a c", 60_000)).toBe(three);
  expect(idsOf(add(emptySlots, "b b a", 0))).toEqual([undefined, "a", "b"]);
});

test.each<[what: string, sent: string, atMs: number, changesAt: number | undefined, shown: string]>([
  ["one, at once", "d", unreadMs - 1, undefined, "a b d"],
  ["one, once they are six seconds old", "d", unreadMs, shownAtLeastMs, "a b d"],
  ["one, after six seconds", "d", shownAtLeastMs, undefined, "a b d"],
  ["three, at once", "d e f", 500, undefined, "f e d"],
  ["three, in one moment", "d e f", 2000, shownAtLeastMs, "f e d"],
  ["the three newest of five", "d e f g h", 2000, shownAtLeastMs, "f h g"],
  ["the three newest of seven, at once", "d e f g h i j", 200, undefined, "i h j"],
])("three cards give way to %s", (_what, sent, at, changesAt, shown) => {
  const next = add(three, sent, at);
  expect(nextChange(next, at)).toBe(changesAt);
  if (changesAt !== undefined) expect(advance(next, changesAt - 1)).toBe(next);
  expect(idsOf(advance(next, changesAt ?? at))).toEqual(shown.split(" "));
});

test("a card stays for 600 ms after a press, a hover or a focus on it", () => {
  const touched = touch(three, "c", 7000);
  const held = add(touched, "d", 7000 + touchedMs - 1);
  expect(idsOf(held)).toEqual(["a", "b", "c"]);
  expect(nextChange(held, 7000 + touchedMs - 1)).toBe(7000 + touchedMs);
  expect(idsOf(advance(held, 7000 + touchedMs))).toEqual(["a", "b", "d"]);
  // A pointer moves many times a second.
  expect(touch(touched, "c", 7099)).toBe(touched);
  expect(touch(three, "x", 7000)).toBe(three);
});

test("a card that was touched before anybody has read it gives way after that, or once it is six seconds old", () => {
  const early = add(touch(three, "c", 100), "d", 200);
  expect(nextChange(early, 200)).toBe(100 + touchedMs);
  const late = add(touch(three, "c", 900), "d", 950);
  expect(nextChange(late, 950)).toBe(shownAtLeastMs);
});

test("a dismissed suggestion leaves its place to the next one, is not shown again unasked, and comes back by a key", () => {
  const left = dismiss(three, "a", 1000);
  expect(idsOf(left)).toEqual([undefined, "b", "c"]);
  expect(add(left, "a", 60_000)).toBe(left);
  expect(idsOf(restore(left, 2000))).toEqual(["a", "b", "c"]);
  const filled = add(left, "d", 2000);
  expect(idsOf(filled)).toEqual(["d", "b", "c"]);
  expect(idsOf(restore(filled, 3000))).toEqual(["a", "b", "c"]);
  expect(restore(three, 0)).toBe(three);
});

test("a second press is not meant for what takes the place of a dismissed suggestion", () => {
  const next = add(dismiss(three, "a", 1000), "d", 1001);
  expect(idsOf(next)).toEqual([undefined, "b", "c"]);
  expect(nextChange(next, 1001)).toBe(1000 + touchedMs);
  expect(idsOf(advance(next, 1000 + touchedMs))).toEqual(["d", "b", "c"]);
});

test.each<[what: string, sent: [id: string, answers?: string][], largest: string]>([
  ["the newest, where none says what it answers", [["c"], ["b"], ["a"]], "a"],
  ["the only one that answers the last turn", [["c"], ["b", "now"], ["a"]], "b"],
  [
    "the newest of those that answer it",
    [
      ["c", "now"],
      ["b", "now before"],
      ["a", "now"],
    ],
    "a",
  ],
  ["the newest, where all answer earlier turns", [["c", "before"], ["b", "before"], ["a"]], "a"],
])("the largest place is for %s", (_what, sent, largest) => {
  const slots = arrive(
    emptySlots,
    sent.map(([id, answers]) => made(id, answers)),
    0,
  );
  expect(slots.shown[largestPlace(slots, new Set(["now", "now too"]))]?.suggestion.id).toBe(largest);
  expect(largestPlace(emptySlots, new Set(["now"]))).toBe(-1);
});

test("a used suggestion stays used when it is copied, and has its place in the timeline once", () => {
  const used = copy(say(three, "c", { at: 1000, after: "b1" }), "c", 2000);
  expect(used.shown[2]?.done).toEqual({ as: "used", at: 1000 });
  expect(say(used, "c", { at: 3000, after: "b2" }).said).toEqual([{ id: "c", text: "c", after: "b1" }]);
});

const pastOf = ({ shown }: Slots) => shown.map((one) => one?.isPast);

test("what the agent has spoken past is dimmed once the client speaks, and what came while they spoke is not", () => {
  const heard = hearAgent(add(dismiss(three, "b", 1000), "d", 4000), "Je vous écoute.", 5000);
  expect(pastOf(heard)).toEqual([undefined, undefined, undefined]);
  expect(hearAgent(heard, "Je vous écoute. Alors ?", 5001)).toBe(heard);
  const past = hearClient(heard);
  expect(pastOf(past)).toEqual([true, undefined, true]);
  expect(hearClient(past)).toBe(past);
  expect(hearClient(three)).toBe(three);
});

test.each([
  ["Bien sûr. Je comprends, c’est une vraie question.", true],
  ["je comprends c'est une vraie question", true],
  ["Je comprends, c'est une vraie", undefined],
  ["Je comprends, c'est une vraie question. Alors voilà", undefined],
])("a reply is dimmed when the agent's turn ends with its words: %s", (turn, isPast) => {
  const reply = { ...made("a"), text: "Je comprends, c'est une vraie question." };
  expect(hearAgent(arrive(emptySlots, [reply], 0), turn, 5000).shown[2]?.isPast).toBe(isPast);
});

test("a reply that is marked as said is dimmed when the client speaks, and not before", () => {
  const used = say(three, "b", { at: 1000, after: undefined });
  expect(pastOf(used)).toEqual([undefined, undefined, undefined]);
  expect(pastOf(hearClient(used))).toEqual([undefined, true, undefined]);
});

test("the next reply takes the place of the largest one that is dismissed, until that is brought back", () => {
  const none = new Set<string>();
  const without = (slots: Slots, id: string, at: number) => dismissFrom(slots, id, none, at);
  expect(idsOf(without(three, "b", 1000))).toEqual(["a", undefined, "c"]);
  const one = without(three, "a", 1000);
  expect(idsOf(one)).toEqual(["b", undefined, "c"]);
  const two = without(one, "b", 1100);
  expect(idsOf(two)).toEqual(["c", undefined, undefined]);
  expect(idsOf(restore(two, 1200))).toEqual(["b", undefined, "c"]);
  expect(idsOf(restore(restore(two, 1200), 1300))).toEqual(["a", "b", "c"]);
  // Its key is not meant for what comes to the place that it has left.
  expect(idsOf(add(one, "d", 1000 + touchedMs - 1))).toEqual(["b", undefined, "c"]);
  const filled = add(one, "d", 1000 + touchedMs);
  expect(idsOf(filled)).toEqual(["b", "d", "c"]);
  expect(idsOf(restore(filled, 2000))).toEqual(["a", "d", "c"]);
});

test("a draft grows in its place, is the largest, and is sent when it is complete", () => {
  const begun = draft(three, { ...made("d"), text: "Je" }, 10_000);
  const beside = add(draft(begun, { ...made("d"), text: "Je comprends" }, 10_100), "e", 10_200);
  expect(idsOf(beside)).toEqual(["a", "e", "d"]);
  expect(beside.shown[2]).toMatchObject({ suggestion: { text: "Je comprends" }, placedAt: 10_000 });
  expect(largestPlace(beside, new Set())).toBe(2);
  const whole = complete(beside, [made("d"), made("x")]);
  expect(whole.shown[2]).toMatchObject({ suggestion: made("d"), placedAt: 10_000 });
  expect([beside.drafts, whole.drafts]).toEqual([new Set(["d"]), new Set()]);
  expect(add(whole, "d", 12_000)).toBe(whole);
  expect(largestPlace(whole, new Set())).toBe(2);
  // It is the newest: two others are replaced before it.
  expect(idsOf(add(whole, "f g", 30_000))).toEqual(["f", "g", "d"]);
});

test("a draft that has lost its place is shown when it is complete, unless it was dismissed", () => {
  const begun = draft(three, made("d"), 10_000);
  const lost = add(begun, "e f g", 10_100);
  expect(idsOf(lost)).toEqual(["f", "e", "g"]);
  expect(idsOf(arrive(complete(lost, [made("d")]), [made("d")], 10_200))).toEqual(["f", "d", "g"]);
  const gone = dismiss(begun, "d", 10_100);
  expect(idsOf(arrive(complete(gone, [made("d")]), [made("d")], 20_000))).toEqual(["a", "b", undefined]);
});

test("a withdrawn draft leaves its place empty, and is treated as new if it arrives complete after all", () => {
  const begun = draft(three, made("d"), 100);
  const left = withdraw(begun, ["d", "b"]);
  expect(idsOf(left)).toEqual(["a", "b", undefined]);
  expect([left.drafts, left.dismissed]).toEqual([new Set(), []]);
  expect(idsOf(add(left, "d", 300))).toEqual(["a", "b", "d"]);
});

const sent = (id: string): Suggestion => ({ ...made(id), provider: "coach", from: "Sophie Girard" });

test("a whisper has a place of its own, and stays until the agent uses or dismisses it", () => {
  const first = whisper(three, sent("w"), 10);
  expect([first.whisper?.suggestion.id, idsOf(first)]).toEqual(["w", ["a", "b", "c"]]);
  expect(whisper(first, sent("w"), 20)).toBe(first);
  const used = say(first, "w", { at: 100, after: undefined });
  expect([used.whisper?.done, used.said]).toEqual([{ as: "used", at: 100 }, []]);
  expect(dismiss(first, "w", 100).whisper).toBeUndefined();
});

test("waiting whispers are ordered by when they were sent, even if an earlier one arrives later", () => {
  const at = (id: string, ms: number) => ({ ...sent(id), timestamp: new Date(ms).toISOString() });
  const all = [at("w1", 0), at("w3", 2), at("w2", 1)].reduce(
    (slots, one) => whisper(slots, one, 0),
    emptySlots,
  );
  expect(all.whispers.map(({ id }) => id)).toEqual(["w2", "w3"]);
});

test("a whisper, which moves the cards down, moves none away from a press", () => {
  const pressed = touch(three, "b", 1000);
  const waiting = whisper(pressed, sent("w"), 1001);
  expect([waiting.whisper, nextChange(waiting, 1001)]).toEqual([undefined, 1000 + touchedMs]);
  expect(advance(waiting, 1000 + touchedMs).whisper?.suggestion.id).toBe("w");
});

test("whispers are shown in order, each in view for at least six seconds, and none is dropped", () => {
  const all = ["w1", "w2", "w3"].reduce((slots, id) => whisper(slots, sent(id), 0), emptySlots);
  expect(nextChange(all, 0)).toBeUndefined();
  expect(advance(all, 60_000)).toBe(all);
  const seen = markSeen(all, 100);
  expect(markSeen(seen, 200)).toBe(seen);
  expect(nextChange(seen, 100)).toBe(100 + shownAtLeastMs);
  const second = advance(seen, 100 + shownAtLeastMs);
  expect(second.whisper?.suggestion.id).toBe("w2");
});

test("a second press of what used or dismissed a whisper is not taken for the next one", () => {
  const all = ["w1", "w2"].reduce((slots, id) => whisper(slots, sent(id), 0), emptySlots);
  const used = say(all, "w1", { at: 50, after: undefined });
  const gone = dismiss(all, "w1", 50);
  for (const pressed of [used, gone, dismiss(used, "w1", 60)]) {
    const from = nextChange(pressed, 50) ?? 0;
    expect(from).toBeGreaterThanOrEqual(50 + unreadMs);
    expect(advance(pressed, from - 1).whisper?.suggestion.id).not.toBe("w2");
    expect(advance(pressed, from).whisper?.suggestion.id).toBe("w2");
  }
});

/** One step of a random call: bursts are as likely as pauses. */
const step = fc.record({
  afterMs: fc.oneof(fc.nat({ max: 300 }), fc.nat({ max: 9000 })),
  sent: fc.nat({ max: 4 }),
  touched: fc.option(fc.nat({ max: 2 })),
  dismissed: fc.option(fc.nat({ max: 2 }), { freq: 8 }),
});

test("whatever is sent, no card moves, none that is read or touched changes, and the three newest are shown in six seconds", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let slots = emptySlots;
      let now = 0;
      let count = 0;
      const left: string[] = [];
      const placeOf = new Map<string, number>();
      const follow = (next: Slots, dismissed?: string) => {
        for (const [place, one] of slots.shown.entries()) {
          if (one === undefined || one.suggestion.id === dismissed) continue;
          if (idsOf(next)[place] === one.suggestion.id) continue;
          expect(now - (slots.touched[place] ?? 0)).toBeGreaterThanOrEqual(touchedMs);
          const age = now - one.placedAt;
          expect(age < unreadMs || age >= shownAtLeastMs).toBe(true);
        }
        for (const [place, id] of idsOf(next).entries()) {
          if (id === undefined) continue;
          expect(placeOf.get(id) ?? place).toBe(place);
          placeOf.set(id, place);
        }
        slots = next;
      };
      // The page wakes at each time that `nextChange` returns, and `advance` changes something each time.
      const wait = (ms: number) => {
        const until = now + ms;
        for (let at = nextChange(slots, now); at !== undefined && at <= until; at = nextChange(slots, now)) {
          now = at;
          const next = advance(slots, now);
          expect(next).not.toBe(slots);
          follow(next);
        }
        now = until;
      };
      for (const { afterMs, sent, touched, dismissed } of steps) {
        wait(afterMs);
        const held = touched === null ? undefined : idsOf(slots)[touched];
        if (held !== undefined) slots = touch(slots, held, now);
        for (let more = 0; more < sent; more += 1) {
          count += 1;
          left.push(String(count));
          follow(add(slots, String(count), now));
        }
        const gone = dismissed === null ? undefined : idsOf(slots)[dismissed];
        if (gone === undefined) continue;
        follow(dismiss(slots, gone, now), gone);
        left.splice(left.indexOf(gone), 1);
      }
      wait(shownAtLeastMs + touchedMs);
      const shown = idsOf(slots).filter((id) => id !== undefined);
      expect(nextChange(slots, now)).toBeUndefined();
      if (slots.dismissed.length === 0) expect(shown).toHaveLength(Math.min(3, count));
      expect(shown.toSorted()).toEqual(left.slice(left.length - shown.length).toSorted());
    }),
    { numRuns: 200 },
  );
});

test("which place each suggestion gets depends on the order in which they were sent, and on no time", () => {
  const pauses = fc.array(fc.nat({ max: 9000 }), { minLength: 12, maxLength: 12 });
  fc.assert(
    fc.property(pauses, pauses, (some, others) => {
      const [one, other] = [some, others].map((times) => {
        let now = 0;
        const slots = times.reduce((before, pause, index) => {
          now += pause;
          return add(before, String(index), now);
        }, emptySlots);
        return idsOf(advance(slots, now + shownAtLeastMs));
      });
      expect(one).toEqual(other);
    }),
  );
});
