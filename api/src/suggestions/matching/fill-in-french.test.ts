import { type Placeholder, placeholders, placeholdersOf } from "@souffleur/contracts/playbook";
import { builtInContent } from "./built-in-playbook.ts";
import { fillInFrench } from "./fill-in-french.ts";

const fill = (text: string, value: string) => fillInFrench(text, () => value);

test.each([
  // Elision
  [
    "Vous avez parlé de {users}.",
    "une douzaine de commerciaux",
    "Vous avez parlé d’une douzaine de commerciaux.",
  ],
  ["Il s’agit de {users}.", "onze personnes", "Il s’agit de onze personnes."],
  ["Il s’agit de {users}.", "huit personnes", "Il s’agit de huit personnes."],
  ["Il s’agit de {users}.", "huitante personnes", "Il s’agit de huitante personnes."],
  ["Il s’agit de {users}.", "11 personnes", "Il s’agit de 11 personnes."],
  ["Une remise de {percent} ?", "un pour cent", "Une remise d’un pour cent ?"],
  ["Plus que {amount} ?", "un million d’euros", "Plus qu’un million d’euros ?"],
  ["Presque {amount} ?", "un million d’euros", "Presque un million d’euros ?"],
  ["De {amount}, vous passez à la moitié.", "un million", "D’un million, vous passez à la moitié."],
  ["Le contrat de {competitor} ?", "Orange", "Le contrat d’Orange ?"],
  ["Le contrat de {competitor} ?", "Hermès", "Le contrat d’Hermès ?"],
  ["Le contrat de {competitor} ?", "HubSpot", "Le contrat de HubSpot ?"],
  ["Le contrat de {competitor} ?", "Hachette", "Le contrat de Hachette ?"],
  ["Le contrat de {competitor} ?", "EDF", "Le contrat d’EDF ?"],
  ["Le contrat de {competitor} ?", "SFR", "Le contrat de SFR ?"],
  ["Le contrat de {competitor} ?", "Yahoo", "Le contrat de Yahoo ?"],
  ["L’avis de {client} ?", "Élodie Petit", "L’avis d’Élodie Petit ?"],
  ["L’avis de {client} ?", "Hélène Roux", "L’avis d’Hélène Roux ?"],
  ["L’avis de {client} ?", "Yves Leroy", "L’avis d’Yves Leroy ?"],
  ["L’avis de {client} ?", "Yann Leroy", "L’avis de Yann Leroy ?"],
  ["Pendant que {client} réfléchit.", "Inès Roux", "Pendant qu’Inès Roux réfléchit."],
  ["Un budget d’{amount} ?", "dix euros", "Un budget de dix euros ?"],
  ["Un budget d'{amount} ?", "une centaine d’euros", "Un budget d'une centaine d’euros ?"],
  ["Lorsqu’{client} sera là.", "Marc Petit", "Lorsque Marc Petit sera là."],
  // Contraction
  ["Au sujet de {product} ?", "le logiciel", "Au sujet du logiciel ?"],
  ["Au sujet de {product} ?", "l’outil", "Au sujet de l’outil ?"],
  ["Au sujet d’{product} ?", "le logiciel", "Au sujet du logiciel ?"],
  ["Grâce à {product} ?", "le CRM", "Grâce au CRM ?"],
  ["Grâce au {product} ?", "la plateforme", "Grâce à la plateforme ?"],
  ["Les limites du {product} ?", "l’outil", "Les limites de l’outil ?"],
  ["L’offre de {competitor} ?", "Le Comptoir", "L’offre du Comptoir ?"],
  ["L’offre de {competitor} ?", "La Poste", "L’offre de La Poste ?"],
  ["L’avis de {client} ?", "Le Goff Anne", "L’avis de Le Goff Anne ?"],
  ["À {date}, alors.", "le 12 mars", "Au 12 mars, alors."],
  // One article
  ["Et votre {product} ?", "le logiciel", "Et votre logiciel ?"],
  ["Et le {product} ?", "la plateforme", "Et la plateforme ?"],
  ["Et l’{product} ?", "le module", "Et le module ?"],
  ["Et ce {product} ?", "l’outil", "Et cet outil ?"],
  ["Et ce {product} ?", "la solution", "Et cette solution ?"],
  ["Avec un {product} ?", "l’application", "Avec une application ?"],
  ["Et mon {product} ?", "la solution", "Et ma solution ?"],
  ["Et sa {product} ?", "l’application", "Et son application ?"],
  ["Et vos {product} ?", "l’outil", "Et vos outils ?"],
  ["Et les {product} ?", "le CRM", "Et les CRM ?"],
  ["{product} suffit ?", "l’outil", "L’outil suffit ?"],
  // One preposition
  ["Avant {date}, c’est possible.", "en septembre", "Avant septembre, c’est possible."],
  ["À partir de {date} ?", "en avril", "À partir d’avril ?"],
  ["À partir de {date} ?", "le 12 mars", "À partir du 12 mars ?"],
  ["À partir de {date} ?", "à la rentrée", "À partir de la rentrée ?"],
  ["Jusqu’à {date} ?", "en septembre", "Jusqu’à septembre ?"],
  ["Jusqu’à {date} ?", "le 12 mars", "Jusqu’au 12 mars ?"],
  ["Jusqu’{date} ?", "en septembre", "Jusqu’en septembre ?"],
  ["Jusqu’{date} ?", "à la rentrée", "Jusqu’à la rentrée ?"],
  ["Jusqu’{date} ?", "demain", "Jusqu’à demain ?"],
  ["D’ici {date} ?", "à la fin du mois", "D’ici à la fin du mois ?"],
  ["D’ici {date} ?", "en mai", "D’ici mai ?"],
  ["Le {date} vous convient ?", "le 12 mars", "Le 12 mars vous convient ?"],
  ["Le {date} vous convient ?", "demain matin", "Demain matin vous convient ?"],
  ["Dès {date} ?", "jeudi matin", "Dès jeudi matin ?"],
  // Capital letters
  ["C’est noté. {users}, donc ?", "une douzaine de vendeurs", "C’est noté. Une douzaine de vendeurs, donc ?"],
  ["{client}, vous m’entendez ?", "madame Girard", "Madame Girard, vous m’entendez ?"],
  ["Merci, {client}.", "madame Girard", "Merci, madame Girard."],
])("« %s » with « %s » is « %s »", (text, value, filled) => {
  expect(fill(text, value)).toBe(filled);
});

/** Values as `readSlots` gives them. */
const shapes: Record<Placeholder, string[]> = {
  amount: [
    "1 200 €",
    "un million d’euros",
    "une centaine d’euros",
    "onze euros",
    "huit cents euros",
    "€ 29",
    "8 k€",
    "11 %",
  ],
  percent: ["10 %", "un pour cent", "huit pour cent", "onze pour cent", "12,5 %"],
  users: [
    "25 commerciaux",
    "une douzaine de commerciaux",
    "onze personnes",
    "huit agents",
    "un million d’utilisateurs",
  ],
  duration: ["un an", "deux ans et demi", "onze mois", "huit mois", "1 an", "un an et demi"],
  date: [
    "le 12 mars",
    "le premier avril",
    "en avril",
    "en septembre",
    "demain",
    "jeudi matin",
    "à la rentrée",
    "à la fin du mois",
    "la semaine prochaine",
    "le mois prochain",
    "l’année prochaine",
    "mi-août",
    "fin octobre",
    "après-demain",
  ],
  competitor: ["Voxelia", "Orange", "Hermès", "HubSpot", "Le Comptoir", "La Poste", "EDF", "Yahoo"],
  product: ["le logiciel", "la plateforme", "l’outil", "l’application", "le CRM"],
  client: ["Julien Moreau", "Élodie Petit", "madame Girard", "monsieur Henri Roux", "Hélène Roux"],
};
const wrong = [
  /(?<![\p{L}-])(?:de|que|le|la|ce|lorsque|puisque) (?!onz)[aeiouéèêàœ]/iu,
  /(?<!\p{L})si ils?(?!\p{L})/iu,
  /(?<!\p{L})(?:de|à|jusqu’à) les? /iu,
  /(?<!\p{L})(?:(?:du|au|le|la|en|à|votre|ce|cette) (?:les?|en|à) |(?:du|au|le|la|en|votre|ce|cette) (?:la |l’))/iu,
  /(?<!\p{L})(?:d|qu|l|lorsqu|jusqu)[’'] ?[^aeiouyhœéèêàîô]/iu,
];
const faultsOf = (text: string) => (wrong.some((one) => one.test(text)) ? [text] : []);

test("every wording of the built-in playbook is French with every value", () => {
  const texts = builtInContent.entries
    .flatMap(({ replies }) => replies.flatMap(({ text, alternative = "" }) => [text, alternative]))
    .filter((text) => placeholdersOf(text).length > 0);
  expect(texts.length).toBeGreaterThan(20);
  for (const text of texts)
    for (const value of shapes[placeholdersOf(text)[0] as Placeholder])
      expect(faultsOf(fill(text, value))).toEqual([]);
});

test("every short word of an own playbook is French with every value", () => {
  const words: Partial<Record<Placeholder, string[]>> = {
    product: [
      "de",
      "à",
      "du",
      "au",
      "le",
      "la",
      "l’",
      "votre",
      "ce",
      "cette",
      "un",
      "que",
      "d’",
      "qu’",
      "lorsque",
    ],
    date: ["de", "à", "avant", "dès", "d’ici", "à partir de", "jusqu’à", "le", "pour", "en", "que"],
  };
  for (const name of placeholders)
    for (const word of words[name] ?? [
      "de",
      "que",
      "d’",
      "qu’",
      "jusqu’à",
      "à",
      "parce que",
      "puisque",
      "lorsqu’",
    ])
      for (const value of shapes[name]) {
        const filled = fill(`Parlons ${word}${word.endsWith("’") ? "" : " "}{${name}}, alors.`, value);
        expect(faultsOf(filled)).toEqual([]);
      }
});
