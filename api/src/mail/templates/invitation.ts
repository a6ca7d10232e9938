import { limits, type Role, roleLabels } from "@souffleur/contracts";
import { textIn } from "../../texts/texts.ts";
import { mailTemplate } from "../template.ts";

/** To an address without an account that an administrator has invited, with the link that accepts. */
export const invitation = mailTemplate<{
  sender: string;
  organization: string;
  role: Role;
  /** They sign in through the organization's provider. */
  isLed: boolean;
  url: string;
}>({
  example: {
    sender: "Camille Roux",
    organization: "Lumière",
    role: "agent",
    isLed: false,
    url: "https://app.example/invitation?token=example",
  },
  en: ({ sender, organization, role, isLed, url }) => ({
    subject: `${sender} invites you to Souffleur`,
    paragraphs: [
      "Hello,",
      `${sender} invites you to join ${organization} on Souffleur. Your role: ${textIn("en", roleLabels[role])}.`,
      isLed
        ? "Open the link to sign in through your organization. You need no other password."
        : "Open the link to choose your name and password. You can then sign in at once.",
    ],
    action: { label: "Accept the invitation", url },
    footnote: `The link is valid for ${limits.invitationValidDays} days and works once. If you do not know the sender, you can ignore this email.`,
  }),
  fr: ({ sender, organization, role, isLed, url }) => ({
    subject: `${sender} vous invite sur Souffleur`,
    paragraphs: [
      "Bonjour,",
      `${sender} vous invite à rejoindre ${organization} sur Souffleur. Votre rôle : ${textIn("fr", roleLabels[role])}.`,
      isLed
        ? "Ouvrez le lien pour vous connecter via votre organisation. Aucun autre mot de passe n’est nécessaire."
        : "Ouvrez le lien pour indiquer votre nom et choisir un mot de passe. La connexion est ensuite possible aussitôt.",
    ],
    action: { label: "Accepter l’invitation", url },
    footnote: `Le lien est valable ${limits.invitationValidDays} jours et ne sert qu’une fois. Si l’expéditeur vous est inconnu, vous pouvez ignorer cet e-mail.`,
  }),
});
