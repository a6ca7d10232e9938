// The word lists of the merging rules, lowercase, with the straight apostrophe for elided forms.
const list = (words: string): ReadonlySet<string> => new Set(words.split(" "));

const determiners = list(
  "le la l' les un une des du de d' au aux ce cet cette ces mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs quel quelle quels quelles chaque plusieurs quelques",
);
const prepositions = list(
  "à dans par pour en vers avec sans sous sur chez entre contre depuis pendant avant après derrière devant selon malgré parmi jusque jusqu' dès",
);
const conjunctions = list(
  "et ou où mais donc or ni car que qu' qui quand lorsque lorsqu' puisque puisqu' si s' comme parce alors ainsi",
);
const openWords = list(
  "je tu il elle on nous vous ils elles me te se ne n' j' c' m' t' y est sont ai as a avons avez ont suis es sommes êtes très plus moins aussi trop peu pas",
);

// A hyphenated word is one word ("avez-vous" does not end on "vous"); an elided one keeps its apostrophe.
const lastWordPattern = /([\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*'?)[^\p{L}\p{N}']*$/u;
const firstWordPattern = /^[^\p{L}\p{N}]*([\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*'?)/u;

function word(text: string, pattern: RegExp): string {
  const match = pattern.exec(text.normalize("NFC").replaceAll("’", "'"));
  return match?.[1]?.toLowerCase() ?? "";
}

// Only the end of a long line is searched, because the pattern would try every position otherwise.
const lastWord = (text: string) => word(text.trimEnd().slice(-64), lastWordPattern);
const firstWord = (text: string) => word(text.trimStart().slice(0, 64), firstWordPattern);

/** Whether the last word is an article or determiner, regardless of the punctuation after it. */
export function endsOnDeterminer(text: string): boolean {
  return determiners.has(lastWord(text));
}

/** Whether the last word leaves a sentence open: article, preposition, conjunction, pronoun, auxiliary. */
export function endsOnFunctionWord(text: string): boolean {
  const last = lastWord(text);
  return determiners.has(last) || prepositions.has(last) || conjunctions.has(last) || openWords.has(last);
}

/** Whether the first word is a conjunction or a preposition, regardless of its case. */
export function startsWithLink(text: string): boolean {
  const first = firstWord(text);
  return prepositions.has(first) || conjunctions.has(first);
}

/** Whether the first word starts with a lowercase letter; a digit has no case and does not. */
export function startsLowercase(text: string): boolean {
  return /^[^\p{L}\p{N}]*\p{Ll}/u.test(text);
}
