import { limits } from "@souffleur/contracts";
import { mailTemplate } from "../template.ts";

const minutes = limits.passwordLinkValidMs / 60_000;

/** To the owner of an account, at the request of an administrator who manages it. */
export const passwordLink = mailTemplate<{ name: string; url: string }>({
  example: { name: "Camille", url: "https://app.example/new-password?token=example" },
  en: ({ name, url }) => ({
    subject: "Choose a new password",
    paragraphs: [
      `Hello ${name},`,
      "An administrator sent you this link to choose a new password for Souffleur. You will be signed out on all devices when you use it.",
    ],
    action: { label: "Choose a new password", url },
    footnote: `The link is valid for ${minutes} minutes and works once. Your current password stays valid until then. If you did not ask for it, you can ignore this email.`,
  }),
  fr: ({ name, url }) => ({
    subject: "Choisissez un nouveau mot de passe",
    paragraphs: [
      `Bonjour ${name},`,
      "Un administrateur vous envoie ce lien pour choisir un nouveau mot de passe Souffleur. Son utilisation vous déconnectera de tous vos appareils.",
    ],
    action: { label: "Choisir un mot de passe", url },
    footnote: `Le lien est valable ${minutes} minutes et ne sert qu’une fois. D’ici là, votre mot de passe actuel reste valable. Si vous n’avez rien demandé, vous pouvez ignorer cet e-mail.`,
  }),
});
