import { callerOf } from "./caller.ts";
import { phoneKey, phoneSpellings, storedPhone, telOf } from "./phone-number.ts";

/** What exchanges and operators send for a caller who hides the number (RFC 3323 and after it), or whose number they lack. */
test.each([
  ...["anonymous", "Anonymous", "ANONYMOUS", "restricted", "Unavailable", "unknown", "private", "Withheld"],
  ...["<unknown>", '"Anonymous"', "sip:anonymous@anonymous.invalid", "anonymous@anonymous.invalid"],
  ...["Anonymous <sip:anonymous@192.0.2.7>", "sips:restricted@pbx.example;user=phone", "tel:anonymous"],
  ...[
    "anonyme",
    "Numéro masqué",
    "Appel masqué",
    "Inconnu",
    "numéro inconnu",
    "Numéro privé",
    "indisponible",
  ],
  ...["Non disponible", "not available", "Number withheld", "No Caller ID", "Private Number", "unknown-name"],
  ...[
    "CallerID blocked",
    "appelant inconnu",
    "numéro secret",
    "out of area",
    "Sans numéro",
    "Identité masquée",
  ],
  ...["0", "00", "000", "0000000000", "+0", "+00000000", "00 00 00 00 00", "(000) 000-0000", "٠٠٠٠٠٠٠٠"],
  ...["+33000000000", "+10000000000", "33000000000", "+33 0 00 00 00 00", "0033000000000"],
  ...[
    "+266696687",
    "266696687",
    "00266696687",
    "+266 696 687",
    "tel:+266696687",
    "sip:+266696687@carrier.example",
  ],
  ...["+7378742833", "+86282452253", "+8656696", "+2562533", "7378742833"],
  ...["+266 69 66 87", "+000", "0.0.0.0", "sip:+0@carrier.example", "tel:0000000000;phone-context=+33"],
  ...[
    "Anonymous;tag=1",
    "<sip:anonymous@localhost>;tag=9",
    "anonymous.invalid",
    "ＡＮＯＮＹＭＯＵＳ",
    "an\u200bonymous",
  ],
  ...[
    "Masqué par l'abonné",
    "numéro non communiqué",
    "Numéro non identifié",
    "coordonnées masquées",
    "numéro caché",
  ],
  ...["Name Not Available", "No name", "N/A", "null", "undefined", "none", "asterisk", "Unbekannt", "P", "O"],
  ...["Private-Number", "caller_id_unavailable", "numéro privé/inconnu", "Unavailable (Unknown)", "invalid"],
  ...["", " ", "-", "+", "?", "\u200b"],
])("%j is nobody's number or name", (text) => {
  expect(callerOf({ name: "", number: text })).toEqual({ name: "Client" });
  expect(callerOf({ name: text, number: text })).toEqual({ name: "Client" });
  expect(callerOf({ name: text, number: "0612345678" })).toEqual({
    name: "0612345678",
    number: "0612345678",
  });
  expect([phoneKey(text), storedPhone(text), phoneSpellings(text), telOf(text)]).toEqual([
    undefined,
    undefined,
    [],
    text,
  ]);
});

test.each([
  ["Jeanne Martin", "0612345678", { name: "Jeanne Martin", number: "0612345678" }],
  ["Anonymous", "+33612345678", { name: "+33612345678", number: "+33612345678" }],
  ["Jeanne Martin", "anonymous", { name: "Jeanne Martin" }],
  ["Jeanne Martin", "+266696687", { name: "Jeanne Martin" }],
  // A name that begins as one of these is one.
  ["Private Banking SA", "0142334455", { name: "Private Banking SA", number: "0142334455" }],
  ["Unknown Pleasures", "3210", { name: "Unknown Pleasures", number: "3210" }],
  ["Nora Non", "3210", { name: "Nora Non", number: "3210" }],
  ["No", "3210", { name: "No", number: "3210" }],
  ["Available Partners", "3210", { name: "Available Partners", number: "3210" }],
  ["Secret", "3210", { name: "Secret", number: "3210" }],
  ["", "0266696687", { name: "0266696687", number: "0266696687" }],
  ["", "0800000000", { name: "0800000000", number: "0800000000" }],
  ["", "sip:+33612345678@carrier.example", { name: "+33612345678", number: "+33612345678" }],
  // The name of a telephone is no number, but what is known of the caller.
  ["", "camille", { name: "camille" }],
  ["", "sip:camille@pbx.example", { name: "camille" }],
  ["J".repeat(200), "3210", { name: "J".repeat(100), number: "3210" }],
])("a call of %j from %j", (name, number, caller) => {
  expect(callerOf({ name, number })).toEqual(caller);
});
