import { mailTemplate } from "../template.ts";

/** To the owner of an account that was approved. */
export const approved = mailTemplate<{
  name: string;
  /** Only where it is not the one that the person registered with. */
  organization?: string | undefined;
  url: string;
}>({
  example: { name: "Camille", organization: "Lumière Télécom", url: "https://app.example/login" },
  en: ({ name, organization, url }) => ({
    subject: "Your account is approved",
    paragraphs: [
      `Hello ${name},`,
      "Your Souffleur account was approved. You can sign in now.",
      ...(organization === undefined
        ? []
        : [`You have joined ${organization}, which already uses Souffleur.`]),
    ],
    action: { label: "Sign in", url },
  }),
  fr: ({ name, organization, url }) => ({
    subject: "Votre compte est approuvé",
    paragraphs: [
      `Bonjour ${name},`,
      "Votre compte Souffleur a été approuvé. Vous pouvez maintenant vous connecter.",
      ...(organization === undefined
        ? []
        : [`Vous avez rejoint ${organization}, qui utilise déjà Souffleur.`]),
    ],
    action: { label: "Se connecter", url },
  }),
});
