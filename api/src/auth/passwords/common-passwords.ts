import { fold } from "@souffleur/contracts/fold";
import { appError } from "../../http/errors.ts";
import { createSlices } from "../../slices.ts";

/** The product's own name is among the first guesses at its passwords. */
const ownWords = ["souffleur", "prompter"];
/** What a word, rather than a number, has at least. */
const wordMin = 4;

let loading: Promise<ReadonlySet<string>> | undefined;

/**
 * The lists are read when they are first needed, with pauses: half a second and 20 MB that a process may never use. What
 * runs meanwhile waits for the module of one list at most.
 */
async function load(): Promise<ReadonlySet<string>> {
  const words = new Set<string>(ownWords);
  const pause = createSlices();
  const add = async (list: readonly string[]) => {
    for (const word of list) {
      words.add(/^[a-z0-9]*$/.test(word) ? word : fold(word));
      await pause();
    }
  };
  const common = await import("@zxcvbn-ts/language-common");
  await add(common.dictionary["passwords-common"]);
  const en = await import("@zxcvbn-ts/language-en");
  await add(en.dictionary["commonWords-en"]);
  await add(en.dictionary["firstnames-en"]);
  const fr = await import("@zxcvbn-ts/language-fr");
  await add(fr.dictionary["commonWords-fr"]);
  await add(fr.dictionary["firstnames-fr"]);
  await add(fr.dictionary["lastnames-fr"]);
  await add(fr.dictionary["wikipedia-fr"]);
  return words;
}

/** What people write for a letter, and a "1" that may be an "i" or an "l". */
const written: Readonly<Record<string, string>> = {
  "@": "a",
  "4": "a",
  "3": "e",
  "0": "o",
  $: "s",
  "5": "s",
  "7": "t",
  "!": "i",
};
const spelledOut = (text: string, one: string) =>
  text.replace(/[@430$57!1]/g, (sign) => (sign === "1" ? one : (written[sign] ?? sign)));

/** The texts that a guess at this password would begin with: itself, and its word without what is put around it. */
function basesOf(password: string): string[] {
  const whole = fold(password.normalize("NFKC"));
  const word = whole.replace(/^[^\p{L}]+/u, "").replace(/[^\p{L}]+$/u, "");
  const isMostly = word.length >= wordMin && word.length * 2 >= whole.length;
  // "p@ssw0rd1" and "Pa$$w0rd!": the end is cut off before signs are read as letters, or is read with them.
  const spelled = isMostly ? [word, whole] : [whole];
  const bases = spelled.flatMap((text) => [text, spelledOut(text, "i"), spelledOut(text, "l")]);
  return bases.flatMap((base) => [base, /^(.+?)\1+$/u.exec(base)?.[1] ?? base]);
}

/**
 * Refuses passwords that guesses begin with: common ones, and single words and names of English and French, also with
 * digits around them, with signs for letters, and repeated.
 * @param field the field of the request that has the password
 * @throws AppError VALIDATION_ERROR with that field
 */
export async function requireUncommonPassword(password: string, field = "password"): Promise<void> {
  loading ??= load().catch((thrown: unknown) => {
    loading = undefined;
    throw thrown;
  });
  const known = await loading;
  if (basesOf(password).some((base) => base.length >= wordMin && known.has(base)))
    throw appError("VALIDATION_ERROR", {
      text: "This password is easy to guess. Use several words, or a password that your browser suggests.",
      field,
    });
}
