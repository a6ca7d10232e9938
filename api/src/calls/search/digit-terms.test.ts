import { digitTerms } from "./digit-terms.ts";

const stemsOf = (text: string) => digitTerms(text, []).map(({ stem }) => stem);

test.each([
  ["75011 06 12 34 56 78", ["0612345678", "33612345678"]],
  ["+33 (0)6 12 34 56 78", ["33612345678", "0612345678"]],
  ["0033 6 12 34 56 78", ["33612345678", "0612345678"]],
  ["00 12 34", ["001234", "1234"]],
  ["+41 44 668 18 00", ["41446681800"]],
])("the digits of %p are found as they are dialled", (text, dialled) => {
  expect(stemsOf(text)).toEqual(expect.arrayContaining(dialled));
});

test("a number is found at the end of a run of any length", () => {
  expect(stemsOf(`${"12 ".repeat(5000)}06 12 34 56 78`)).toContain("33612345678");
});

test("of more numbers than two hundred in one text, the others are found as they are written", () => {
  const written = (at: number) =>
    `06 12 34 ${String(Math.floor(at / 100)).padStart(2, "0")} ${at % 100 < 10 ? "0" : ""}${at % 100}`;
  const numbers = Array.from({ length: 400 }, (_, at) => written(at));
  const stems = new Set(stemsOf(numbers.join(", a ")));
  const dialled = numbers.map((number) => number.replaceAll(" ", ""));
  expect(dialled.every((number) => stems.has(number))).toBe(true);
  const abroad = dialled.filter((number) => stems.has(number.replace(/^0/, "33"))).length;
  expect(abroad).toBeGreaterThan(0);
  expect(abroad).toBeLessThanOrEqual(200);
});

test.each(["0'", "1'0", "+33 ", "0", "01 02 "])("20,000 characters of %p have few terms", (part) => {
  expect(stemsOf(part.repeat(Math.ceil(20_000 / part.length))).length).toBeLessThan(100);
});
