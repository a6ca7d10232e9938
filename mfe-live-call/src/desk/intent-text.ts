import { type Text, t } from "../texts/texts.ts";

/** The subjects of the built-in playbook, whose data are French, in the interface's language. */
export const intentTexts: Readonly<Record<string, Text>> = {
  "À tout moment": "Any time",
  Assistance: "Support",
  Besoin: "Need",
  Budget: "Budget",
  Calendrier: "Timing",
  Conclusion: "Closing",
  Concurrent: "Competitor",
  Contrat: "Contract",
  "Déjà un fournisseur": "Has a supplier",
  Décideur: "Decision maker",
  Démonstration: "Demo",
  Documents: "Documents",
  Doute: "Doubt",
  "Échange informel": "Small talk",
  Équipe: "Team",
  "Exigences techniques": "Technical needs",
  Formation: "Training",
  Intégration: "Integration",
  Intérêt: "Interest",
  "Mauvais interlocuteur": "Wrong contact",
  "Mauvaise expérience": "Bad experience",
  Méfiance: "Distrust",
  "Opposition au démarchage": "Objects to cold calls",
  "Origine des coordonnées": "Source of contact data",
  "Pas le temps": "No time",
  "Pas une priorité": "Not a priority",
  Prix: "Price",
  Rappel: "Call back",
  Réclamation: "Complaint",
  Références: "References",
  Refus: "Not interested",
  Remerciements: "Thanks",
  Remise: "Discount",
  Résiliation: "Cancellation",
  Salutations: "Greeting",
  Sécurité: "Security",
  "Trop petit pour cela": "Too small for it",
};

/** The name of a playbook's subject: an organization's own ones stay as they were written. */
export function intentText(intent: string): string {
  const known = intentTexts[intent];
  return known === undefined ? intent : t(known);
}
