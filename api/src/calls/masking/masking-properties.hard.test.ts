import type { Sender } from "@souffleur/contracts";
import fc from "fast-check";
import { slowPieces, slowText } from "../../../bench/fairness/slow-texts.ts";
import { dictate, ibanOf, inWords, nirOf, withLuhn } from "../../../testing/secrets/french-numbers.ts";
import {
  hideUnfinished,
  maskInterim,
  maskLabels,
  maskLine,
  maskSecrets,
  openLines,
  openMs,
  type SpokenLine,
  unfinishedLabel,
} from "./masking.ts";

const { card, cryptogram, iban, nir } = maskLabels;

const digitString = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`, "u"));
const cardNumber = fc
  .constantFrom<[string, number]>(
    ["4", 16],
    ["4", 19],
    ["51", 16],
    ["55", 16],
    ["2300", 16],
    ["34", 15],
    ["37", 15],
    ["36", 14],
    ["6011", 16],
    ["3530", 16],
    ["6759", 18],
  )
  .chain(([prefix, length]) =>
    digitString(length - prefix.length - 1).map((rest) => withLuhn(prefix + rest)),
  );
const ibanNumber = fc.oneof(
  digitString(23).map((account) => ibanOf("FR", account)),
  fc.stringMatching(/^\d{10}[0-9A-Z]{11}\d{2}$/u).map((account) => ibanOf("FR", account)),
  digitString(18).map((account) => ibanOf("DE", account)),
);
const nirNumber = fc
  .tuple(
    fc.constantFrom("1", "2"),
    fc.integer({ min: 0, max: 99 }),
    fc.integer({ min: 1, max: 12 }),
    fc.constantFrom("01", "13", "2A", "2B", "33", "75", "97"),
    digitString(6),
  )
  .map(([sex, year, month, place, rest]) => {
    const two = (value: number) => String(value).padStart(2, "0");
    return nirOf(sex + two(year) + two(month) + place + rest);
  });
const separator = fc.constantFrom("", " ", "-", ".", ", ", "\u00a0", " - ");
const grouped = (number: string) =>
  fc
    .tuple(separator, fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 }))
    .map(([between, lengths]) => {
      const groups: string[] = [];
      for (let at = 0, turn = 0; at < number.length; turn += 1) {
        const length = lengths[turn % lengths.length] ?? 1;
        groups.push(number.slice(at, at + length));
        at += length;
      }
      return groups.join(between);
    });
const spokenWays = fc.record({
  lengths: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 4 }),
  between: fc.constantFrom(" ", ", ", " euh "),
  figures: fc.infiniteStream(fc.boolean()),
  bare: fc.boolean(),
});
const spoken = (number: string) =>
  spokenWays.map(({ lengths, between, figures, bare }) => {
    const say = (value: number) => (figures.next().value ? String(value) : inWords(value));
    const text = dictate(number, lengths, say).join(between);
    return bare ? text.replaceAll("-", " ").replaceAll("é", "e") : text;
  });
const around = fc.constantFrom<[string, string]>(
  ["", ""],
  ["Alors, je vous donne ma carte : ", ", vous avez noté ?"],
  ["Bien sûr. C'est le ", ". Merci beaucoup."],
  ["Vous êtes prête ? Je dicte : ", " et elle expire en mars."],
);

describe("no leak", () => {
  test.each([
    ["a card", cardNumber, card],
    ["an IBAN", ibanNumber, iban],
    ["a social-security number", nirNumber, nir],
  ] as const)("%s in figures is masked anywhere in a text", (_name, number, label) => {
    fc.assert(
      fc.property(number.chain(grouped), around, (said, [before, after]) => {
        // Three, three, three and five digits are a SIRET.
        fc.pre(!/^\D*\d{3}\D+\d{3}\D+\d{3}\D+\d{5}\D*$/u.test(said));
        expect(maskSecrets(before + said + after)).toBe(before + label + after);
      }),
      { numRuns: 300 },
    );
  });

  test("a card in words is masked anywhere in a text", () => {
    fc.assert(
      fc.property(cardNumber.chain(spoken), around, (said, [before, after]) => {
        // Words have several readings, one of which may be a secret of another kind by chance.
        const anyLabel = /\[(?:numéro de [a-zé ]+|IBAN) masqué\]/u;
        expect(maskSecrets(before + said + after).replace(anyLabel, "*")).toBe(`${before}*${after}`);
      }),
      { numRuns: 300 },
    );
  });

  test("masks a second time without effect", () => {
    fc.assert(
      fc.property(cardNumber.chain(spoken), fc.string(), (said, other) => {
        const once = maskSecrets(`${other} ${said}`);
        expect(maskSecrets(once)).toBe(once);
      }),
    );
  });
});

const two = fc.integer({ min: 0, max: 99 }).map((value) => String(value).padStart(2, "0"));
const telephone = fc
  .tuple(fc.constantFrom("01", "02", "04", "06", "07", "09"), fc.array(two, { minLength: 4, maxLength: 4 }))
  .map(([first, rest]) => [first, ...rest].join(" "));
const amount = fc.integer({ min: 1, max: 999_999 });
const price = fc.oneof(
  amount.map((value) => `${value.toLocaleString("fr-FR")} €`),
  amount.map((value) => `${value} euros`),
  fc.integer({ min: 1, max: 999 }).map((value) => `${inWords(value)} euros`),
  amount.map((value) => `${(value / 100).toFixed(2).replace(".", ",")} €`),
);
const date = fc
  .date({ min: new Date("2000-01-01"), max: new Date("2040-01-01"), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10));
const frenchDate = date.map((day) => day.split("-").reverse().join("/"));
// A SIRET passes the Luhn check, and one that begins with 3 also looks like a Diners card.
const siret = digitString(13).map(withLuhn);
const harmless = fc.oneof(
  telephone,
  price,
  date,
  frenchDate,
  siret.map((number) => `SIRET ${number}`),
  siret.map((number) => `SIRET ${number.replace(/(...)(...)(...)/u, "$1 $2 $3 ")}`),
  fc.integer({ min: 1, max: 99_999_999 }).map((value) => `commande numéro ${value}`),
  fc.integer({ min: 1, max: 999 }).map((value) => `${inWords(value)} utilisateurs`),
);

describe("every harmless number", () => {
  test("stays as it is", () => {
    fc.assert(
      fc.property(fc.array(harmless, { minLength: 1, maxLength: 6 }), (pieces) => {
        const text = `On a dit ${pieces.join(" puis on voit ")}.`;
        expect(maskSecrets(text)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  test("stays when telephone numbers follow each other", () => {
    fc.assert(
      fc.property(fc.array(telephone, { minLength: 1, maxLength: 4 }), separator, (numbers, between) => {
        const text = `Au choix : ${numbers.join(between === "" ? ", " : between)}.`;
        expect(maskSecrets(text)).toBe(text);
      }),
      { numRuns: 300 },
    );
  });
});

/** The stored texts of one speaker's lines, including rewritten ones. */
function store(texts: readonly string[]): string[] {
  const kept = new Map<string, string>();
  let open: readonly SpokenLine[] = [];
  for (const [index, text] of texts.entries()) {
    const masked = maskLine({ id: `l${index}`, sender: "client", text, at: index * 3000 }, open);
    kept.set(`l${index}`, masked.text);
    for (const one of masked.rewritten) kept.set(one.id, one.text);
    open = masked.open;
  }
  return [...kept.values()];
}

describe("a number over several lines", () => {
  test("is masked in the last line, and the earlier ones are rewritten", () => {
    expect(store(["Ma carte, c'est 4539 1488", "zéro trois 43 6467, voilà."])).toEqual([
      `Ma carte, c'est ${card}`,
      `${card}, voilà.`,
    ]);
  });

  const said = (id: string, text: string, at: number, sender: Sender = "client"): SpokenLine => ({
    id,
    sender,
    text,
    at,
  });

  test("is masked on both sides of an interjection, which stays", () => {
    expect(store(["4539 1488", "Attendez, je mets mes lunettes.", "0343 6467"])).toEqual([
      card,
      "Attendez, je mets mes lunettes.",
      card,
    ]);
  });

  test("keeps lines in memory for two minutes, and forty of them", () => {
    const first = maskLine(said("a", "C'est le 4539 1488", 0), []);
    expect(maskLine(said("b", "Bonjour.", openMs), first.open).open).toHaveLength(2);
    expect(maskLine(said("b", "0343 6467", openMs + 1), first.open)).toMatchObject({
      text: "0343 6467",
      rewritten: [],
      open: [{ id: "b" }],
    });
    let open: readonly SpokenLine[] = [];
    for (let at = 0; at < 100; at += 1) open = maskLine(said(String(at), "Oui.", at), open).open;
    expect(open).toHaveLength(openLines);
  });

  test("is masked in the other speaker's repetition of a half", () => {
    const first = maskLine(said("a", "Ma carte, c'est 4539 1488", 0), []);
    const second = maskLine(said("b", "4539 1488, oui ?", 1000, "agent"), first.open);
    expect(maskLine(said("c", "0343 6467", 2000), second.open)).toMatchObject({
      text: card,
      rewritten: [
        { id: "a", text: `Ma carte, c'est ${card}` },
        { id: "b", text: `${card}, oui ?` },
      ],
    });
  });

  test("stays masked where a shorter number of it was found first", () => {
    const whole = withLuhn(`${withLuhn("497010123456")}789`.slice(0, 15));
    const lines = [whole.slice(0, 13), whole.slice(13)];
    expect(store(lines).join(" ")).not.toMatch(/\d/u);
  });

  test("leaves no part of a card, wherever it is cut", () => {
    fc.assert(
      fc.property(
        cardNumber,
        fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 4 }),
        (number, cuts) => {
          const places = [0, ...cuts.sort((a, b) => a - b), number.length];
          const lines = places.slice(1).map((to, index) => `${number.slice(places[index], to)}`);
          expect(store(lines)).toEqual(lines.map(() => card));
        },
      ),
    );
  });
});

const interim = (text: string, before: readonly SpokenLine[] = []) =>
  maskInterim({ sender: "client", text, at: 0 }, before);

describe("interim lines", () => {
  test("hide a card before it is complete", () => {
    const words = "Alors ma carte c'est 4539 1488 0343 6467".split(" ");
    const shown = words.map((_word, index) => interim(words.slice(0, index + 1).join(" ")));
    expect(shown.slice(4)).toEqual([
      "Alors ma carte c'est 4539",
      `Alors ma carte c'est ${unfinishedLabel}`,
      `Alors ma carte c'est ${unfinishedLabel}`,
      `Alors ma carte c'est ${card}`,
    ]);
  });

  test("hide the rest of a number that an earlier line began", () => {
    const before: SpokenLine[] = [{ id: "a", sender: "client", text: "C'est le 4539 1488", at: 0 }];
    expect(interim("0343", before)).toBe(unfinishedLabel);
    expect(interim("0343 6467 merci", before)).toBe(`${card} merci`);
    const later: SpokenLine = { id: "b", sender: "client", text: "Attendez, je cherche la suite.", at: 0 };
    expect(interim("0343", [...before, later])).toBe(unfinishedLabel);
  });

  test("hide an unfinished security code", () => {
    expect(interim("Le cryptogramme, c'est 74")).toBe(`Le cryptogramme, c'est ${unfinishedLabel}`);
    expect(interim("Le cryptogramme, c'est 742")).toBe(`Le cryptogramme, c'est ${cryptogram}`);
  });

  test("hide an unfinished account", () => {
    expect(interim("Oui, FR76 3000 6000")).toBe(`Oui, ${unfinishedLabel}`);
  });

  test.each(["Mon numéro, 06 12 34 56", "Cela fait 12 500 euros", "Oui, bonjour", "En 2024"])(
    "show %s",
    (text) => {
      expect(interim(text)).toBe(text);
    },
  );

  test("never show more than six digits of an unfinished card", () => {
    fc.assert(
      fc.property(cardNumber, (number) => {
        for (let length = 1; length <= number.length; length += 1)
          expect(interim(number.slice(0, length)).replace(/\D/gu, "").length).toBeLessThanOrEqual(6);
      }),
    );
  });
});

describe("every text", () => {
  test("is unchanged except for its secrets, even where it makes no sense", () => {
    const word = fc.constantFrom(
      "soixante",
      "douze",
      "quatre",
      "vingt",
      "cent",
      "mille",
      "zéro",
      "et",
      "un",
      "12",
      "FR",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.array(word).map((all) => all.join(" ")),
        ),
        (text) => {
          const kept = maskSecrets(text).split(/\[[^\]]* masqué\]/u);
          let at = 0;
          for (const piece of kept) {
            const found = text.indexOf(piece, at);
            expect(found).toBeGreaterThanOrEqual(at);
            at = found + piece.length;
          }
        },
      ),
    );
  });
});

test.each(slowPieces)(
  "20,000 characters of nothing but %j hold a process up for less than 50 ms",
  (piece) => {
    const text = slowText(piece);
    const times = Array.from({ length: 5 }, () => {
      const before = process.cpuUsage();
      maskSecrets(text);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    });
    // Other processes on its core make a process three times slower.
    expect(Math.min(...times)).toBeLessThan(3 * 50);
  },
);

describe("lines for a language model", () => {
  const client = (text: string) => ({ sender: "client" as const, text });

  test("hide a half, wherever the speaker has paused", () => {
    expect(hideUnfinished([client("C'est le 4539 1488")])).toEqual([client(`C'est le ${unfinishedLabel}`)]);
    const paused = [client("4539 1488"), client("Attendez, je cherche."), client("0343")];
    expect(hideUnfinished(paused)).toEqual([
      client(unfinishedLabel),
      client("Attendez, je cherche."),
      client(unfinishedLabel),
    ]);
  });

  test.each([
    "Notre budget est de 4 500 000.",
    "On fait 52 000 000 €",
    "C'est le 06 12 34 56",
    "La commande 45391488",
    "Notre SIRET, 390 472 9",
  ])("keep %s", (text) => {
    expect(hideUnfinished([client(text)])).toEqual([client(text)]);
  });
});
