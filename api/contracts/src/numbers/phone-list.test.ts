import { phonesOf } from "./phone-list.ts";

const [one, other] = ["06 12 55 00 03", "01 42 33 44 55"] as const;

/** What people and spreadsheets write in the place of one number. */
test.each([
  [one, [one]],
  [`${one} / ${other}`, [one, other]],
  [`${one}/${other}`, [one, other]],
  [`${one} ou ${other}`, [one, other]],
  [`${one} et ${other}`, [one, other]],
  [`${one} or ${other}`, [one, other]],
  [`${one}, ${other}; ${one}|${other}`, [one, other, one, other]],
  [`${one} - ${other}`, [one, other]],
  [`${one} – ${other}`, [one, other]],
  [`${one} ::: ${other}`, [one, other]],
  [`${one}\n${other}`, [one, other]],
  [`06/12/55/00/03`, ["06/12/55/00/03"]],
  [`06-12-55-00-03 / 06/12/55/00/04`, ["06-12-55-00-03", "06/12/55/00/04"]],
  [`06 - 12 - 55 - 00 - 03`, ["06 - 12 - 55 - 00 - 03"]],
  // The end of the next number, which counts on.
  ["06 12 55 00 03 / 04", ["06 12 55 00 03", "06 12 55 00 04"]],
  ["01 42 33 44 55/56/57", ["01 42 33 44 55", "01 42 33 44 56", "01 42 33 44 57"]],
  ["01 42 33 44 55 ou 56", ["01 42 33 44 55", "01 42 33 44 56"]],
  ["01 42 33 44 55, 56", ["01 42 33 44 55", "01 42 33 44 56"]],
  ["+33 6 12 55 00 03 / 04", ["+33 6 12 55 00 03", "+33 6 12 55 00 04"]],
  // Any other end may be another number, or an extension.
  ...[
    "01 42 33 44 55 / 4455",
    "06 12 55 00 03 / 0613",
    "06 12 55 00 03 / 12, 01 42 33 44 55",
    "112 / 15",
  ].map((typed): [string, string[]] => [typed, [typed]]),
  [`${other} Poste : 312`, [`${other} Poste : 312`]],
  [`${one} sinon ${other}`, [one, other]],
  [`Fixe ${other} / Mob ${one}`, [`Fixe ${other}`, `Mob ${one}`]],
  ["612550003 / 698765432", ["612550003", "698765432"]],
  ["06 12 55 00 03/4", ["06 12 55 00 03", "06 12 55 00 04"]],
  ["+41 22 345 67 89 / 90", ["+41 22 345 67 89", "+41 22 345 67 90"]],
  [`${one} // ${other}`, [one, other]],
  [`- ${one} ; ;`, [`- ${one}`]],
  ...["06 12 55 00 03 / 12", "01 42 33 44 55 ou 12", "01 42 33 44 55, 12", "01 42 33 44 99 / 00"].map(
    (typed): [string, string[]] => [typed, [typed]],
  ),
  [`${other} poste 312`, [`${other} poste 312`]],
  [`${other}, poste 312`, [`${other}, poste 312`]],
  [`${other} / poste 312`, [`${other} / poste 312`]],
  [`+33142334455;ext=312`, ["+33142334455;ext=312"]],
  [`+33142334455;ext=312; ${one}`, ["+33142334455;ext=312", one]],
  [`tel:+33142334455;phone-context=fr`, ["tel:+33142334455;phone-context=fr"]],
  [`${one} (perso), ${other} (bureau)`, [`${one} (perso)`, `${other} (bureau)`]],
  [`Bureau : ${other} Mobile : ${one}`, [`Bureau : ${other}`, `Mobile : ${one}`]],
  [`${one};3456`, [one, "3456"]],
  ["34,3456", ["34", "3456"]],
  ["06,44,55,66,77", ["06 44 55 66 77"]],
  ["612345678,0", ["612345678"]],
  ["3,36E+10", ["3,36E+10"]],
  ["", []],
  [" ; / ", []],
])("of %j the numbers are %j", (typed, numbers) => {
  expect(phonesOf(typed)).toEqual(numbers);
  expect(numbers.flatMap(phonesOf)).toEqual(numbers);
});
