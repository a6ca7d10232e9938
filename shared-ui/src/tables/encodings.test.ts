import { readingsOf } from "./encodings.ts";

const high = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";
/** Browsers decode the code page of Western Europe; Node.js 20 reads it as Latin-1. */
class BrowserDecoder extends TextDecoder {
  override decode(bytes?: ArrayBuffer): string {
    const text = super.decode(bytes);
    if (this.encoding !== "windows-1252") return text;
    return text.replace(/[\x80-\x9f]/gu, (char) => high.charAt(char.charCodeAt(0) - 0x80));
  }
}
const decoder = globalThis.TextDecoder;
beforeAll(() => {
  globalThis.TextDecoder = BrowserDecoder as typeof decoder;
});
afterAll(() => {
  globalThis.TextDecoder = decoder;
});

/** The bytes of a text in an encoding; undefined where it lacks a character. */
function encode(text: string, encoding: string): Uint8Array | undefined {
  if (encoding === "utf-8") return new TextEncoder().encode(text);
  const all = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  const bytes = [...text].map((char) => all.indexOf(char));
  return bytes.includes(-1) ? undefined : Uint8Array.from(bytes);
}
const read = (bytes: Uint8Array) => readingsOf(Uint8Array.from(bytes).buffer);

/** What tables of customers have, from one accent to thousands. */
const texts = {
  "one accent": "name,phone\r\nChloé,0612345678",
  "a few accents": "name,phone\r\nHélène Lefèvre,0612345678\r\nFrançois Müller,0612345679",
  trema: "name\r\nZoë",
  capitals: "NOM;PRÉNOM;SOCIÉTÉ\r\nLEFÈVRE;HÉLÈNE;ÎLE-DE-FRANCE",
  "capital first": "name\r\nÉlise\r\nÎle",
  "marks and accents": "name;notes\r\nCôté;« Très intéressé »… à relancer\r\nNoël;Où ? Île-de-France, forêt",
  apostrophes: "name;company\r\nJean;L’Atelier\r\nPaul;D’Aubigné\r\nLéa;L’École d’été",
  "an apostrophe alone": "name;company\r\nJean;L’Atelier",
  euro: "name;notes\r\nJean;50 €\r\nPaul;budget 100 €",
  degree: "name;notes\r\nJean;n° 5\r\nPaul;bâtiment n° 3",
  "joined letters": "name;company\r\nJean;Cœur & Sœurs",
  "other languages": "name\r\nMuñoz\r\nBjörn\r\nJoão",
  dash: "name;notes\r\nJean;client – à rappeler",
  many: `name;notes\r\n${"Lefèvre;Préfère être rappelé dès l’après-midi, déjà client à Besançon\r\n".repeat(500)}`,
};

test.each(Object.entries(texts))(
  "a table with %s is read in each encoding that has its letters",
  (_what, text) => {
    const encodings = ["utf-8", "windows-1252", "macintosh", "iso-8859-15"];
    const readings = encodings.flatMap((encoding) => {
      const bytes = encode(text, encoding);
      return bytes === undefined ? [] : [[encoding, read(bytes)]];
    });
    expect(readings.length).toBeGreaterThan(1);
    expect(readings).toEqual(readings.map(([encoding]) => [encoding, [text]]));
  },
);

test.each(Object.entries(texts))("UTF-8 with %s and one byte that is none is UTF-8", (_what, text) => {
  const bytes = [...(encode(`${text}\r\nPaul Petit`, "utf-8") ?? [])];
  for (const byte of [0xe9, 0x8e, 0xff]) {
    const broken = Uint8Array.from([...bytes.slice(0, -3), byte, ...bytes.slice(-3)]);
    expect([byte, read(broken)?.[0]]).toEqual([byte, `${text}\r\nPaul Pe\uFFFDtit`]);
  }
});

test.each([
  ["a letter or a mark, which both may end a word", "CAF\u00c9", ["CAFÉ", "CAF…"]],
  ["bytes that are UTF-8 by chance", "l\u00d5\u008equipe", ["l’équipe", "lՎquipe"]],
  ["a code page of another system", "Chlo\u0082", ["Chlo‚", "ChloÇ"]],
])("where it is unsure there are two readings: %s", (_what, latin, expected) => {
  expect(read(Uint8Array.from(latin, (char) => char.charCodeAt(0)))).toEqual(expected);
});

test("UTF-16 is read with and without its mark, and what is no text is none", () => {
  const units = (text: string) => new Uint8Array(Uint16Array.from(text, (unit) => unit.charCodeAt(0)).buffer);
  const swapped = units("Zoë").map((_, at, all) => all[at ^ 1] ?? 0);
  for (const bytes of [units("\uFEFFZoë"), units("Zoë"), swapped]) expect(read(bytes)).toEqual(["Zoë"]);
  for (const start of ["\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "PK\x03\x04\x14\0\x06\0", "\0\0\x01\0"])
    expect(read(Uint8Array.from(start, (unit) => unit.charCodeAt(0)))).toBeUndefined();
});
