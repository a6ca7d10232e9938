import { momentText } from "../../texts/formats.ts";
import { mailTemplate } from "../template.ts";
import { type AskedRegistration, exampleRegistration, notYours } from "./registrations.ts";

/** To an address that somebody has registered, with the link that verifies it. */
export const verificationLink = mailTemplate<AskedRegistration & { url: string }>({
  example: { ...exampleRegistration, url: "https://app.example/verify-email?token=example" },
  en: ({ at, amongSeveral, url }) => ({
    subject: "Verify your email address",
    paragraphs: [
      "Hello,",
      `Someone registered with this address on ${momentText(at, "en")}. If it was you, please verify the address. An administrator will review your account. We'll email you when you can sign in.`,
      ...(amongSeveral
        ? [
            "There are other registrations with this address. This link is for this one only; use it only if you made it.",
          ]
        : []),
    ],
    action: { label: "Verify email address", url },
    footnote: `The link is valid for 24 hours. ${notYours.en}`,
  }),
  fr: ({ at, amongSeveral, url }) => ({
    subject: "Vérifiez votre adresse e-mail",
    paragraphs: [
      "Bonjour,",
      `Une inscription a été faite avec cette adresse le ${momentText(at, "fr")}. Si elle vient de vous, vérifiez l’adresse. Un administrateur examinera ensuite votre compte. Nous vous écrirons dès que vous pourrez vous connecter.`,
      ...(amongSeveral
        ? [
            "Il y a d’autres inscriptions avec cette adresse. Ce lien ne vaut que pour celle-ci ; ne l’utilisez que si elle vient de vous.",
          ]
        : []),
    ],
    action: { label: "Vérifier l’adresse e-mail", url },
    footnote: `Le lien est valable 24 heures. ${notYours.fr}`,
  }),
});
