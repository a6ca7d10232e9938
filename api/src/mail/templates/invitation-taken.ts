import { mailTemplate } from "../template.ts";

/** To the owner of an account whose address an administrator has invited; the administrator learns nothing of the account. */
export const invitationTaken = mailTemplate<{
  name: string;
  sender: string;
  organization: string;
  url: string;
}>({
  example: {
    name: "Camille",
    sender: "Karim Benali",
    organization: "Lumière",
    url: "https://app.example/login",
  },
  en: ({ name, sender, organization, url }) => ({
    subject: `${sender} invites you to Souffleur`,
    paragraphs: [
      `Hello ${name},`,
      `${sender} invites this address to join ${organization} on Souffleur. It already has an account, which was not changed.`,
      "An account belongs to one organization. To join another one, ask the sender to invite another address of yours.",
    ],
    action: { label: "Sign in", url },
    footnote: "The sender does not learn that this address has an account.",
  }),
  fr: ({ name, sender, organization, url }) => ({
    subject: `${sender} vous invite sur Souffleur`,
    paragraphs: [
      `Bonjour ${name},`,
      `${sender} invite cette adresse à rejoindre ${organization} sur Souffleur. Elle a déjà un compte, qui n’a pas été modifié.`,
      "Un compte appartient à une seule organisation. Pour en rejoindre une autre, demandez à l’expéditeur d’inviter une autre de vos adresses.",
    ],
    action: { label: "Se connecter", url },
    footnote: "L’expéditeur n’apprend pas que cette adresse a un compte.",
  }),
});
