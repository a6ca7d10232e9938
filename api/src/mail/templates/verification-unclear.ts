import { mailTemplate } from "../template.ts";

/** To an address with several registrations, where it is not known which one is the reader's. */
export const verificationUnclear = mailTemplate<{ url: string }>({
  example: { url: "https://app.example/login" },
  en: ({ url }) => ({
    subject: "Which registration is yours?",
    paragraphs: [
      "Hello,",
      "Several registrations are waiting for this address to be verified. Another email was requested from a browser that made none of them, so it is not clear which one is yours.",
      "If you registered, sign in with the password you chose. You can then request a link for your own registration.",
    ],
    action: { label: "Sign in", url },
    footnote: "If you did not register, you can ignore this email.",
  }),
  fr: ({ url }) => ({
    subject: "Quelle inscription est la vôtre ?",
    paragraphs: [
      "Bonjour,",
      "Plusieurs inscriptions attendent que cette adresse soit vérifiée. Un autre e-mail a été demandé depuis un navigateur qui n’en a fait aucune : on ne peut pas savoir laquelle est la vôtre.",
      "Si l’une d’elles vient de vous, connectez-vous avec le mot de passe que vous avez choisi. Vous pourrez alors demander un lien pour votre propre inscription.",
    ],
    action: { label: "Se connecter", url },
    footnote: "Si aucune ne vient de vous, vous pouvez ignorer cet e-mail.",
  }),
});
