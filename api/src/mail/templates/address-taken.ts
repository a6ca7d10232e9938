import { mailTemplate } from "../template.ts";

/** To the owner of an account with whose address somebody has registered. */
export const addressTaken = mailTemplate<{ name: string; url: string }>({
  example: { name: "Camille", url: "https://app.example/login" },
  en: ({ name, url }) => ({
    subject: "Someone tried to register with your email address",
    paragraphs: [
      `Hello ${name},`,
      "Someone tried to create a Souffleur account with this address, which already has one. Your account was not changed.",
      "If it was you, sign in with your existing password.",
    ],
    action: { label: "Sign in", url },
    footnote: "If it was not you, you can ignore this email.",
  }),
  fr: ({ name, url }) => ({
    subject: "Une inscription a été tentée avec votre adresse e-mail",
    paragraphs: [
      `Bonjour ${name},`,
      "Quelqu’un a tenté de créer un compte Souffleur avec cette adresse, qui en a déjà un. Votre compte n’a pas été modifié.",
      "Si c’était vous, connectez-vous avec votre mot de passe actuel.",
    ],
    action: { label: "Se connecter", url },
    footnote: "Si ce n’était pas vous, vous pouvez ignorer cet e-mail.",
  }),
});
