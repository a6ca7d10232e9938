import { type Role, roleLabels } from "@souffleur/contracts";
import { textIn } from "../../texts/texts.ts";
import { mailTemplate } from "../template.ts";

/**
 * To an administrator, about a person that a platform administrator has approved into their organization, though the
 * person registered with another name of it.
 */
export const memberJoined = mailTemplate<{
  name: string;
  email: string;
  role: Role;
  /** As it was typed at the registration. */
  typed: string;
  organization: string;
  url: string;
}>({
  example: {
    name: "Camille Roux",
    email: "camille@lumiere.example",
    role: "agent",
    typed: "Lumière",
    organization: "Lumière Télécom",
    url: "https://app.example/admin/users",
  },
  en: ({ name, email, role, typed, organization, url }) => ({
    subject: `${name} has joined ${organization}`,
    paragraphs: [
      `${name} (${email}) registered with the organization name “${typed}”. A platform administrator approved them into ${organization} instead.`,
      `Their role is: ${textIn("en", roleLabels[role])}. They can sign in now.`,
    ],
    action: { label: "Review the account", url },
    footnote: "If this person is not one of you, deactivate the account under User Management.",
  }),
  fr: ({ name, email, role, typed, organization, url }) => ({
    subject: `${name} a rejoint ${organization}`,
    paragraphs: [
      `${name} (${email}) s’est inscrit avec le nom d’organisation « ${typed} ». Un administrateur de la plateforme a approuvé son compte dans ${organization}.`,
      `Son rôle : ${textIn("fr", roleLabels[role])}. Cette personne peut se connecter dès maintenant.`,
    ],
    action: { label: "Examiner le compte", url },
    footnote:
      "Si cette personne n’est pas des vôtres, désactivez son compte dans la gestion des utilisateurs.",
  }),
});
