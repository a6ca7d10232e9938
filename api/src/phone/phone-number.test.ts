import fc from "fast-check";
import { phoneKey, phoneSpellings, shownPhone, storedPhone, telOf } from "./phone-number.ts";

/** Spellings of one number each. */
test.each([
  [
    "33612345678",
    "+33 6 12 34 56 78",
    "06 12 34 56 78",
    "0612345678",
    "06.12.34.56.78",
    "06-12-34-56-78",
    "06/12/34/56/78",
  ],
  [
    "33612345678",
    "+33 (0)6 12 34 56 78",
    "0033 6 12 34 56 78",
    "tel:+33612345678",
    "TEL: +33-6-12-34-56-78",
    "(06) 12 34 56 78",
  ],
  [
    "33612345678",
    "06\u201112\u201134\u201156\u201178",
    "06\u00a012\u202f34\u200956 78",
    "\u202a+33612345678\u202c",
    "٠٦١٢٣٤٥٦٧٨",
    "０６１２３４５６７８",
  ],
  [
    "33612345678",
    "33612345678",
    "33 6 12 34 56 78",
    "330612345678",
    "(+33) 6 12 34 56 78",
    "(0033) 6 12 34 56 78",
    "+33 ( 0 ) 6 12 34 56 78",
    "06·12·34·56·78",
    "06•12•34•56•78",
    "06_12_34_56_78",
    "06．12．34．56．78",
    "Tél. : 06 12 34 56 78",
    "téléphone 06 12 34 56 78",
    "Mobile: +33 6 12 34 56 78",
    "tel:+33-6-12-34-56-78;phone-context=x",
  ],
  ["596696123456", "596696123456", "0696 12 34 56"],
  ["596696123456", "+596696123456", "0696 12 34 56", "00596 696 12 34 56", "+596 (0)696 12 34 56"],
  ["262692123456", "+262 692 12 34 56", "0692 12 34 56"],
  ["590690123456", "+590690123456", "0690123456"],
  ["594694123456", "+594 694 12 34 56", "0694-12-34-56"],
  ["41791234567", "+41 79 123 45 67", "0041791234567", "+41 (0)79 123 45 67"],
  ["3210", "3210", "32 10"],
  ["112", "112"],
])("%s", (key, ...spellings) => {
  expect(spellings.map(phoneKey)).toEqual(spellings.map(() => key));
});

test.each([
  "Camille",
  "06 12 douze",
  "",
  " ",
  "+",
  "()",
  "3M",
  "06 12 34 56 78 (assistante)",
  "fax 01 42 33 44 55",
  "12,5",
  "tel",
  "mobile",
  "Portable",
])("%j is no number", (text) => {
  expect([phoneKey(text), phoneSpellings(text), shownPhone(text), telOf(text)]).toEqual([
    undefined,
    [],
    text,
    text,
  ]);
});

/** Beside a number people write which one it is, and its extension. */
test.each([
  ["06 12 55 00 03 (perso)", "+33612550003"],
  ["(pro) 06 12 55 00 03", "+33612550003"],
  ["06 12 55 00 03 perso", "+33612550003"],
  ["Portable perso : 06 12 55 00 03", "+33612550003"],
  ["Ligne directe : 01 42 33 44 55", "+33142334455"],
  ["01 42 33 44 55 - bureau", "+33142334455"],
  ["+33 1 42 33 44 55 (standard).", "+33142334455"],
  ["N° 06 12 55 00 03", "+33612550003"],
  ["612345678", "+33612345678"],
  ["6 12 34 56 78", "+33612345678"],
  ["142334455", "+33142334455"],
  ["01 42 33 44 55 poste 312", "+33142334455;ext=312"],
  ["01 42 33 44 55, poste 312", "+33142334455;ext=312"],
  ["01 42 33 44 55 (poste 312)", "+33142334455;ext=312"],
  ["01 42 33 44 55 / poste : 312", "+33142334455;ext=312"],
  ["tel:+33142334455;ext=312", "+33142334455;ext=312"],
  ["tel:+33-1-42-33-44-55;ext=312;phone-context=fr", "+33142334455;ext=312"],
  ["+33 1 42 33 44 55 ext. 312", "+33142334455;ext=312"],
  ["0142334455x312", "+33142334455;ext=312"],
  ["01 42 33 44 55 #312", "+33142334455;ext=312"],
  ["01 42 33 44 55 poste n° 312 (Mia)", undefined],
  ["poste 312", "312"],
  ["01 42 33 44 55 Poste: 312", "+33142334455;ext=312"],
  ["01 42 33 44 55 int. 312", "+33142334455;ext=312"],
  ["Mobile 2 : 06 12 55 00 03", "+33612550003"],
  ["WhatsApp : +33612550003", "+33612550003"],
  ["06 12 55 / 00 03", "+33612550003"],
  ["+49 30 123456-78", "+493012345678"],
  ["+41/79/123/45/67", "+41791234567"],
  // Twelve digits are no number of France, whoever dials them.
  ...[
    "06 12 55 00 03 / 04",
    "061255000304",
    "+33 6 12 55 00 03 / 12",
    "612550003 / 12",
    "112 / 15",
    "01 42 33 44 55 / 4455",
    "01 42 33 44 55 (312)",
    "0142334455-0612550003",
    "06 12 55 00 XX",
    "+49 30 123456 / 78",
    "06 12 55 00 03 - 12",
  ].map((text) => [text, undefined] as const),
  ...["06 12 55 00", "+33 6 12 55 00 0", "06 12 55 00 0", "+41 79 123 45 67 99 00"].map(
    (text) => [text, undefined] as const,
  ),
] as const)("%j is stored as %j", (typed, stored) => {
  expect(storedPhone(typed)).toBe(stored);
  if (stored === undefined) return;
  expect(storedPhone(shownPhone(stored))).toBe(stored);
  expect(phoneKey(typed)).toBe(phoneKey(stored));
  expect(phoneKey(typed)).toBe(stored.replace("+", "").replace(/;.*/u, ""));
});

test("numbers are grouped as they were dialled, and plain in a tel address", () => {
  const numbers = [
    "+33612345678",
    "0612345678",
    "+596696123456",
    "0696123456",
    "+41791234567",
    "0041791234567",
    "41791234567",
    "3210",
  ];
  expect(numbers.map(shownPhone)).toEqual([
    "+33 6 12 34 56 78",
    "06 12 34 56 78",
    "+596 696 12 34 56",
    "0696 12 34 56",
    "+41 79 123 45 67",
    "+41 79 123 45 67",
    "+41 79 123 45 67",
    "3210",
  ]);
  expect(numbers.map(telOf).slice(0, 4)).toEqual([
    "+33612345678",
    "+33612345678",
    "+596696123456",
    "+596696123456",
  ]);
});

test("any mobile number has one key in any spelling", () => {
  const mark = fc.constantFrom("", " ", ".", "-", "/", "\u00a0", "\u202f", "\u2011", " - ", "\u200e");
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_999 }), mark, mark, (rest, one, other) => {
      const pairs = `2${String(rest).padStart(7, "0")}`.match(/../gu) ?? [];
      const key = `336${pairs.join("")}`;
      for (const lead of ["06", "+33 6", "0033 6", "+33 (0)6", "tel:+336"])
        expect(phoneKey(lead + one + pairs.join(other))).toBe(key);
      expect(phoneSpellings(`06${pairs.join(one)}`)).toEqual([key, `06${pairs.join("")}`]);
    }),
  );
});

test("any text has a key, or none", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => {
      expect(phoneKey(text) ?? "").not.toMatch(/\D/u);
    }),
  );
});
