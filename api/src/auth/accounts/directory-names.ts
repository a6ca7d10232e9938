import { limits, normalizeName, registrationFields, visibleLength } from "@souffleur/contracts";

/** Far more than the longest name. */
const readMax = 10_000;
const between = /(?<=l)·(?=l)/giu;
/** Directories list people as "Dupont, Jean"; "John Smith, Jr." is none of these. */
const listed = /^([^,]+),(?!\s*(?:[js]r|ph\.?\s?d|m\.?\s?[dba]+|esq|i{1,3}v?)\.?$)([^,]+)$/i;

/**
 * A part of a name as directories have it, in the form of a registration: what a registration would refuse is left out, a single
 * letter gets a period, and what is too long is cut. Undefined where no letter is in it.
 */
export function readableName(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const typed = normalizeName(value.slice(0, readMax));
  if (!/\p{L}/u.test(typed)) return undefined;
  const valid = registrationFields.firstName.safeParse(typed);
  if (valid.success) return valid.data;
  const words = typed
    // Catalan writes `l.l` where a keyboard lacks the middle dot.
    .replace(between, ".")
    .replace(/\d+(?:st|nd|rd|th)\b/gi, " ")
    .replace(/[^\p{L}\p{M} .'\p{Join_Control}\p{Variation_Selector}-]+/gu, " ")
    .split(" ")
    .map((word) => word.replace(/^[-.]+|-+$/g, ""))
    .filter((word) => /\p{L}/u.test(word));
  const name = shortened(words);
  const read = registrationFields.firstName.safeParse(
    visibleLength(name) < limits.nameMin ? `${name}.` : name,
  );
  return read.success ? read.data : undefined;
}

function shortened(words: readonly string[]): string {
  const kept = [...words];
  while (kept.length > 1 && visibleLength(kept.join(" ")) > limits.nameMax) kept.pop();
  const [...letters] = kept.join(" ");
  while (visibleLength(letters.join("")) > limits.nameMax) letters.pop();
  return letters.join("");
}

/** First and last name in the form of a registration; from the address where a directory says none that can be read. */
export function namesOf(
  said: { name?: unknown; given_name?: unknown; family_name?: unknown },
  email: string,
): { firstName: string; lastName: string } {
  const name = typeof said.name === "string" ? said.name.slice(0, readMax).trim() : "";
  const [, listedLast, listedFirst] = listed.exec(name) ?? [];
  const words = name.replace(between, ".").split(/[\s·・･]+/);
  const [first, ...others] = listedLast === undefined ? words : [listedFirst, listedLast];
  // Authentik has no parts, and sends all of it as the first one.
  const isWhole = !said.family_name && said.given_name === said.name;
  const at = email.lastIndexOf("@");
  const [localFirst = "", ...localOthers] = email.slice(0, at).split(/[._-]/);
  // The last label of a domain has letters.
  const labels = email.slice(at + 1).split(".");
  const local = readable([localFirst, ...localOthers, ...labels].map(capitalized)) ?? email;
  return {
    firstName: readable([isWhole ? undefined : said.given_name, first, local]) ?? local,
    lastName: readable([said.family_name, others.join(" "), capitalized(localOthers.join(" "))]) ?? local,
  };
}

const capitalized = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

/** The first of them that can be read. */
const readable = (candidates: readonly unknown[]) =>
  candidates.map(readableName).find((name) => name !== undefined);
