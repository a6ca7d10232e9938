import { mailTemplate } from "../template.ts";

/** To the owner of an account that was approved. */
export const approved = mailTemplate<{
  name: string;
  /** Only where it is not the one that the person registered with. */
  organization?: string | undefined;
  /** The owner has none, or the one that was registered does not count. */
  withoutPassword?: boolean | undefined;
  url: string;
}>({
  example: { name: "Camille", organization: "Lumière Télécom", url: "https://app.example/login" },
  en: ({ name, organization, withoutPassword = false, url }) => ({
    subject: "Your account is approved",
    paragraphs: [
      `Hello ${name},`,
      "Your Souffleur account was approved. You can sign in now.",
      ...(withoutPassword
        ? [
            "Sign in through your organization. If it does not offer that, ask your administrator for a link with which you choose a password.",
          ]
        : []),
      ...(organization === undefined
        ? []
        : [`You have joined ${organization}, which already uses Souffleur.`]),
    ],
    action: { label: "Sign in", url },
  }),
  fr: ({ name, organization, withoutPassword = false, url }) => ({
    subject: "Votre compte est approuvé",
    paragraphs: [
      `Bonjour ${name},`,
      "Votre compte Souffleur a été approuvé. Vous pouvez maintenant vous connecter.",
      ...(withoutPassword
        ? [
            "Connectez-vous via votre organisation. Si elle ne le propose pas, demandez à votre administrateur un lien pour choisir un mot de passe.",
          ]
        : []),
      ...(organization === undefined
        ? []
        : [`Vous avez rejoint ${organization}, qui utilise déjà Souffleur.`]),
    ],
    action: { label: "Se connecter", url },
  }),
});
