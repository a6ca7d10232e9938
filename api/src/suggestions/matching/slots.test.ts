import type { Placeholder } from "@souffleur/contracts/playbook";
import fc from "fast-check";
import { inWords } from "../../../testing/secrets/french-numbers.ts";
import { readSlots, type SpokenLine } from "./slots.ts";

const client = (text: string): SpokenLine => ({ sender: "client", text });
const agent = (text: string): SpokenLine => ({ sender: "agent", text });

test.each<[Placeholder, string, string]>([
  ["amount", "Cela fait 1 200 € par an.", "1 200 €"],
  ["amount", "On avait prévu 12\u00a0500 euros.", "12 500 euros"],
  ["amount", "Ils sont à vingt-neuf euros par mois.", "vingt-neuf euros"],
  ["amount", "Au-dessus de cinq mille euros, c'est lui.", "cinq mille euros"],
  ["amount", "Vingt euros et dix euros de plus.", "dix euros"],
  ["amount", "Disons 15 k€.", "15 k€"],
  ["amount", "Dix mille euros, pas plus.", "dix mille euros"],
  ["amount", "Le devis est de 12 000,50 €.", "12 000,50 €"],
  [
    "amount",
    "Soit quatre-vingt-quinze mille quatre cent quatre-vingt-dix euros.",
    "quatre-vingt-quinze mille quatre cent quatre-vingt-dix euros",
  ],
  ["amount", "Un million deux cent mille euros, c'est trop.", "un million deux cent mille euros"],
  ["amount", "Notre chiffre est de 3 millions d'euros.", "3 millions d’euros"],
  ["amount", "On paie 1'234.50 CHF.", "1’234.50 CHF"],
  ["amount", "CHF 1'234.50, c'est tout.", "CHF 1’234.50"],
  ["amount", "Vous êtes à € 29 ou 39 € par mois ?", "39 €"],
  ["amount", "Une centaine d'euros, peut-être.", "une centaine d’euros"],
  ["amount", "Ils demandent neuf euros quatre-vingt-dix par mois.", "neuf euros quatre-vingt-dix"],
  ["amount", "On a 2 M€ de budget.", "2 M€"],
  ["percent", "Il me faut 12.5 %.", "12.5 %"],
  ["percent", "Douze virgule cinq pour cent, au moins.", "douze virgule cinq pour cent"],
  ["percent", "Faites-moi 10 % et je signe.", "10 %"],
  ["percent", "Une remise de quinze pour cent.", "quinze pour cent"],
  ["users", "Nous avons 25 commerciaux.", "25 commerciaux"],
  ["users", "Douze mille euros pour vingt personnes.", "vingt personnes"],
  ["users", "On a une douzaine de commerciaux.", "une douzaine de commerciaux"],
  ["users", "Une trentaine d’utilisateurs.", "une trentaine d’utilisateurs"],
  ["users", "Nous sommes mille deux cents salariés.", "mille deux cents salariés"],
  ["users", "On a 1 250 utilisateurs.", "1 250 utilisateurs"],
  ["duration", "Un engagement de deux ans et demi.", "deux ans et demi"],
  ["duration", "Encore un an et six mois.", "un an et six mois"],
  ["duration", "Deux ans, c'est long.", "deux ans"],
  ["date", "Rappelez-moi jeudi matin.", "jeudi matin"],
  ["date", "On se voit le 12 mars ?", "le 12 mars"],
  ["date", "Plutôt 3 avril.", "le 3 avril"],
  ["date", "Rendez-vous le quinze mars.", "le quinze mars"],
  ["date", "Le premier avril.", "le premier avril"],
  ["date", "Le 12 mars 2027, pas avant.", "le 12 mars 2027"],
  ["date", "Le 12 mars, ou demain.", "demain"],
  ["date", "Avant septembre, en tout cas.", "en septembre"],
  ["date", "La semaine prochaine.", "la semaine prochaine"],
  ["date", "Demain", "demain"],
  ["competitor", "Aujourd'hui on est chez Voxelia.", "Voxelia"],
  ["competitor", "Nous utilisons Parla Nova depuis un an.", "Parla Nova"],
  ["competitor", "Notre fournisseur actuel est Voxelia.", "Voxelia"],
  ["product", "Le logiciel plante souvent.", "le logiciel"],
  ["product", "Nos outils sont lents.", "l’outil"],
  ["product", "Une nouvelle plateforme.", "la plateforme"],
  ["product", "Notre crm est vide.", "le CRM"],
  ["client", "Oui, Julien Moreau à l'appareil.", "Julien Moreau"],
  ["client", "Bonjour, je m’appelle Anne-Lise Le Goff.", "Anne-Lise Le Goff"],
])("reads the %s in « %s »", (slot, text, value) => {
  expect(readSlots([client(text)])[slot]).toBe(value);
});

test("reads the client's name from the agent's words", () => {
  expect(readSlots([agent("Bonjour Madame Girard, vous allez bien ?")]).client).toBe("madame Girard");
});

test.each<[Placeholder, string]>([
  ["users", "J'ai vu une personne hier."],
  ["duration", "J'ai attendu un mois."],
  ["competitor", "Je travaille chez Voxelia."],
  ["competitor", "On se voit chez vous."],
  ["competitor", "Nous utilisons un CRM."],
  ["amount", "Nous sommes douze."],
  ["amount", "Sur le 06 12 34 56 78 €."],
  ["amount", "Une remise de -5 €."],
  ["percent", "Entre 10-12 %."],
  ["users", "Les deux cinq personnes."],
  ["client", "C'est vrai."],
])("reads no %s in « %s »", (slot, text) => {
  expect(readSlots([client(text)])[slot]).toBeUndefined();
});

test("takes the last value", () => {
  const lines = [client("Disons 500 euros."), agent("Plutôt 700 euros ?"), client("Bon, 600 euros.")];
  expect(readSlots(lines).amount).toBe("600 euros");
});

test("ignores a company in the agent's words", () => {
  expect(readSlots([agent("Chez Voxelia, nous pensons autrement.")]).competitor).toBeUndefined();
});

test("no value has a part of a number, however it is written", () => {
  const locales = ["fr", "fr-CH", "de", "de-CH", "en"];
  const units = fc.constantFrom<[Placeholder, string]>(
    ["amount", " €"],
    ["amount", " euros"],
    ["percent", " %"],
    ["users", " personnes"],
    ["duration", " mois"],
  );
  const written = fc
    .tuple(fc.integer({ min: 2, max: 10 ** 9 }), fc.constantFrom(...locales))
    .map(([value, locale]) => new Intl.NumberFormat(locale).format(value));
  const spoken = fc.integer({ min: 2, max: 999 }).map((value) => inWords(value));
  fc.assert(
    fc.property(fc.oneof(written, spoken), units, (number, [slot, unit]) => {
      const whole = (number + unit).replace(/[\u00a0\u202f]/gu, " ").replaceAll("'", "’");
      expect(readSlots([client(`Nous en sommes à ${number}${unit}, voilà.`)])[slot]).toBe(whole);
    }),
  );
});
