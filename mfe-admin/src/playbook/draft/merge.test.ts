import type { PlaybookContent, PlaybookEntry } from "@souffleur/contracts/playbook";
import { assert, constant, integer, property, record, shuffledSubarray, string, tuple } from "fast-check";
import { changesBetween } from "./changes.ts";
import { merge } from "./merge.ts";

const ids = ["a", "b", "c", "d", "e"];
const entry = (id: string, intent: string): PlaybookEntry => ({
  id,
  intent,
  group: "needs",
  phrases: [],
  not: [],
  replies: [{ id: `${id}-1`, category: "response", text: intent }],
});
const contents = tuple(shuffledSubarray(ids), tuple(...ids.map(() => integer({ min: 0, max: 2 })))).map(
  ([chosen, numbers]): PlaybookContent => ({
    entries: chosen.map((id) => entry(id, `intent ${numbers[ids.indexOf(id)]}`)),
    facts: chosen.slice(0, 2).map((id) => ({ id, text: `fact ${numbers[ids.indexOf(id)]}` })),
  }),
);
const three = record({ base: contents, mine: contents, theirs: contents });
const same = (one: PlaybookContent, other: PlaybookContent) => expect(changesBetween(one, other)).toEqual([]);
const keyed = (content: PlaybookContent) =>
  new Map<string, string>([
    ...content.entries.map((one) => [`entry ${one.id}`, one.intent] as const),
    ...content.facts.map((one) => [`fact ${one.id}`, one.text] as const),
  ]);

test("if only one side has changes, the result is that side", () => {
  assert(
    property(contents, contents, (base, other) => {
      same(merge({ base, mine: other, theirs: base }).content, other);
      expect(merge({ base, mine: base, theirs: other }).content).toEqual(other);
      expect(merge({ base, mine: other, theirs: base }).conflicts).toEqual([]);
    }),
  );
});

test("the result has every change, and of conflicting ones that of the chosen side", () => {
  assert(
    property(three, ({ base, mine, theirs }) => {
      const { conflicts } = merge({ base, mine, theirs });
      const inConflict = new Set(conflicts.map(({ kind, id }) => `${kind} ${id}`));
      for (const side of ["mine", "theirs"] as const) {
        const result = keyed(merge({ base, mine, theirs }, () => side).content);
        const chosen = keyed(side === "mine" ? mine : theirs);
        for (const key of inConflict) expect(result.get(key)).toBe(chosen.get(key));
        for (const [from, to] of [
          [base, mine],
          [base, theirs],
        ] as const) {
          for (const { kind, id } of changesBetween(from, to)) {
            const key = `${kind} ${id}`;
            if (!inConflict.has(key)) expect(result.get(key)).toBe(keyed(to).get(key));
          }
        }
      }
    }),
  );
});

test("conflicts are symmetric, and no id occurs twice", () => {
  assert(
    property(three, ({ base, mine, theirs }) => {
      const one = merge({ base, mine, theirs });
      const other = merge({ base, mine: theirs, theirs: mine });
      const names = ({ conflicts }: typeof one) => conflicts.map(({ kind, id }) => `${kind} ${id}`).sort();
      expect(names(one)).toEqual(names(other));
      const found = one.content.entries.map(({ id }) => id);
      expect(new Set(found).size).toBe(found.length);
    }),
  );
});

test("another order of fields is no change", () => {
  assert(
    property(string(), constant("a"), (text, id) => {
      const [one, other] = [
        { id, text },
        { text, id },
      ];
      same({ entries: [], facts: [one] }, { entries: [], facts: [other] });
    }),
  );
});

test("a reply that both sides added to different entries gets a second id", () => {
  const reply = { id: "same", category: "response", text: "Bonjour" } as const;
  const base: PlaybookContent = { entries: [], facts: [] };
  const mine = { ...base, entries: [{ ...entry("a", "one"), replies: [reply] }] };
  const theirs = { ...base, entries: [{ ...entry("b", "two"), replies: [reply] }] };
  const { content } = merge({ base, mine, theirs });
  const found = content.entries.flatMap(({ replies }) => replies.map(({ id }) => id));
  expect(found.toSorted()).toEqual(["same", "same-2"]);
});

test("an added entry keeps its predecessor", () => {
  const [a, b, c] = [entry("a", "a"), entry("b", "b"), entry("c", "c")];
  const base: PlaybookContent = { entries: [a, b], facts: [] };
  const { content } = merge({ base, mine: { ...base, entries: [a, c, b] }, theirs: base });
  expect(content.entries.map(({ id }) => id)).toEqual(["a", "c", "b"]);
});
