import type { Suggestion } from "@souffleur/contracts";
import fc from "fast-check";
import { keepNewest } from "./keep-newest.ts";
import { readSuggestionKey } from "./suggestion-keys.ts";

const at = (id: string, second: number): Suggestion => ({
  id,
  text: id,
  confidence: 0.5,
  category: "other",
  timestamp: new Date(second * 1000).toISOString(),
  callId: "c",
});
const idsOf = (list: readonly Suggestion[]) => list.map(({ id }) => id);

describe("keeping the newest", () => {
  it("keeps three, the newest first, a moment's best before its others", () => {
    const first = keepNewest([], [at("a", 1), at("b", 1)]);
    expect(idsOf(keepNewest(first, [at("c", 2), at("d", 2)]))).toEqual(["c", "d", "a"]);
  });

  it("returns the same list when nothing is new", () => {
    const kept = keepNewest([], [at("a", 1)]);
    expect(keepNewest(kept, [at("a", 1)])).toBe(kept);
    expect(keepNewest(kept, [])).toBe(kept);
  });

  it("never keeps more than three, nor one twice, nor an older one for a newer", () => {
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
});

describe("keys", () => {
  const press = { key: "", code: "", control: false, modified: false, typing: false };

  it.each([
    [
      { key: "2", code: "Digit2" },
      { kind: "use", index: 1 },
    ],
    [
      { key: "é", code: "Digit2" },
      { kind: "use", index: 1 },
    ],
    [
      { key: "3", code: "Numpad3" },
      { kind: "use", index: 2 },
    ],
    [{ key: "0", code: "Digit0" }, { kind: "dismiss" }],
    [{ key: "4", code: "Digit4" }, undefined],
    [{ key: "1", code: "Digit1", typing: true }, undefined],
    [{ key: "1", code: "Digit1", modified: true }, undefined],
    [{ key: "1", code: "Digit1", control: true }, undefined],
    [{ key: "Enter", code: "Enter", control: true }, { kind: "generate" }],
    [{ key: "Enter", code: "Enter", control: true, typing: true }, { kind: "generate" }],
    [{ key: "Enter", code: "Enter" }, undefined],
  ])("%j means %j", (differences, meaning) => {
    expect(readSuggestionKey({ ...press, ...differences })).toEqual(meaning);
  });
});
