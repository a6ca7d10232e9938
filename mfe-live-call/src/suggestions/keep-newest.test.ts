import type { Suggestion } from "@souffleur/contracts";
import fc from "fast-check";
import { keepNewest } from "./keep-newest.ts";

const at = (id: string, second: number): Suggestion => ({
  id,
  text: id,
  confidence: 0.5,
  category: "other",
  timestamp: new Date(second * 1000).toISOString(),
  callId: "c",
});
const idsOf = (list: readonly Suggestion[]) => list.map(({ id }) => id);

test("keeps three, the newest first, a moment's best before its others", () => {
  const first = keepNewest([], [at("a", 1), at("b", 1)]);
  expect(idsOf(keepNewest(first, [at("c", 2), at("d", 2)]))).toEqual(["c", "d", "a"]);
});

test("returns the same list when nothing is new", () => {
  const kept = keepNewest([], [at("a", 1)]);
  expect(keepNewest(kept, [at("a", 1)])).toBe(kept);
  expect(keepNewest(kept, [])).toBe(kept);
});

test("never keeps more than three, nor one twice, nor an older one for a newer", () => {
  const arrivals = fc.array(fc.record({ id: fc.nat({ max: 9 }), second: fc.nat({ max: 9 }) }));
  fc.assert(
    fc.property(arrivals, (list) => {
      const made = list.map(({ id }) => at(`s${id}`, id));
      const kept = made.reduce<readonly Suggestion[]>((grown, one) => keepNewest(grown, [one]), []);
      const newest = [...new Set(list.map(({ id }) => id))].sort((a, b) => b - a).slice(0, 3);
      expect(idsOf(kept)).toEqual(newest.map((id) => `s${id}`));
    }),
  );
});
