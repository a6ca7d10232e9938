import { mailTemplate } from "../template.ts";

/** To the applicant whose registration was rejected, with the administrator's reason if there is one. */
export const rejected = mailTemplate<{ name: string; reason?: string | undefined }>({
  example: { name: "Camille", reason: "We do not know you." },
  en: ({ name, reason }) => ({
    subject: "Your account was not approved",
    paragraphs: [
      `Hello ${name},`,
      "Your request for a Souffleur account was not approved.",
      ...(reason === undefined ? [] : [`Reason: ${reason}`]),
    ],
    footnote: "If you think this is a mistake, please contact your organization's administrator.",
  }),
  fr: ({ name, reason }) => ({
    subject: "Votre compte n’a pas été approuvé",
    paragraphs: [
      `Bonjour ${name},`,
      "Votre demande de compte Souffleur n’a pas été approuvée.",
      ...(reason === undefined ? [] : [`Motif : ${reason}`]),
    ],
    footnote: "Si vous pensez qu’il s’agit d’une erreur, contactez l’administrateur de votre organisation.",
  }),
});
