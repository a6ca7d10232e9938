import { createHash } from "node:crypto";
import { moreDays } from "./days-set-more.ts";
import { triedDays } from "./days-set-tried.ts";

/**
 * Sentences with days, and the day of the next step that each leaves: what everybody in the call would write into a
 * calendar, "-" where it leaves two, a span, a beginning ("à partir de"), about a day ("vers le 15"), or none at all.
 *
 * - A weekday is the next one after the day of the call; "mardi prochain" on a Monday is tomorrow to some, and so is none.
 * - The end of a span is its last day, that of a week is Friday; its beginning, its middle and the whole of it are none.
 * - "Huit jours" is a week and "quinze jours" two, as French counts. What was a few days ago is not that of next year.
 *
 * All were written on 29 November 2026, before the rules of that day. Half of them, chosen by their letters, are `heldOut`: no
 * rule is made with a look at what becomes of them. Whoever has read their faults makes new ones.
 *
 * A row is the day and the sentence of an agent; " // c: " and " // a: " begin another turn.
 */
const days = `
# 2026-03-12 nth and last weekday of a month
2026-04-21 Je vous rappelle le troisième mardi d'avril.
2026-04-06 Je vous rappelle le premier lundi d'avril.
2026-03-27 On se rappelle le dernier vendredi du mois.
2026-03-31 Je reviens vers vous le dernier mardi de mars.
2026-05-14 Je vous recontacte le deuxième jeudi de mai, dans la matinée.
2026-04-16 Je vous rappelle le troisième jeudi du mois prochain.
2026-04-30 on se rappelle le dernier jeudi du mois d'avril
2026-06-03 Je vous envoie la proposition le 1er mercredi de juin.
2026-05-26 Nous vous recontactons le 4e mardi de mai.
2027-03-26 Je vous rappelle le dernier vendredi de mars 2027.
2026-04-23 Je vous rappelle l'avant-dernier jeudi d'avril.
2026-03-31 Je vous envoie le contrat le dernier jour du mois.
2026-04-30 Je vous rappelle le dernier jour d'avril.
2026-09-07 Je vous rappelle le premier lundi de septembre à dix heures.
- Je vous rappelle le cinquième jeudi de mai.
- Nous livrons toujours le premier mardi du mois, je vous rappelle pour ça.
- Je vous rappelle un lundi de juin.
2026-06-29 Je vous envoie le bilan le dernier lundi de juin.
2026-04-01 Je vous envoie la facture le premier du mois prochain.
2026-12-25 Je vous rappelle le quatrième vendredi de décembre.

# 2026-03-12 years
2027-03-15 Je vous rappelle le 15 mars 2027.
2027-03-15 Je vous rappelle le quinze mars deux mille vingt-sept.
- Je vous rappelle en mars 2027.
- Je vous recontacte en septembre deux mille vingt-sept.
2027-01-05 Je vous rappelle le cinq janvier deux mille vingt-sept.
2027-06-30 Je vous envoie le renouvellement fin juin 2027.
2027-06-30 Je vous envoie le renouvellement fin juin deux mille vingt-sept.
2028-02-29 On se rappelle le 29 février 2028.
- On se rappelle le 29 février 2027.
2027-05-03 Je vous rappelle le lundi 3 mai 2027.
- Je vous rappelle le mardi 3 mai 2027.
- Je vous rappelle en 2027.
- Je vous rappelle début deux mille vingt-sept.
2026-04-20 Je vous envoie le 20 avril le nouveau tarif de 2027.
2027-09-12 Je vous recontacte le 12/09/2027.
2026-03-20 Vous êtes client depuis 2019, je vous rappelle le 20 mars.
2027-02-01 Je vous rappelle le premier février.
2027-01-10 Je vous rappelle le 10 janvier.
- Je vous rappelle le 10 mars.
2026-11-02 Je reviens vers vous le deux novembre de cette année.
2027-04-08 Je reviens vers vous le huit avril de l'année prochaine.

# 2026-03-12 a denied day
2026-03-18 Je vous rappelle, pas mardi, mercredi.
2026-03-18 Je vous rappelle mercredi, pas mardi.
2026-03-18 Je vous rappelle mercredi plutôt que mardi.
2026-03-19 Je vous envoie le devis jeudi au lieu de mercredi.
2026-03-14 Je vous rappelle non pas le 12 mais le 14.
2026-03-18 Mardi je ne peux pas, je vous rappelle mercredi.
2026-03-18 Je vous rappelle mercredi, mardi je ne suis pas là.
2026-03-16 Je vous rappelle lundi, vendredi c'est impossible.
2026-03-16 Demain je suis en déplacement, donc je vous rappelle lundi.
- Je vous rappelle, mais pas lundi.
- Je vous rappelle la semaine prochaine, sauf mardi.
2026-03-19 Ni mardi ni mercredi, je vous rappelle jeudi.
2026-03-20 Je vous rappelle le 20, et non le 19.
2026-03-17 Je ne vous rappelle pas lundi mais mardi.
- Je ne vous rappelle pas mardi.
- Je vous rappelle, pas avant mardi.
2026-03-17 Je vous rappelle pas plus tard que mardi.
2026-03-19 Je vous rappelle mardi, ah non pardon, jeudi.
2026-03-19 Je vous rappelle mardi, enfin plutôt jeudi.
2026-03-26 Je vous envoie ça le 25, non, le 26.
2026-03-16 Je vous appelle lundi, demain je suis absent toute la journée.
2026-04-02 Je vous rappelle le 2 avril, le 1er est déjà pris.
2026-03-17 Lundi est complet, je vous rappelle mardi à neuf heures.
2026-03-20 Pas demain, je vous rappelle vendredi prochain, le 20.
- Je vous rappelle mardi. // c: Non, mardi je ne peux pas. // a: D'accord, à bientôt.
2026-03-18 Je vous rappelle mardi. // c: Non, mardi je ne peux pas, plutôt mercredi. // a: Très bien.
2026-03-20 Je vous rappelle mardi. // c: Ah non, pas mardi, vendredi prochain le 20. // a: Entendu.

# 2026-03-12 one day said twice
2026-03-17 Je vous rappelle mardi 17.
2026-03-17 Je vous rappelle mardi dix-sept à quatorze heures.
2026-03-17 Je vous rappelle mardi, le 17.
2026-03-17 Je vous rappelle le 17, c'est un mardi.
2026-03-17 On se rappelle mardi prochain, donc le 17 mars.
2026-03-13 Je vous rappelle demain, vendredi.
- Je vous rappelle mardi 18.
- Je vous rappelle jeudi 17 avril.
2026-04-17 Je vous rappelle vendredi 17 avril.
- Je vous rappelle demain, mercredi.
2026-03-26 Je vous rappelle dans quinze jours, le 26.
2026-03-26 Je vous rappelle jeudi en quinze, soit le 26 mars.
- Je vous rappelle mardi prochain, le 24.
2026-03-24 Je vous rappelle mardi en huit, le 24.
- Je vous envoie le contrat le lundi 17 mars.
2026-03-16 Je vous envoie le contrat lundi seize mars à neuf heures trente.
2026-03-17 Je vous appelle mardi. Mardi 17, donc, à quinze heures.
2026-03-18 Je vous rappelle la semaine prochaine, mercredi.
2026-03-18 Je vous rappelle mercredi de la semaine prochaine.
2026-03-20 Je vous rappelle vendredi de la semaine prochaine.
- Je vous rappelle mardi 31 avril.
2026-03-31 Je vous rappelle le mardi 31, dernier jour du mois.
2026-03-14 Je vous rappelle après-demain samedi.
2026-05-05 Je vous rappelle mardi 5/5.
- Je vous rappelle lundi 5/5.

# 2026-03-12 half spans
2027-09-12 Je vous rappelle dans un an et demi.
- Je vous rappelle dans une semaine et demie.
- Je vous rappelle dans un mois et demi.
- Je vous recontacte dans deux mois et demi.
2026-03-12 Je vous rappelle dans une heure et demie.
2026-03-12 Je vous rappelle dans une demi-heure.
- On se rappelle d'ici deux semaines et demie.
2026-09-12 Je vous rappelle dans un demi-an, le 12 septembre.
- Je vous envoie le rapport dans un jour et demi.

# 2026-03-12 lengths of time
2026-03-19 Je vous envoie le devis sous huitaine.
2026-03-26 Je vous rappelle dans quinze jours.
2026-03-26 Je reviens vers vous sous quinzaine.
2026-03-26 On se rappelle dans une quinzaine.
2026-03-19 Je vous rappelle dans huit jours.
2026-03-19 Je vous rappelle d'aujourd'hui en huit.
2026-03-26 Je vous rappelle dans deux semaines.
2026-03-22 Je vous rappelle dans dix jours.
2026-04-12 Je vous rappelle dans un mois.
2026-06-12 Je vous recontacte dans trois mois.
2026-03-14 Vous recevrez le devis sous quarante-huit heures.
2026-03-15 Je vous envoie le contrat sous 72 heures.
2026-03-13 Je vous réponds sous vingt-quatre heures.
2026-03-17 Je vous envoie le devis sous trois jours ouvrés.
2026-03-19 Vous recevrez la réponse sous cinq jours ouvrés.
2026-03-18 Je vous envoie l'échantillon sous cinq jours ouvrables.
2026-04-09 Je vous rappelle dans 4 semaines.
2027-03-12 Je vous rappelle dans un an.
- Je vous rappelle dans quelques jours.
- Je vous rappelle dans une dizaine de jours.
- Je vous rappelle d'ici peu.
- Je vous rappelle dans environ trois semaines.
- Je vous rappelle dans deux ou trois jours.
- Je vous rappelle d'ici deux trois jours.
- Je vous envoie ça sous 24 à 48 heures.
- Je vous rappelle dans 2-3 semaines.
- Je vous livre sous huit à dix jours.
- Je vous rappelle dans les quinze jours qui suivent la livraison.
- Je vous rappelle quinze jours avant le salon.
- Je vous rappelle deux jours après la livraison.
- Je vous offre quinze jours d'essai et je vous rappelle.
- Le devis est valable trente jours, je vous l'envoie.

# 2026-03-12 weeks
- Je vous rappelle semaine 12.
- On se rappelle en semaine quatorze.
2026-03-31 Je vous rappelle mardi de la semaine 14.
2026-03-31 Je vous rappelle le mardi en semaine 14.
2026-05-06 Je vous rappelle semaine 19, le mercredi.
- Je vous rappelle la semaine du 16 mars.
- Je reviens vers vous dans la semaine du 23.
2026-03-24 Je vous rappelle le mardi de la semaine du 23 mars.
2026-04-03 Je vous envoie le devis vendredi semaine 14.
- Je vous rappelle S14.
- Je vous rappelle la semaine prochaine.
- Je vous rappelle en début de semaine prochaine.
2026-03-20 Je vous envoie le devis d'ici la fin de la semaine prochaine.
2026-03-13 Je vous envoie le devis avant la fin de la semaine.
2026-03-13 Je vous l'envoie en fin de semaine.
- Je vous rappelle dans la semaine.
- Je vous rappelle cette semaine.
- Je vous rappelle en milieu de semaine prochaine.
- Je vous rappelle ce week-end.
2026-03-17 Je vous rappelle mardi la semaine prochaine, à dix-huit heures.
- Je vous rappelle dans le courant de la semaine prochaine.
- Je vous rappelle le mardi de la semaine d'après.
`;

interface Said {
  sender: "agent" | "client";
  text: string;
}

export interface DaySentence {
  /** The day of the call. */
  today: string;
  day: string | undefined;
  turns: readonly Said[];
}

/** Of a fixed half: whether a text was not read while the rules were made. */
const isHeldOut = (text: string) => (createHash("sha256").update(text).digest()[0] ?? 0) % 2 === 1;

function read(text: string): DaySentence[] {
  let today = "";
  return text.split("\n").flatMap((row) => {
    today = /^# (\S+) /u.exec(row)?.[1] ?? today;
    const [, day, said] = /^(-|\d{4}-\d\d-\d\d) (.+)$/u.exec(row) ?? [];
    if (day === undefined || said === undefined) return [];
    const turns = `a: ${said}`.split(" // ").map(
      (turn): Said => ({
        sender: turn.startsWith("c: ") ? "client" : "agent",
        text: turn.slice(3),
      }),
    );
    return [{ today, day: day === "-" ? undefined : day, turns }];
  });
}

/**
 * Both halves of what was labelled before the rules were made.
 * @param tried what was labelled since
 */
export function halves<One>(all: readonly One[], tried: readonly One[], textOf: (one: One) => string) {
  return {
    madeWith: [...all.filter((one) => !isHeldOut(textOf(one))), ...tried],
    heldOut: all.filter((one) => isHeldOut(textOf(one))),
  };
}

/** The first turn of a row decides about its half. */
export const daySentences = halves(
  [...read(days), ...read(moreDays)],
  read(triedDays),
  ({ turns }) => turns[0]?.text ?? "",
);
