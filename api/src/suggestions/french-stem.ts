// Enough of French inflection for spoken sales talk; the playbook's patterns are stemmed in the same way, so a stem
// need not be a word, only the same for every form.
const endings =
  "issements issement issions issons issent issez issant eraient erions eraient erais erait erons eront erez erai eras era iraient irait irons iront irez irai ira ations ation ion entes ente ents ences ence ances ance ements ement aient antes ants ante ant ions iez ons ais ait ees ee ent er ez ir is it es as e s i".split(
    " ",
  );
/** By their last letter, the longest first: a word is compared with a few of them. */
const byLastLetter = new Map<string, string[]>();
for (const ending of [...new Set(endings)].sort((a, b) => b.length - a.length)) {
  const same = byLastLetter.get(ending.slice(-1));
  if (same) same.push(ending);
  else byLastLetter.set(ending.slice(-1), [ending]);
}
// "sûre" and "dates" have short stems; longer endings would eat a short word.
const shortestStem = (ending: string) => (/^e?s?$/u.test(ending) ? 3 : 4);

/** Lowercase words without accents; apostrophes and every other mark separate words. */
export function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .match(/[a-z0-9]+/gu) ?? []
  );
}

/** The stem of a word of `wordsOf`. */
export function stem(word: string): string {
  const ending = byLastLetter
    .get(word.slice(-1))
    ?.find((one) => word.endsWith(one) && word.length - one.length >= shortestStem(one));
  const base = ending ? word.slice(0, -ending.length) : word;
  return base.length > 1 && base.at(-1) === base.at(-2) ? base.slice(0, -1) : base;
}
