import fc from "fast-check";
import * as n2wordsBelgium from "n2words/fr-BE";
import * as n2words from "n2words/fr-FR";
import { ToWords } from "to-words";
import { readNumber, readNumbers } from "./read-numbers.ts";

const worth = (text: string) => readNumber(text)?.value;

describe("every number that a library spells is read back", () => {
  const spellings: Record<string, (value: number) => string> = {
    "n2words fr-FR": (value) => n2words.toCardinal(value),
    "n2words fr-BE": (value) => n2wordsBelgium.toCardinal(value),
    ...Object.fromEntries(
      ["fr-FR", "fr-BE", "fr-CH", "fr-CA"].map((localeCode) => {
        const words = new ToWords({ localeCode });
        return [`to-words ${localeCode}`, (value: number) => words.convert(value)];
      }),
    ),
  };
  /** What recognizers, old spelling and typography make of it. */
  const variants = fc.constantFrom<(words: string) => string>(
    (words) => words,
    (words) => words.toUpperCase(),
    (words) => words.replaceAll(" ", "-"),
    (words) => words.replaceAll("-", " "),
    (words) => words.replaceAll("-", "\u2011").replaceAll(" ", "\u00a0"),
    (words) => words.normalize("NFD"),
    (words) => words.normalize("NFD").replace(/\p{M}/gu, ""),
    (words) => words.replaceAll(" ", "\u202f"),
  );
  /** Of all sizes alike. */
  const whole = fc
    .tuple(fc.integer({ min: 1, max: 15 }), fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }))
    .map(([digits, share]) => Math.floor(share * 10 ** digits));
  const decimal = fc
    .tuple(
      fc.integer({ min: 0, max: 9_999_999 }),
      fc.integer({ min: 1, max: 999_999 }),
      fc.integer({ min: 1, max: 6 }),
    )
    .map(([integer, fraction, digits]) => Number(`${integer}.${String(fraction).padStart(digits, "0")}`));

  test.each(Object.entries(spellings))("%s", (_name, spell) => {
    const small = Array.from({ length: 10_001 }, (_, value) => value);
    expect(small.filter((value) => worth(spell(value)) !== value)).toEqual([]);
    fc.assert(
      fc.property(fc.oneof(whole, decimal), variants, (value, vary) => {
        expect(worth(vary(spell(value)))).toBe(value);
      }),
      { numRuns: 500 },
    );
  });

  test("as an ordinal", () => {
    const spellOrdinal = [n2words.toOrdinal, n2wordsBelgium.toOrdinal];
    for (const spell of spellOrdinal)
      fc.assert(
        fc.property(
          fc.oneof(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 2_000_000 })),
          variants,
          (value, vary) => {
            expect(readNumber(vary(spell(value)))).toMatchObject({ value, kind: "ordinal" });
          },
        ),
      );
  });

  test("as a price", () => {
    const cents = fc.integer({ min: 1, max: 100_000_000 });
    fc.assert(
      fc.property(cents, (amount) => {
        expect(readNumber(n2words.toCurrency(amount / 100))).toMatchObject({
          value: amount / 100,
          unit: "EUR",
        });
      }),
    );
  });
});

describe("every format of Intl is read back", () => {
  const locales = ["fr", "fr-CH", "fr-BE", "fr-CA", "de", "de-CH", "de-AT", "en", "en-IN", "nl", "it", "es"];
  const value = fc
    .tuple(
      fc.integer({ min: -1, max: 1 }),
      fc.integer({ min: 0, max: 10 ** 12 }),
      fc.constantFrom(1, 10, 100, 1000),
    )
    .map(([sign, digits, share]) => (sign * digits) / share || 0);
  /** A single separator before three digits: see `parseWritten`. */
  const isAmbiguous = (text: string) => /^\D*[1-9]\d{0,2}[.,]\d{3}\D*$/u.test(text);

  test.each(locales)("%s", (locale) => {
    const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
    const padded = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 });
    const ungrouped = new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 3 });
    fc.assert(
      fc.property(value, fc.constantFrom(plain, padded, ungrouped), (number, format) => {
        const text = format.format(number);
        fc.pre(!isAmbiguous(text));
        expect([text, worth(text)]).toEqual([text, number]);
      }),
      { numRuns: 300 },
    );
  });

  test.each(locales)("%s, with units", (locale) => {
    const share = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 });
    const units = fc
      .tuple(fc.constantFrom("EUR", "USD", "CHF", "GBP"), fc.constantFrom("symbol", "narrowSymbol", "code"))
      .filter(([currency, currencyDisplay]) => currency !== "CHF" || currencyDisplay !== "narrowSymbol")
      .filter(([currency]) => currency !== "GBP" || !locale.startsWith("fr"));
    const cents = fc.integer({ min: -(10 ** 10), max: 10 ** 10 }).map((digits) => digits / 100 || 0);
    fc.assert(
      fc.property(units, cents, ([currency, currencyDisplay], amount) => {
        const text = new Intl.NumberFormat(locale, {
          style: "currency",
          currency,
          currencyDisplay,
        } as object).format(amount);
        expect([text, readNumber(text)]).toEqual([
          text,
          expect.objectContaining({ value: amount, unit: currency }),
        ]);
        const percent = share.format(amount / 100);
        expect([percent, readNumber(percent)]).toEqual([
          percent,
          expect.objectContaining({ unit: "percent", value: expect.closeTo(amount, 5) }),
        ]);
      }),
      { numRuns: 300 },
    );
  });

  test.each(["fr", "fr-CH", "fr-BE", "de", "de-CH"])("%s, abbreviated", (locale) => {
    const ways = ["short", "long"].flatMap((compactDisplay) => [
      new Intl.NumberFormat(locale, { notation: "compact", compactDisplay } as object),
      new Intl.NumberFormat(locale, {
        notation: "compact",
        compactDisplay,
        style: "currency",
        currency: "EUR",
      } as object),
    ]);
    fc.assert(
      fc.property(
        fc.constantFrom(...ways),
        fc.integer({ min: 11, max: 99 }),
        fc.integer({ min: 3, max: 9 }),
        (format, digits, power) => {
          const number = Number(`${digits}e${power}`);
          const text = format.format(number);
          expect([text, worth(text)]).toEqual([text, number]);
        },
      ),
    );
  });
});

describe("no part of a number is read", () => {
  /** Numbers as they stand in transcripts, with what they are worth. */
  const spoken = fc
    .integer({ min: 0, max: 10 ** 10 })
    .chain((value) => fc.constantFrom(n2words.toCardinal(value), n2wordsBelgium.toCardinal(value)));
  const written = fc
    .integer({ min: 0, max: 10 ** 10 })
    .chain((value) =>
      fc.constantFrom(
        String(value),
        ...["fr", "de", "de-CH", "en"].map((locale) => new Intl.NumberFormat(locale).format(value)),
        new Intl.NumberFormat("fr", { minimumFractionDigits: 2 }).format(value / 100),
      ),
    );
  const number = fc.oneof(spoken, written);
  const touching = fc.oneof(
    fc.tuple(fc.array(number, { minLength: 2, maxLength: 4 }), fc.constantFrom(" ", "-", "\u202f")),
    fc.tuple(fc.array(written, { minLength: 2, maxLength: 4 }), fc.constantFrom("", ".", ",", "/", ":", "'")),
  );

  test("where numbers touch, what is found covers all of them or none", () => {
    fc.assert(
      fc.property(touching, ([numbers, between]) => {
        const text = numbers.join(between);
        const found = readNumbers(`Soit ${text} euros en tout.`);
        if (found.length > 0) {
          expect(found).toHaveLength(1);
          expect(found[0]).toMatchObject({ start: 5, end: 5 + text.length + 6, unit: "EUR" });
        }
      }),
      { numRuns: 1000 },
    );
  });

  test("numbers apart by words are each found whole", () => {
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 5 }), (numbers) => {
        const found = readNumbers(numbers.map((one) => `client ${one} personnes`).join(", "));
        expect(found.map(({ value }) => value)).toEqual(numbers.map(worth));
      }),
    );
  });

  test("an identifier around a number hides it", () => {
    fc.assert(
      fc.property(written, fc.constantFrom("x", "n-", "7/", "é", "_"), (one, before) => {
        expect(readNumbers(`Le ${before}${one}`).filter(({ start }) => start > 3)).toEqual([]);
      }),
    );
  });
});

test("reads any text in order", () => {
  const words = "cent mille et un vingt 12 - , € % virgule demi ’ de".split(" ");
  const piece = fc.constantFrom(...words, " ");
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "grapheme" }),
        fc.array(piece).map((all) => all.join(" ")),
        fc.array(piece).map((all) => all.join("")),
      ),
      (text) => {
        let at = 0;
        for (const { start, end, value } of readNumbers(text)) {
          expect(start).toBeGreaterThanOrEqual(at);
          expect(end).toBeGreaterThan(start);
          expect(Number.isFinite(value)).toBe(true);
          at = end;
        }
      },
    ),
  );
});
