import { foldedLine } from "@souffleur/contracts/fold";

/** Words that alone say that a caller hides the number, or that nobody knows it (RFC 3323, Asterisk, exchanges of some countries). */
const hidden = words(
  "anonymous anonyme anonym anonimo restricted restreint restreinte unavailable indisponible unknown inconnu inconnue unbekannt desconocido private prive privee withheld masque masquee masquees cache cachee hidden blocked unidentified invalid null undefined none asterisk",
);
const denials = words("no non not sans");
/** What may stand beside them. */
const beside = words(
  "number numero caller callerid cid id call appel appelant name nom user utilisateur party identite identity coordonnees available disponible communique identifie provided par l abonne",
);
const phrases = new Set(["out of area", "hors zone", "numero secret", "appel secret", "n a", "p", "o"]);
/** What operators send that can send digits only: the words on the keys of a telephone, as ANONYMOUS, RESTRICTED, UNAVAILABLE, UNKNOWN, BLOCKED. */
const keyed = /^(?:266696687|7378742833|86282452253|8656696|2562533)$/u;

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}

/** The user of an address of a telephone (RFC 3261): "sip:camille@pbx.example" is "camille". */
export const userOf = (text: string): string =>
  text
    .replace(/^[^<]*<([^<>]+)>.*$/u, "$1")
    .replace(/^\s*(?:sips?|tel):/iu, "")
    .replace(/[@;].*$/u, "")
    .trim();

/** Whether a text is what is sent in the place of a number or name that is hidden or unknown. */
export function isWithheld(text: string): boolean {
  const said = foldedLine(userOf(text))
    .replace(/[^\p{L}\p{N}+]+/gu, " ")
    .trim();
  if (!/\p{L}/u.test(said)) {
    const digits = said.replace(/\D/gu, "");
    return /^0*$/u.test(digits) || keyed.test(digits.replace(/^00/u, ""));
  }
  const all = said.split(" ");
  const isKnown = all.every((one) => [hidden, denials, beside].some((list) => list.has(one)));
  const isDenied = all.length > 1 && all.some((one) => denials.has(one));
  return phrases.has(said) || (isKnown && (isDenied || all.some((one) => hidden.has(one))));
}
