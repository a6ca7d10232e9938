import { type Role, roleLabels } from "@souffleur/contracts";
import { textIn } from "../../texts/texts.ts";
import { mailTemplate } from "../template.ts";

/** To a person whose role an administrator has changed. */
export const roleChanged = mailTemplate<{ name: string; role: Role; url: string }>({
  example: { name: "Camille", role: "supervisor", url: "https://app.example/login" },
  en: ({ name, role, url }) => ({
    subject: "Your role has changed",
    paragraphs: [
      `Hello ${name},`,
      `An administrator changed your role in Souffleur. It is now: ${textIn("en", roleLabels[role])}. The change is already in effect.`,
    ],
    action: { label: "Open Souffleur", url },
    footnote: "If you think this is a mistake, please contact your organization's administrator.",
  }),
  fr: ({ name, role, url }) => ({
    subject: "Votre rôle a changé",
    paragraphs: [
      `Bonjour ${name},`,
      `Un administrateur a modifié votre rôle dans Souffleur. Vous avez désormais ce rôle : ${textIn("fr", roleLabels[role])}. Ce changement est déjà en vigueur.`,
    ],
    action: { label: "Ouvrir Souffleur", url },
    footnote: "Si vous pensez qu’il s’agit d’une erreur, contactez l’administrateur de votre organisation.",
  }),
});
