import { mailTemplate } from "../template.ts";

/** To the owner of an account that was approved. */
export const approved = mailTemplate<{ name: string; url: string }>({
  example: { name: "Camille", url: "https://app.example/login" },
  en: ({ name, url }) => ({
    subject: "Your account is approved",
    paragraphs: [`Hello ${name},`, "Your Souffleur account was approved. You can sign in now."],
    action: { label: "Sign in", url },
  }),
  fr: ({ name, url }) => ({
    subject: "Votre compte est approuvé",
    paragraphs: [
      `Bonjour ${name},`,
      "Votre compte Souffleur a été approuvé. Vous pouvez maintenant vous connecter.",
    ],
    action: { label: "Se connecter", url },
  }),
});
