// The labelled set of the masking: calls whose secrets are known, written by hand and generated.
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Sender } from "@souffleur/contracts";
import fc from "fast-check";
import { ibanOf, inWords, nirOf, passesLuhn, withLuhn } from "./french-numbers.ts";

export interface LabelledLine {
  sender: Sender;
  /** With what must be masked in angle brackets. */
  labelled: string;
}

export interface LabelledCall {
  /** The line of the file, or how it was generated. */
  from: string;
  lines: readonly LabelledLine[];
}

const two = (digits: string) => `${digits[0] === "0" ? "zéro " : ""}${inWords(Number(digits))}`;
const inPairs = (digits: string) => (digits.match(/../gu) ?? []).map(two).join(" ");

/** What follows the check digits of an IBAN: letters as they are, and digits. */
const accounts: Readonly<Record<string, string>> = {
  ...{
    FR: "23",
    BE: "12",
    DE: "18",
    ES: "20",
    LU: "16",
    CH: "17",
    PT: "21",
    IT: "X22",
    NL: "ABNA10",
    GB: "NWBK14",
  },
  ...{ MC: "23", AT: "16", PL: "24", SN: "SN22", MA: "24", TN: "20", BI: "23", OM: "19", DJ: "23" },
};

/** Digits from a seed, the same at each run. */
function digitsOf(seed: number): (count: number) => string {
  let state = (seed * 2654435761 + 97) >>> 0;
  return (count) => {
    let digits = "";
    while (digits.length < count) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      digits += String(Math.floor(state / 2 ** 16) % 10);
    }
    return digits;
  };
}

function luhnOf(digits: (count: number) => string, prefix: string, length: number): string {
  return withLuhn(prefix + digits(length - prefix.length - 1));
}

/** The values of the placeholders. */
function valuesOf(seed: number): (name: string) => string {
  const digits = digitsOf(seed);
  const visa = luhnOf(digits, "497", 16);
  const amex = luhnOf(digits, "37", 15);
  const siret = luhnOf(digits, ["390", "732", "552", "361"][seed % 4] as string, 14);
  const iban = ibanOf("FR", digits(23));
  const nir = nirOf(`2${String(50 + (seed % 40))}0${1 + (seed % 9)}75${digits(6)}`);
  const group = (name: string) => visa.slice("abcd".indexOf(name) * 4).slice(0, 4);
  const zeros = (text: string) =>
    text.replace(/^(.)\1/u, (pair) => `double ${two(`0${pair[0]}`).replace(/^zéro /u, "")} `);
  return (name) => {
    const [, as, country = ""] = /^(iban|words):([A-Z]{2})$/u.exec(name) ?? [];
    if (as !== undefined) {
      const account = (accounts[country] ?? "").replace(/\d+/u, (count) => digits(Number(count)));
      const rest = ibanOf(country, account).slice(2);
      return as === "words" ? inPairs(rest) : (rest.match(/.{1,4}/gu) ?? []).join(" ");
    }
    if (/^[abcd]$/u.test(name)) return group(name);
    if (/^[abcd]1$/u.test(name)) return group(name.charAt(0)).slice(0, 2);
    if (/^[abcd]2$/u.test(name)) return group(name.charAt(0)).slice(2);
    if (/^w:[abcd]$/u.test(name)) return inPairs(group(name.charAt(2)));
    if (name === "w:d2") return two(group("d").slice(2));
    if (name === "double:a") return zeros(group("a"));
    if (name === "o1:a") return group("a").replaceAll("0", " zéro ").trim();
    if (name === "x") return amex.slice(0, 4);
    if (name === "y") return amex.slice(4, 10);
    if (name === "z") return amex.slice(10);
    if (/^I\d$/u.test(name)) return iban.slice((Number(name[1]) - 1) * 4, Number(name[1]) * 4);
    if (name === "I1d") return iban.slice(2, 4);
    if (name === "N") return nir.replace(/(.)(..)(..)(..)(...)(...)(..)/u, "$1 $2 $3 $4 $5 $6 $7");
    if (name === "n1") return nir.slice(0, 3);
    if (name === "n2") return nir.slice(3, 5);
    if (name === "n3") return nir.slice(5, 7);
    if (name === "n4") return nir.slice(7, 10);
    if (name === "n5") return nir.slice(10);
    if (name === "S") return siret.replace(/(...)(...)(...)/u, "$1 $2 $3 ");
    if (name === "s") return siret;
    if (name === "t") return `0${1 + (Number(digits(1)) % 9)} ${digits(8).replace(/(..)(?=.)/gu, "$1 ")}`;
    if (name === "L16") return luhnOf(digits, "4", 16);
    if (name === "L") return luhnOf(digits, "30", 13);
    throw new Error(`no value {${name}}`);
  };
}

function fill(text: string, seed: number): string {
  const value = valuesOf(seed);
  return text.replace(/\{([^}]+)\}/gu, (_, name: string) => value(name));
}

function readCall(text: string, from: string): LabelledCall {
  const lines = text.split(" / ").map((line): LabelledLine => {
    const isAgent = line.startsWith("A: ");
    return { sender: isAgent ? "agent" : "client", labelled: isAgent ? line.slice(3) : line };
  });
  return { from, lines };
}

/** The cases of a file, each with several numbers. */
function handWritten(name: string, times: number): LabelledCall[] {
  const text = readFileSync(path.join(__dirname, name), "utf8");
  const written = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return written.flatMap((line, at) =>
    Array.from({ length: line.includes("{") ? times : 1 }, (_, turn) =>
      readCall(fill(line, at * 31 + turn), `${name}: ${line}`),
    ),
  );
}

const between = fc.constantFrom(
  " ",
  ", ",
  ". ",
  " euh ",
  " et ",
  " alors ",
  ":",
  "/",
  "-",
  " - ",
  " € ",
  "% ",
  " h ",
  "h",
  ", euh, ",
  "… ",
  " puis ",
  "; ",
  " euros ",
);
const interjection = fc.constantFrom(
  "Attendez, je mets mes lunettes.",
  "Euh.",
  "Pardon, j'ai le chat sur les genoux.",
  "Excusez-moi.",
  "Oui, oui.",
  "Voilà.",
  "Je prends mon portefeuille.",
  "Une petite minute.",
  "C'est écrit tout petit.",
  "Ne quittez pas.",
  "Alors, où est-ce que j'en étais ?",
);
const answer = fc.constantFrom(
  "Oui.",
  "Je vous écoute.",
  "D'accord.",
  "Très bien.",
  "Allez-y, je note.",
  "Ensuite ?",
  "Parfait, et la suite ?",
  "Hm hm.",
);
const opening = fc.constantFrom(
  "",
  "Ma carte, c'est ",
  "Alors, ",
  "C'est le ",
  "Je vous donne le numéro : ",
  "Oui bonjour, ",
);

const cardDigits = fc
  .constantFrom(["4970", 16], ["4539", 16], ["5137", 16], ["5555", 16], ["2223", 16])
  .chain(([prefix, length]) =>
    fc
      .stringMatching(new RegExp(`^\\d{${Number(length) - 5}}$`, "u"))
      .map((rest) => withLuhn(String(prefix) + rest)),
  );
const ibanDigits = fc.stringMatching(/^\d{23}$/u).map((account) => ibanOf("FR", account));

/** A number in groups, two of them joined by what a recognizer may write between them. */
const withNoise = fc
  .record({ number: fc.oneof(cardDigits, ibanDigits), at: fc.nat({ max: 2 }), between, opening })
  .map(({ number, at, between: noise, opening: before }): LabelledCall => {
    const groups = number.match(/.{1,4}/gu) ?? [];
    const said = groups.reduce((text, group, index) => text + (index - 1 === at ? noise : " ") + group);
    return { from: "noise", lines: [{ sender: "client", labelled: `${before}<${said}>` }] };
  });

/** A number over several lines of its speaker, with interjections of both speakers in between. */
const interrupted = fc
  .record({
    number: fc.oneof(cardDigits, ibanDigits),
    said: fc.array(fc.tuple(fc.constantFrom("own", "other", "both", "none"), interjection, answer), {
      minLength: 7,
      maxLength: 7,
    }),
    size: fc.constantFrom(4, 8),
    opening,
  })
  .map(({ number, said, size, opening: before }): LabelledCall => {
    const groups = number.match(new RegExp(`.{1,${size}}`, "gu")) ?? [];
    const lines: LabelledLine[] = groups.flatMap((group, index) => {
      const [who, own, other] = said[index] as (typeof said)[number];
      const text = `${index === 0 ? before : ""}<${group.replace(/(....)(?=.)/u, "$1 ")}>`;
      const line: LabelledLine = { sender: "client", labelled: text };
      if (index === groups.length - 1) return [line];
      return [
        line,
        ...(who === "other" || who === "both" ? [{ sender: "agent", labelled: other } as const] : []),
        ...(who === "own" || who === "both" ? [{ sender: "client", labelled: own } as const] : []),
      ];
    });
    return { from: "interrupted", lines };
  });

const codeWording = fc.constantFrom(
  "le code de sécurité c'est",
  "les trois chiffres au dos :",
  "le cryptogramme,",
  "CVV",
  "le CVC est",
  "au dos de la carte,",
  "au verso de ma carte c'est",
  "les 3 chiffres derrière :",
  "le code au dos c'est",
  "cryptogramme visuel",
  "code de vérification",
  "numéro de contrôle de la carte",
);
const spokenCode = fc
  .tuple(codeWording, fc.integer({ min: 0, max: 999 }), fc.constantFrom("figures", "apart", "words"))
  .map(([wording, value, as]): LabelledCall => {
    const digits = String(value).padStart(3, "0");
    const zeros = /^0*/u.exec(digits)?.[0].length ?? 0;
    const words = [...Array<string>(zeros).fill("zéro"), ...(value > 0 ? [inWords(value)] : [])].join(" ");
    const said = as === "figures" ? digits : as === "apart" ? [...digits].join(" ") : words;
    return { from: "code", lines: [{ sender: "client", labelled: `Alors, ${wording} <${said}>, voilà.` }] };
  });

const amount = fc.integer({ min: 100, max: 99_999 }).map((value) => `${value.toLocaleString("fr-FR")} €`);
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 10, max: 59 }))
  .map(([hour, minute]) => `${hour}h${minute}`);
const year = fc.integer({ min: 1990, max: 2035 }).map(String);
const quantity = fc.integer({ min: 2, max: 999 }).map((value) => `${value} postes`);
const harmless = fc
  .array(fc.oneof(amount, clock, year, quantity), { minLength: 3, maxLength: 8 })
  .chain((pieces) =>
    fc.constantFrom(" puis ", ", ", " et ", " à ", ", soit ").map(
      (joint): LabelledCall => ({
        from: "amounts",
        lines: [{ sender: "client", labelled: `On a ${pieces.join(joint)}.` }],
      }),
    ),
  );
const announcedOther = fc
  .tuple(
    fc.constantFrom("commande", "facture", "dossier", "contrat", "référence", "devis"),
    fc.constantFrom("Le numéro de {} est le ", "{} ", "C'est la {} numéro ", "Pour la {} "),
    cardDigits.filter(passesLuhn),
  )
  .map(
    ([name, before, digits]): LabelledCall => ({
      from: "announced",
      lines: [{ sender: "client", labelled: `${before.replace("{}", name)}${digits}.` }],
    }),
  );
const announcedSiret = fc
  .tuple(fc.constantFrom("300", "362", "390", "732"), fc.stringMatching(/^\d{10}$/u), fc.boolean())
  .map(([prefix, rest, isAsked]): LabelledCall => {
    const siret = withLuhn(prefix + rest).replace(/(...)(...)(...)/u, "$1 $2 $3 ");
    return {
      from: "siret",
      lines: isAsked
        ? [
            { sender: "agent", labelled: "Quel est votre SIRET ?" },
            { sender: "client", labelled: `C'est le ${siret}.` },
          ]
        : [{ sender: "client", labelled: `Notre SIRET, c'est le ${siret}.` }],
    };
  });

/** All calls of the set: more than a thousand. */
export function labelledCalls(): LabelledCall[] {
  const sample = (calls: fc.Arbitrary<LabelledCall>, count: number) =>
    fc.sample(calls, { seed: 35, numRuns: count });
  return [
    ...handWritten("said-secrets.txt", 4),
    ...handWritten("said-numbers.txt", 6),
    ...sample(withNoise, 200),
    ...sample(interrupted, 200),
    ...sample(spokenCode, 100),
    ...sample(harmless, 100),
    ...sample(announcedOther, 60),
    ...sample(announcedSiret, 40),
  ];
}

/** Codes by all their names, and IBANs with the country said: those that the masking was made with, and those held out. */
export function saidCodes() {
  const calls = handWritten("said-codes.txt", 4);
  const cases = [...new Set(calls.map(({ from }) => from))];
  const half = (rest: number) => calls.filter(({ from }) => cases.indexOf(from) % 2 === rest);
  return { made: half(0), heldOut: half(1) };
}

/** Kinds that were written after the masking, to measure it on what it was not made for. */
export const heldOutCalls = (): LabelledCall[] => [
  ...handWritten("held-out-calls.txt", 4),
  ...handWritten("held-out-later.txt", 4),
];
