import type { Placeholder } from "@souffleur/contracts/playbook";
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
  ["percent", "Faites-moi 10 % et je signe.", "10 %"],
  ["percent", "Une remise de quinze pour cent.", "quinze pour cent"],
  ["users", "Nous avons 25 commerciaux.", "25 commerciaux"],
  ["users", "Douze mille euros pour vingt personnes.", "vingt personnes"],
  ["users", "On a une douzaine de commerciaux.", "une douzaine de commerciaux"],
  ["users", "Une trentaine d’utilisateurs.", "une trentaine d’utilisateurs"],
  ["duration", "Deux ans, c'est long.", "deux ans"],
  ["date", "Rappelez-moi jeudi matin.", "jeudi matin"],
  ["date", "On se voit le 12 mars ?", "le 12 mars"],
  ["date", "Plutôt 3 avril.", "le 3 avril"],
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
