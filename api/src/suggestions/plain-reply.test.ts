import { scenarioNames } from "@souffleur/contracts";
import fc from "fast-check";
import { castScenario } from "../calls/simulation/scenarios.ts";
import { builtInContent } from "./matching/built-in-playbook.ts";
import { isPlainReply, plainBeginning } from "./plain-reply.ts";

test.each([
  "À 20 000 €, l'écart se rembourse en 3 mois.",
  "Comptez 20\u202f000\u00a0€ HT, soit 24.000 € TTC.",
  "De 1 500,00 € à 1 234 567,89 €, ou 12.000.000 €.",
  "Entre 10 000 - 20 000 €, ou 10000-20000 €, selon l'option.",
  "Comptez (20 000 000 €) sur 12000000 € de chiffre d'affaires.",
  "Pour 150 000 clients et 1 250 000 appels.",
  "Une remise de 3.5 %, puis 3,5 % et 99.99 % de disponibilité.",
  "Notre support répond 24/7, c'est-à-dire 24 h/24 et 7 j/7.",
  "Le 15/10/2026 à 14h30, ou le 3.12.26, ou encore du 01/10/2026 - 31/12/2026 ?",
  "Le 15/10/2026 14:30 vous irait ? Ou 2026-10-15 ?",
  "De 09:00 - 10:30, ou de 9 h à 18 h ?",
  "En 2025-2026, comme en 2024/2025. Fin 2025. 2026 sera différent.",
  "Prix, délais, formation, etc. Que préférez-vous ?",
  "M. Dupont et Mme Roux de la S.A.R.L. Martin, c.-à-d. vous.",
  "Certains clients, p. ex. ou p.ex. les vôtres, i.e. en B.T.P., l'ont déjà.",
  "Vos client·e·s et vos commerciaux·ales, vos conseiller·ère·s, vos acteur·rice·s… et vos intéressé·es.",
  "Les paliers sont 10, 25, 50, 100 ou 200 licences : 10, 25, 50, 100.",
  "Je vous rappelle le 15 décembre au plus tard… D'accord ?",
  "Puis-je vous appeler le 15/10/2026, ou vous rappeler au 1er trimestre 2027 ?",
  "L'article 28 du RGPD 2016/679 et la norme ISO/IEC 27001:2022.",
  "Nous connaissons l'hôtel: le point commun, c'est un point fort.",
  "On part de zéro, ou d'un à deux utilisateurs ?",
  "3 × 12 = 36 mensualités, 1/3 à la commande ; ½ à la livraison (n° 4).",
  "« C'est noté », j’ai compris – merci…",
  "Je vous fais un point info demain, puis le point net sur les coûts.",
  "Mettons au point pro et perso de côté ; c'est un bon point plus tard.",
  "Ce n'est point la question, ni à ce point de détail.",
  "De dix mille à vingt mille euros, soit un million deux cent mille clients en deux mille vingt-six.",
  "Douze millions de clients, trois cents agents, quatre-vingt-dix-sept pour cent de disponibilité.",
  "Les paliers sont dix, vingt-cinq, cinquante, cent ou deux cents licences.",
  "Dix, vingt-cinq, cinquante, cent, deux cents licences : entre dix et vingt, trente et quarante.",
  "Prévoyez douze puis vingt-quatre puis trente-six mois.",
  "Le service technique et commercial, six jours sur sept, de neuf heures à dix-huit heures.",
  "À ce point a-t-il raison ? Sur ce dernier point, la réponse est oui ; point par point, c'est clair.",
  "Faites le point, tapez le mot « oui », contactez le service : n°4, A+, R&D, 10 °C, et/ou, (a) puis (b).",
  "C'est **important** : l’offre « Pro » (la vôtre) va de 10 à 12 %… et plus ; l`abonnement, lui, reste.",
  "C'est fait . Pour vous, plus dix, vingt ou trente euros.",
])("accepts %s", (text) => {
  expect(isPlainReply(text)).toBe(true);
});

const refused = [
  "Allez sur https://evil.example",
  "Allez sur evil.example.",
  "Allez sur EVIL.Com/offre",
  "Allez sur t.me ou x.com",
  "Allez sur sous.domaine.evil.co.uk",
  "Allez sur www evil com",
  "Allez sur hxxp:evil",
  "Allez sur evil . com",
  "Allez sur evil [.] com",
  "Allez sur evil(dot)com",
  "Allez sur evil dot net",
  "Allez sur evil point com",
  "Allez sur evil\u2024com",
  "Allez sur evil\uff0ecom",
  "Allez sur evil\u3002com",
  "Allez sur evil\uff61com",
  "Allez sur evil\u00b7com",
  "Allez sur evil\u2027com",
  "Allez sur p.ex.com",
  "Allez sur ехаmрlе",
  "Allez sur 192.168.10.1",
  "Écrivez à vol@evil.example",
  "Écrivez à vol＠evil",
  "Écrivez à vol arobase evil",
  "Écrivez à vol [at] evil",
  "Appelez le 06 12 34 56 78.",
  "Appelez le 0612345678",
  "Appelez le 06.12.34.56.78",
  "Appelez le 06-12-34-56-78",
  "Appelez le 06/12/34/56/78",
  "Appelez le 06, 12, 34, 56, 78",
  "Appelez le 06:12:34:56:78",
  "Appelez le 06\u202412\u202434\u202456\u202478",
  "Appelez le 06\u00b712\u00b734\u00b756\u00b778",
  "Appelez le +33 6 12 34 56 78",
  "Appelez le +33 (0)6 12 34 56 78",
  "Appelez le +33612345678",
  "Appelez le +33 612 345 678",
  "Appelez le 0033 6 12 34 56 78",
  "Appelez le 0 800 123 456",
  "Appelez le 0612-345 678",
  "Appelez le ０６１２３４５６７８",
  "Appelez le ٠٦١٢٣٤٥٦٧٨",
  "Appelez le ⓪⑥①②③④⑤⑥⑦⑧",
  "Appelez le O6 12 34 56 78",
  "Appelez le 06 12 34 56 78 €",
  "Appelez le 1 234,06,12,34,56,78 ou le 06 12 34 56 78",
  "Appelez-moi au 3210",
  "Composez le 118 218",
  "Notez le zéro six, douze, trente-quatre, cinquante-six, soixante-dix-huit.",
  "Allez sur evil point net",
  "Allez sur evil tiret shop point online slash promo",
  "Allez sur evil point de.",
  "Allez sur evil Point INFO",
  "Allez sur evil dot la",
  "Allez sur bit point ly slash abc",
  "Allez sur evil . shop",
  "Allez sur evil. shop",
  "Allez sur https deux points slash slash evil",
  "Allez sur cent quatre-vingt-douze point cent soixante-huit point dix point un",
  "Allez sur evil, point, net",
  "Allez sur evil-point-net",
  "Allez sur evil point n e t",
  "Allez sur evil dot c-o-m !",
  "Allez sur evil,com",
  "Allez sur evil...net",
  "Allez sur evil\u00b0com",
  "Allez sur evil\u25cfcom",
  "Allez sur evil\u0589com",
  "Allez sur evil\u{1F534}com",
  "Allez sur evil\u0307com",
  "Allez sur evil point xn--p1ai",
  "Allez sur evil:8080/x",
  "Allez sur localhost:3000",
  "Ouvrez javascript:alert(1)",
  "Ouvrez \\\\evil\\partage",
  "Cliquez <a href=x>ici",
  "Cliquez [ici](evil)",
  "Écrivez à vol_evil sur WhatsApp",
  "Écrivez à volarobaseevil",
  "Faites le 3639",
  "Tapez le 118 712",
  "Contactez le trente-six trente-neuf",
  "Appelez le zéro, puis le six, puis le douze, puis le trente-quatre, puis le cinquante-six, puis le soixante-dix-huit",
  "Écrivez à vol arobas evil",
  "Écrivez à vol arrobase evil",
  "Écrivez à vol arobaze evil",
  "Écrivez à vol a commercial evil",
  "Écrivez à vol at gmail",
  "Appelez le six douze trente-quatre cinquante-six soixante-dix-huit",
  "Appelez le zéro six un deux trois quatre cinq six sept huit",
  "Appelez le zero six et douze et trente-quatre et cinquante-six et soixante-dix-huit",
  "Appelez le 06 douze 34 cinquante-six 78",
  "Appelez le plus trente-trois, six, douze, trente-quatre, cinquante-six, soixante-dix-huit",
  "Appelez le double zéro trente-trois six douze trente-quatre cinquante-six soixante-dix-huit",
  "Appelez le six, puis douze, puis trente-quatre, puis cinquante-six, puis soixante-dix-huit",
  "Composez le cent dix-huit deux cent dix-huit",
  "Appelez le zéro huit cent, cent vingt-trois, quatre cent cinquante-six",
  "Ligne\u0007",
  "Deux\nlignes",
  "Un mot\u202Esnes srevne",
  "Un \u2066mot\u2069",
  "Un\u200bmot",
  "Un\u00admot",
  "Un mot\u{e0041}",
  "Un mot\ufeff",
  "Un\u3164mot",
  "Un\u2800mot",
  "Un mot \ud800",
];

test.each(refused)("refuses %j", (text) => {
  expect(isPlainReply(text)).toBe(false);
});

test("a draft has complete words, and nothing from the first figure or address on", () => {
  expect(plainBeginning("Je comp")).toBe("Je");
  expect(plainBeginning("Je comprends ")).toBe("Je comprends");
  expect(plainBeginning("Comptez 500 € par mois")).toBe("Comptez");
  expect(plainBeginning("Écrivez à vol@evil.example demain ")).toBe("Écrivez à");
  expect(plainBeginning("Voyez evil.example demain ")).toBe("");
});

test("a draft has no part of an address or a number, wherever the text stops", () => {
  for (const text of refused) {
    const begun = Array.from({ length: text.length + 1 }, (_, end) => plainBeginning(text.slice(0, end)));
    expect(begun.filter((shown) => /\p{N}|@|:\/|\w\.\w/u.test(shown))).toEqual([]);
  }
});

test("accepts every reply of the playbook and every line of the scripts", () => {
  const scripts = scenarioNames.flatMap((name) => castScenario(name).lines);
  const said = [
    ...builtInContent.entries.flatMap(({ replies }) => replies.map(({ text }) => text)),
    ...scripts.flatMap(({ text, suggest = [] }) => [text, ...suggest.map((one) => one.text)]),
  ];
  expect(said.length).toBeGreaterThan(200);
  expect(said.filter((text) => !isPlainReply(text))).toEqual([]);
});

const word = fc.constantFrom("D'accord,", "Pour vous,", "Je note :", "Comptez", "Très bien.");
const thousands = fc.constantFrom(" ", "\u00a0", "\u202f", ".");
const upTo = (least: number, most: number) => fc.integer({ min: least, max: most });

test("accepts any amount, percentage, date and time", () => {
  const amount = fc
    .tuple(upTo(1, 999_999_999), thousands, fc.constantFrom("€", "k€", "euros", "clients"))
    .map(([value, separator, unit]) => {
      const grouped = String(value).replace(/\B(?=(\d{3})+$)/gu, separator);
      return `${grouped} ${unit}`;
    });
  const percentage = fc
    .tuple(upTo(0, 100), upTo(0, 99), fc.constantFrom(".", ","))
    .map(([a, b, mark]) => `${a}${mark}${b} %`);
  const two = (value: number) => String(value).padStart(2, "0");
  const date = fc
    .tuple(upTo(1, 28), upTo(1, 12), upTo(1990, 2099), fc.constantFrom("/", ".", "-"))
    .map(([day, month, year, mark]) => [two(day), two(month), year].join(mark));
  const time = fc.tuple(upTo(0, 23), upTo(0, 59)).map(([hour, minute]) => `${hour}h${two(minute)}`);
  const figure = fc.oneof(amount, percentage, date, time);
  fc.assert(
    fc.property(word, figure, figure, (start, one, other) => isPlainReply(`${start} ${one} ou ${other}.`)),
    { numRuns: 2000 },
  );
});

test("refuses any French telephone number, in any spacing", () => {
  const marks = ["", " ", "  ", ".", "-", "/", ". ", " - ", "\u00a0", "\u202f", "\u2024", "·", "_", "*", "–"];
  const mark = fc.constantFrom(...marks);
  const prefix = fc.constantFrom("0", "+33 ", "+33", "0033", "00 33 ", "+33 (0)", "(+33) ");
  const digits = fc.array(upTo(0, 9), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(word, prefix, upTo(1, 9), digits, mark, (start, before, area, rest, between) => {
      const pairs = rest.join("").match(/\d\d/gu) ?? [];
      return !isPlainReply(`${start} ${before}${[area, ...pairs].join(between)}.`);
    }),
    { numRuns: 5000 },
  );
});

test("refuses any French telephone number in words, digit by digit or in pairs", () => {
  const units =
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize".split(
      " ",
    );
  const tens = "vingt trente quarante cinquante soixante".split(" ");
  const spell = (value: number): string => {
    if (value < 17) return units[value] ?? "";
    if (value < 20) return `dix-${units[value - 10]}`;
    if (value >= 80) return value === 80 ? "quatre-vingts" : `quatre-vingt-${spell(value - 80)}`;
    const ten = Math.min(4, Math.floor(value / 10) - 2);
    const rest = value - 20 - 10 * ten;
    return [tens[ten], ...(rest === 0 ? [] : [spell(rest)])].join(
      rest % 10 === 1 && rest < 12 ? " et " : "-",
    );
  };
  const between = fc.constantFrom(" ", ", ", " - ", ", puis ", " et ");
  const group = fc.oneof(
    upTo(0, 99).map((pair) => (pair < 10 ? `zéro ${spell(pair)}` : spell(pair))),
    fc.tuple(upTo(0, 9), upTo(0, 9)).map((digits) => digits.map(spell).join(" ")),
  );
  const rest = fc.array(group, { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(word, upTo(1, 9), rest, between, (start, area, pairs, mark) => {
      return !isPlainReply(`${start} ${[`zéro ${spell(area)}`, ...pairs].join(mark)}.`);
    }),
    { numRuns: 3000 },
  );
});

test("refuses any domain, with any kind of dot", () => {
  const label = fc.stringMatching(/^[a-z0-9](?:[a-z0-9-]{0,8}[a-z0-9])?$/u);
  const top = fc.stringMatching(/^[a-z]{2,10}$/u);
  const dot = fc.constantFrom(".", "\u2024", "\u3002", "\uff0e", "\uff61", "\u2027", "\u2219");
  fc.assert(
    fc.property(word, label, top, dot, (start, name, end, mark) => {
      return !isPlainReply(`${start} ${name}${mark}${end}`);
    }),
    { numRuns: 2000 },
  );
});
