import { said } from "./french.ts";
import { fault, type Moment } from "./moment.ts";
import type { Situation } from "./situation.ts";

const complains = ({ isComplaint }: Moment) => isComplaint;
const money = said("euros | factur* | prelev* | debit* | pay* | tarif | prix | abonnement | echeance");
const bills = said("factur* | prelev* | debit* | combien | montant | je vois {num} | signe a {num}");
const refusesDay = said(
  "travaille | peux pas | peut pas | impossible | trop | meme pas | pas (?:la|le|ce) | combien",
);
const steps = said(`
  clique* | cliquez | appuye* | ouvr* | fermez | tapez | allez | passez | secouez | deviss* | rebranch* | debranch* | redemarr* | rallum* | etei* | regardez | verifi* | recharg* | essay* | mettez | remettez | tournez | tirez | relanc* | install* | selectionn* | choisissez | voyez vous | quel (?:navigateur|modele|message|voyant|appareil|systeme) | quelle (?:version|annee|marque|couleur|reference|adresse) | il est de`);
const asks = said("combien | comment | pourquoi | est ce que | quand | quel* | vous (?:avez|pouvez|faites)");

/** Calls to a service: nothing is sold, and little is asked. */
export const complaining: readonly Situation[] = [
  {
    heard: said(
      "(?:me|nous|m) couter | ca coute combien | c est payant | combien (?:ca|cela|je vais) (?:coute|couter|payer)* | sous garantie",
    ),
    replies: "",
  },
  {
    heard: said(
      "(?:une|la|de la|votre) (?:doc|documentation|notice|procedure|fiche|mode d emploi) | un (?:tuto*|guide|mode d emploi)",
    ),
    replies: "documents-1",
  },
  {
    heard: said(
      "par ecrit | un ecrit | compte rendu | un rapport | une confirmation | une trace | m envoyer un mail",
    ),
    when: complains,
    replies: "complaint-3",
  },
  {
    heard: said(`
      resili* | je (?:change|pars|quitte|vais voir|passe chez|m en vais) | on (?:change|part|quitte|va voir|arrete tout) | changer de (?:\\w+ )?(?:fournisseur|prestataire|transporteur|operateur|banque|assureur|societe|cremerie) | c est (?:termine|fini) (?:avec|entre|je|hein)* | j arrete tout | voir ailleurs | concurren* | avocat | annul* … (?:contrat|abonnement)`),
    unless: said("mes clients annulent"),
    when: complains,
    replies: "cancellation-5 complaint-3 complaint-5 complaint-6",
  },
  {
    heard: said(
      "(?:un|votre|le) (?:numero|interlocuteur|nom) (?:a|direct|que|unique|attitre|fixe)* | quelqu un de (?:fiable|competent|serieux) | toujours la meme personne | a qui (?:je|on) | un repondeur | quelqu un qui (?:decroche|repond|connait)",
    ),
    when: complains,
    replies: "support-1 complaint-3",
  },
  {
    when: ({ said: text, asked, client, slots, isComplaint, turn }) =>
      isComplaint &&
      turn > 1 &&
      slots().amount !== undefined &&
      money.test(client) &&
      bills.test(text + asked),
    replies: "complaint-4",
  },
  {
    unless: asks,
    when: ({ turn, isComplaint }) => turn === 1 && !isComplaint,
    replies: "complaint-1 complaint-2",
  },
  { heard: fault, when: ({ turn }) => turn === 1, replies: "complaint-1 complaint-6 complaint-3" },
  { when: ({ turn }) => turn === 1, replies: "complaint-1" },
  {
    heard: said(
      "pour tout le monde | d un coup | tous les postes | automatiquement | a distance | service informatique",
    ),
    when: ({ isSoftware, isComplaint }) => isSoftware && !isComplaint,
    replies: "technical-5 technical-4",
  },
  { when: ({ isComplaint }) => !isComplaint, replies: "" },
  {
    after: steps,
    unless: said("trop tard | marre | quand meme | franchement"),
    when: ({ words }) => words <= 12,
    replies: "",
  },
  {
    heard: said(
      "(?:ok|d accord|bon|tres bien|je veux bien|ca marche) … (?:ok|d accord|ca|oui|bien|mais bon)",
    ),
    when: ({ words }) => words <= 7,
    replies: "complaint-3",
  },
  {
    when: ({ slots, turn, words }) => turn > 1 && words <= 10 && slots().date !== undefined,
    unless: refusesDay,
    replies: "complaint-7 complaint-3",
  },
  {
    heard: said(
      "dedommag* | indemnis* | un geste | compens* | recommence | se reproduise | je veux l | qui (?:me|nous|va|paye|paie) | vous (?:me|nous) faites quoi | ancien prix | paye pas | pour ma pomme | des excuses | les excuses",
    ),
    replies: "complaint-5 complaint-3 complaint-6",
  },
  {
    heard: said(
      "{num} fois | \\w+ieme fois | la derniere fois | vous vous rendez compte | je m en fiche | laissez moi | (?:on m|vous m|vous) a(?:vez)? (?:dit|promis) | personne | bah voyons | normal | honte* | inadmissible | inacceptable | marre | trop tard | les excuses | c est pas (?:serieux|possible|normal) | minutes que | rien (?:recu|vu) | toujours pas | le minimum | la musique | j en peux plus | deja dit",
    ),
    replies: "complaint-6 complaint-1 complaint-5",
  },
  { heard: said("\\w+ \\w+ \\w+"), replies: "complaint-3 complaint-1" },
];
