import { CustomerFields } from "./customer-fields.ts";

const emailsOf = (...emails: string[]) => CustomerFields.safeParse({ name: "Mia", emails }).data?.emails;
const [mia, leo] = ["mia@example.com", "leo@example.org"] as const;

/** What people and programs write in the place of one address. */
test.each([
  [`Mia Colin <${mia}>`, [mia]],
  [`"Colin, Mia" <${mia}>`, [mia]],
  [`COLIN, Mia <${mia}>; Léo <${leo}>`, [mia, leo]],
  [`<${mia}>`, [mia]],
  [`mailto:${mia}`, [mia]],
  [`Mia@Example.com ::: Leo@Example.ORG`, [mia, leo]],
  [`${mia}:::${leo}`, [mia, leo]],
  [`* ${mia} ::: ${leo}`.slice(2), [mia, leo]],
  [`Mia <${mia}> ::: Léo <${leo}>`, [mia, leo]],
  [`${mia} / Léo <${leo}>`, [mia, leo]],
  [`Mia <${mia}> / Léo <${leo}> (perso)`, [mia, leo]],
  [`${mia} / ${leo}`, [mia, leo]],
  [`${mia}/${leo}`, [mia, leo]],
  [`${mia}|${leo}`, [mia, leo]],
  [`${mia} ou ${leo}`, [mia, leo]],
  [`${mia} et ${leo}`, [mia, leo]],
  [`${mia} & ${leo}`, [mia, leo]],
  [`${mia}\n${leo}`, [mia, leo]],
  [`${mia}, ${leo}; ${mia}`, [mia, leo]],
  [`${mia} (perso)`, [mia]],
  [`(pro) ${mia} / (perso) ${leo}`, [mia, leo]],
  [`E-mail : ${mia}`, [mia]],
  [`\u200b\u202a${mia}\u202c\ufeff`, [mia]],
  [`mia\u00ad@exam\u200bple.com`, [mia]],
  [`${mia}<mailto:${mia}>`, [mia]],
  [`<mailto:${mia}>, <${leo}>`, [mia, leo]],
  [`SMTP:${mia}; smtp:${leo}`, [mia, leo]],
  [`Perso : ${mia} - Pro : ${leo}.`, [mia, leo]],
  [`« ${mia} »`, [mia]],
  [`«${mia}», “${leo}”`, [mia, leo]],
  [`${mia} • ${leo}`, [mia, leo]],
  [`${mia} (Mia Colin), ${leo} (Léo, achats)`, [mia, leo]],
  [`\u200fMia \u202b<${mia}>\u202c ::: `, [mia]],
  ["", []],
])("of %j the addresses are %j", (typed, emails) => {
  expect(emailsOf(typed)).toEqual(emails);
  expect(emailsOf(...emails)).toEqual(emails);
});

test.each([
  "Mia Colin",
  `${mia} demain`,
  `mia colin@example.com`,
  `${mia} ou Léo`,
  `a/b@example.com/${leo}`,
  `Mia Colin ${mia}`,
  `pas ${mia}`,
  `${mia}?subject=Devis`,
  `${mia} ${leo} tous les deux`,
  "mia@",
  "mia (at) example.com",
  `${"x".repeat(3000)} ${mia}`,
])("%j has no address that is certain", (typed) => {
  expect(emailsOf(typed)).toBeUndefined();
});
