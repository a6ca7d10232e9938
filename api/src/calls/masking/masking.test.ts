import { dictate, ibanOf, nirOf, withLuhn } from "../../../testing/secrets/french-numbers.ts";
import { linksOf, runsOf } from "./links.ts";
import { maskLabels, maskSecrets } from "./masking.ts";
import { ibanLengths } from "./secret-numbers.ts";
import { parseSpoken } from "./spoken.ts";
import { walk } from "./walk-numbers.ts";

const { card, iban, nir, cryptogram } = maskLabels;

const raised = (digits: string, figures: string) =>
  Array.from(digits, (digit) => Array.from(figures)[Number(digit)]).join("");

describe("masking cards", () => {
  test.each([
    "Mon numéro de carte c'est 4539 suivi de 1488 suivi de 0343 suivi de 6467",
    "Ma carte : groupe 1 : 4539, groupe 2 : 1488, groupe 3 : 0343, groupe 4 : 6467",
    "Ma carte : [4539][1488][0343][6467]",
  ])("leaves no group of %s", (text) => {
    expect(maskSecrets(text)).not.toMatch(/\d{4}/u);
  });

  test.each(["AD 1 ", "GB 12 AD 3 ", "4 cartes 5 cartes "])(
    "of %j repeated reads a bounded part",
    (piece) => {
      const spoken = parseSpoken([{ text: piece.repeat(100) }]);
      const links = linksOf(spoken, runsOf(spoken));
      expect(Math.max(...[...links.values()].map(({ length }) => length))).toBeLessThanOrEqual(6);
      let read = 0;
      const visit = () => {
        read += 1;
        return true;
      };
      walk(spoken, 1, "", { visit, isFound: () => false, links, steps: 320 });
      expect(read).toBeLessThanOrEqual(4 * 320 + 100);
    },
  );

  test.each([
    ["plain", "4539148803436467"],
    ["in fours", "4539 1488 0343 6467"],
    ["with dashes", "4539-1488-0343-6467"],
    ["with dots", "4539.1488.0343.6467"],
    ["with commas, as recognizers write breath", "4539, 1488, 0343, 6467"],
    ["with no-break spaces", "4539\u00a01488\u202f0343 6467"],
    ["with invisible characters", "4539\u200b1488\u200b0343\u200b6467"],
    ["in pairs", "45 39 14 88 03 43 64 67"],
    ["digit by digit", "4 5 3 9 1 4 8 8 0 3 4 3 6 4 6 7"],
    ["Mastercard", "5555 5555 5555 4444"],
    ["Mastercard of the 2 series", "2223 0031 2200 3222"],
    ["American Express", "3782 822463 10005"],
    ["Diners Club", "3056 930902 5904"],
    ["Discover", "6011 1111 1111 1117"],
    ["JCB", "3530 1113 3330 0000"],
    ["Maestro", "6759 6498 2643 8453"],
    ["old Visa", "4222222222222"],
    [
      "words, digit by digit",
      "quatre cinq trois neuf un quatre huit huit zéro trois quatre trois six quatre six sept",
    ],
    [
      "words, in pairs",
      "quarante-cinq trente-neuf quatorze quatre-vingt-huit zéro trois quarante-trois soixante-quatre soixante-sept",
    ],
    [
      "words without hyphens or accents",
      "quarante cinq trente neuf quatorze quatre vingt huit zero trois quarante trois soixante quatre soixante sept",
    ],
    ["words and figures", "quarante-cinq 39, quatorze 88, zéro trois 43, 64 soixante-sept"],
    [
      "words, in fours as thousands",
      "quatre mille cinq cent trente-neuf, mille quatre cent quatre-vingt-huit, zéro trois cent quarante-trois, six mille quatre cent soixante-sept",
    ],
    ["with hesitations", "4539 euh 1488 et puis 0343 euh ensuite 6467"],
    ["with double", "4539 14 double huit 0343 6467"],
    ["keycaps", Array.from("4539148803436467", (digit) => `${digit}\ufe0f\u20e3`).join("")],
    ["digits with accents", Array.from("4539148803436467", (digit) => `${digit}\u0301`).join("")],
    ["raised digits", raised("4539148803436467", "⁰¹²³⁴⁵⁶⁷⁸⁹")],
    ["lowered digits", raised("4539148803436467", "₀₁₂₃₄₅₆₇₈₉")],
    ["circled digits", raised("4539148803436467", "⓪①②③④⑤⑥⑦⑧⑨")],
    ["with plus signs", "4539+1488+0343+6467"],
  ])("%s", (_form, number) => {
    expect(maskSecrets(`Alors, ma carte, c'est ${number}, voilà.`)).toBe(
      `Alors, ma carte, c'est ${card}, voilà.`,
    );
  });

  test("reads septante, huitante and nonante", () => {
    const number = withLuhn("457098987070123");
    const pairs = "quarante-cinq septante nonante-huit nonante-huit septante septante douze";
    expect(maskSecrets(`${pairs} 3${number.at(-1)}`)).toBe(card);
  });

  test("reads 'soixante douze' as 60 and 12 where the card needs it", () => {
    const number = withLuhn("456012601260120");
    const words = "quarante-cinq soixante douze soixante douze soixante douze";
    expect(maskSecrets(`${words} 0${number.at(-1)}`)).toBe(card);
  });

  test("masks a card with its date and code in one number", () => {
    expect(maskSecrets("4539148803436467 12 25 123")).toMatch(/^\[numéro de carte masqué\]/u);
    expect(maskSecrets("45391488034364671225123")).not.toContain("4539");
  });

  test("masks a card after other numbers", () => {
    const text = "J'en prends deux, 4539 1488 0343 6467, pour le 12.";
    expect(maskSecrets(text)).toBe(`J'en prends deux, ${card}, pour le 12.`);
  });

  test("masks every card of a text", () => {
    expect(maskSecrets("4539148803436467 ou bien 5555555555554444")).toBe(`${card} ou bien ${card}`);
  });

  test("masks the cryptogram that follows its name", () => {
    expect(maskSecrets("Le cryptogramme au dos, c'est le 123.")).toBe(
      `Le cryptogramme au dos, c'est le ${cryptogram}.`,
    );
    expect(maskSecrets("CVV quatre cent douze")).toBe(`CVV ${cryptogram}`);
    expect(maskSecrets("Le cryptogramme, c'est un code à trois chiffres.")).not.toContain("masqué");
  });
});

describe("masking accounts", () => {
  test.each([
    ["in fours", "FR76 3000 6000 0112 3456 7890 189"],
    ["plain", "FR7630006000011234567890189"],
    ["lowercase", "fr76 3000 6000 0112 3456 7890 189"],
    ["with letters in the account", "FR14 2004 1010 0505 0001 3M02 606"],
    ["letters apart", "F R 76 3000 6000 0112 3456 7890 189"],
    ["spelt", "F comme François, R comme Raoul, 76 3000 6000 0112 3456 7890 189"],
    ["without its letters", "76 3000 6000 0112 3456 7890 189"],
    ["as a RIB", "30006 00001 12345678901 89"],
    ["German", "DE89 3704 0044 0532 0130 00"],
    ["British", "GB29 NWBK 6016 1331 9268 19"],
    ["Maltese", "MT84MALT011000012345MTLCAST001S"],
    [
      "in words",
      "F R soixante-seize trente zéro zéro soixante zéro zéro zéro un douze trente-quatre cinquante-six soixante-dix-huit quatre-vingt-dix dix-huit neuf",
    ],
  ])("%s", (_form, number) => {
    expect(maskSecrets(`Le compte, ${number}. Merci.`)).toBe(`Le compte, ${iban}. Merci.`);
  });

  test("leaves an account with a wrong check number", () => {
    const text = "FR76 3000 6000 0112 3456 7890 188";
    expect(maskSecrets(text)).toBe(text);
  });
});

describe("an IBAN of each country", () => {
  const countries = [...ibanLengths].map(([code, length]) => {
    const account = "123456789012345678901234567890".slice(0, length - 4);
    return { code, rest: ibanOf(code, account).slice(2) };
  });
  const names = new Intl.DisplayNames("fr", { type: "region" });

  test("is masked with its country said and spelled, in figures and in words", () => {
    expect(countries.length).toBeGreaterThan(110);
    const left = countries.flatMap(({ code, rest }) => {
      const name = names.of(code);
      const inFours = rest.match(/.{1,4}/gu)?.join(" ");
      const words = dictate(rest, [2]).join(" ");
      return [
        `${code} comme ${name}, ${inFours}`,
        `${code.split("").join(" ")} comme ${name}, ${words}`,
        `${code} ${inFours}`,
      ].filter((said) => maskSecrets(`Alors, ${said}.`) !== `Alors, ${iban}.`);
    });
    expect(left).toEqual([]);
  });

  test("is masked after the country's name alone, and stays with a wrong check number", () => {
    const [belgium] = countries.filter(({ code }) => code === "BE");
    const rest = belgium?.rest ?? "";
    expect(maskSecrets(`Un compte belge, c'est le ${rest}.`)).toBe(`Un compte belge, c'est le ${iban}.`);
    const wrong = `Un compte belge, c'est le ${String(Number(rest.slice(0, 1)) + 1)}${rest.slice(1)}.`;
    expect(maskSecrets(wrong)).toBe(wrong);
  });
});

test.each([
  "mon CVV c'est le sept, le quatre, le deux",
  "Vous avez le crypto ? Oui, 742.",
  "Mon CCV, attendez, je retourne la carte, c'est 742.",
  "Le code au dos, le 742",
])("a code is masked in: %s", (text) => {
  expect(maskSecrets(text)).not.toMatch(/742|sept|deux/u);
});

test.each([
  "Mon C.V. fait 742 mots.",
  "Mon portefeuille crypto vaut 742 dollars.",
  "Le bitcoin, la crypto, c'est 742 depuis hier.",
  "Le code de sécurité de l'immeuble c'est 4512",
  "Le code au dos du badge, 4512",
  "Le numéro derrière le produit, 3017",
])("no code is masked in: %s", (text) => {
  expect(maskSecrets(text)).toBe(text);
});

describe("masking social-security numbers", () => {
  test.each([
    ["in groups", "2 55 08 14 168 025 38"],
    ["plain", "255081416802538"],
    [
      "Corsican",
      nirOf("18505" + "2A" + "004123").replace(/(.)(..)(..)(2A)(...)(...)(..)/u, "$1 $2 $3 $4 $5 $6 $7"),
    ],
    ["with its key said", "2 55 08 14 168 025 clé 38"],
    ["in words", "deux cinquante-cinq zéro huit quatorze cent soixante-huit zéro vingt-cinq trente-huit"],
  ])("%s", (_form, number) => {
    expect(maskSecrets(`Mon numéro : ${number}.`)).toBe(`Mon numéro : ${nir}.`);
  });
});

describe("no false alarm", () => {
  test.each([
    "Vous pouvez me joindre au 06 12 34 56 78 ou au 01 45 67 89 10.",
    "06 12 34 56 78, 07 98 76 54 32",
    "zéro six douze trente-quatre cinquante-six soixante-dix-huit, zéro sept quatre-vingt-dix-huit",
    "+33 6 12 34 56 78 et +33 7 98 76 54 32",
    "Le tarif passe de 1 200 à 1 450 euros, soit 250 euros de plus par an.",
    "Entre le 12 mars 2024 et le 30 juin 2025, de 14:30 à 16:45.",
    "SIRET 732 829 320 00074, TVA FR40 303265045.",
    "Le SIRET, c'est le 73282932000074.",
    "La commande CMD-2024-00123456 est partie le 03/04/2025.",
    "Facture 20240011234567, dossier 1234567890123456.",
    "Nous étions douze, puis vingt-quatre, et maintenant cent cinquante.",
    "Quatre-vingt-dix-neuf euros quatre-vingt-dix par mois et par utilisateur.",
    "C'est un ou deux ? Plutôt trois. Six, sept, huit, neuf, dix.",
    "Le code-barres 3017620422003 et l'identifiant 550e8400-e29b-41d4-a716-446655440000.",
    "4539 1488 0343 6468",
    "",
  ])("%s", (text) => {
    expect(maskSecrets(text)).toBe(text);
  });
});

describe("what a recognizer writes between digits", () => {
  test.each([
    ["a time", "4970 10:12 3456 7893"],
    ["an amount", "4970 1012€ 3456 7893"],
    ["a share", "4970 1012 % 3456 7893"],
    ["hours", "4970 10h12 3456 7893"],
    ["a date", "49/70 1012 3456 7893"],
    ["decimals", "4970 10,12 3456 7893"],
    ["words of hesitation", "4970 euh 1012 alors 3456 et 7893"],
    ["an ordinal number", "49e 70 1012 3456 7893"],
    ["spelled pairs", "quarante-neuf soixante-dix 10:12 3456 7893"],
    ["a repetition", "4970 1012 3456 78 quatre-vingt-treize"],
    ["other digits", "４９７０ 1012 ٣٤٥٦ 7893"],
  ])("does not hide a card: %s", (_what, said) => {
    expect(maskSecrets(said)).toBe(card);
  });

  test("does not hide an IBAN", () => {
    expect(maskSecrets("FR76 30h00 6000 0112 3456 7890 189")).toBe(iban);
    expect(maskSecrets("FR76 3000 60:00 0112 € 3456 7890 189")).toBe(iban);
  });

  test.each([
    ["double zéro", "00"],
    ["deux fois zéro", "00"],
    ["zéro zéro", "00"],
    ["trois fois zéro", "000"],
    ["triple zéro", "000"],
    ["trois zéros", "000"],
    ["3 fois 0", "000"],
  ])("reads %s", (said, digits) => {
    const number = withLuhn(`4970${digits}`.padEnd(15, "123456789"));
    expect(maskSecrets(number.replace(digits, ` ${said} `))).toBe(card);
  });
});

test("a SIRET that is announced is no card, and a card that is announced as one is", () => {
  const siret = "Notre SIRET c'est le 390 472 900 00401";
  expect(maskSecrets(siret)).toBe(siret);
  expect(maskSecrets("Notre SIRET c'est le 4970 1012 3456 7893")).toBe(`Notre SIRET c'est le ${card}`);
});

describe("a text of 20,000 characters", () => {
  const long = (piece: string) => piece.repeat(Math.ceil(20_000 / piece.length)).slice(0, 20_000);

  test.each(["0'", "00'", "0'-", "14'", "''4", "0.", "quatre "])(
    "that is nothing but %p is not searched to its end, and its rest is masked",
    (piece) => {
      const masked = maskSecrets(`${long(piece)} 4970 1012 3456 7893`);
      expect(masked).toContain(card);
      expect(masked).not.toMatch(/3456|7893/);
    },
  );

  test("of an agent's notes is searched to its end, and keeps its other numbers", () => {
    const notes = long(
      "12/11 à 14h30 : 3 postes à 4 500 €, rappel au 06 12 34 56 78 (SIRET 390 472 900 00401), 2e étage.\n",
    );
    expect(maskSecrets(notes)).toBe(notes);
    expect(maskSecrets(`${notes} 4970 1012 3456 7893`)).toBe(`${notes} ${card}`);
  });
});
