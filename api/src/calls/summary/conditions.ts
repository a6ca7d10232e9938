/**
 * Whether what is promised depends on something. All texts are of `plainOf`.
 *
 * "Si ça vous convient" is politeness, and "je vérifie si la pièce est là" an indirect question: neither is a condition.
 */
const polite =
  "(?:(?:vous|tu) (?:voulez|veux|preferez|(?:le )?souhaitez|etes d'accord|(?:le )?permettez|le voulez)|(?:ca|cela) (?:(?:vous|te) )?(?:va|convient|arrange|dit|marche|ira)|tout va bien|possible|on peut dire)";
const opening = "^(?:(?:bien|bon|et|mais|ecoutez|alors|donc|ok|d'accord|oui|voila|euh),? )*";
const conditionBefore = new RegExp(
  `${opening}(?:si (?!${polite}|je l'ai|j'ai|je (?:comprends|resume|recapitule)|on (?:resume|recapitule))|s'(?:il(?! (?:vous|te) plait)|elle|y)|selon (?!moi)|en fonction d|au cas ou|dans le cas ou|a (?:la )?condition|sous reserve|en cas d|tant que|a moins|pourvu)`,
  "u",
);
const asked =
  /(?:savoir|voir|verr(?:ez|a|ai)|vois|verifi[a-z]*|demand[a-z]*|confirm[a-z]*|dirai?|dis|dire|regard[a-z]*|precis[a-z]*|valid[a-z]*|meme|comme|et|ou) $/u;
const conditionWord = new RegExp(
  `(?<=^|[ ,'])(?:si (?!${polite})|s'(?!il (?:vous|te) plait)(?=ils?|elles?|y))`,
  "gu",
);
/** Another main clause goes on after it: "si vous avez des questions, appelez-moi". */
const mainAfter = /(?:[a-z]+(?:ez|tes)-(?:moi|nous|le|la|les)|n'hesitez|dites|on en)/u;
const otherConditions =
  /(?:^|[ ,])(?:a (?:la )?condition|sous reserve|au cas ou|en cas d|dans le cas ou|pourvu qu|a moins qu|tant que|sauf (?!imprevu|contre-ordre|erreur|(?:le |la |les )?(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|demain|\d|semaine|matin))|le jour ou|des lors qu|du moment qu|pour peu qu|a supposer|en admettant|moyennant|sous (?:la )?condition|(?:ca|cela|tout|ce qui) depend|si (?:besoin|necessaire)|au besoin|en fonction d|selon (?!moi)|eventuellement|peut-etre)/u;

/** "Quand vous aurez signé", but not "dès que j'ai la réponse", which is the speaker's own. */
const afterAnother =
  /(?:^|[ ,])(?:des que|des qu'|quand|lorsque|lorsqu'|une fois que|aussitot que) ?(?!j'|je |on |nous |possible|ce sera|c'est )/u;

/**
 * @param lead what the sentence says before the promise
 * @param verb that is promised
 * @param rest what it says after the verb
 */
export function dependsOn(lead: string, verb: string, rest: string): boolean {
  if (
    conditionBefore.test(lead.replace(/^.*[;:] /u, "")) ||
    otherConditions.test(rest) ||
    afterAnother.test(rest)
  )
    return true;
  return [...rest.matchAll(conditionWord)].some(({ index }) => {
    const before = `${verb}${rest.slice(0, index)}`;
    return !asked.test(before) && !mainAfter.test(rest.slice(index));
  });
}
