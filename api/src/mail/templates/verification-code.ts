import { momentText } from "../../texts/formats.ts";
import { mailTemplate } from "../template.ts";
import { type AskedRegistration, exampleRegistration, notYours } from "./registrations.ts";

/** To an address that somebody has registered, with the code that verifies it. */
export const verificationCode = mailTemplate<AskedRegistration & { code: string; url: string }>({
  example: {
    ...exampleRegistration,
    code: "123456",
    url: "https://app.example/verify-email?code=123456&session=example",
  },
  en: ({ at, amongSeveral, code, url }) => ({
    code,
    subject: "Your verification code",
    paragraphs: [
      "Hello,",
      `Someone registered with this address on ${momentText(at, "en")}. If it was you, enter this code to verify it:`,
      ...(amongSeveral
        ? [
            "There are other registrations with this address. This code is for this one only; use it only if you made it.",
          ]
        : []),
    ],
    action: { label: "Verify with this code", url },
    footnote: `The code is valid for 10 minutes. Souffleur will never ask you for it. ${notYours.en}`,
  }),
  fr: ({ at, amongSeveral, code, url }) => ({
    code,
    subject: "Votre code de vérification",
    paragraphs: [
      "Bonjour,",
      `Une inscription a été faite avec cette adresse le ${momentText(at, "fr")}. Si elle vient de vous, saisissez ce code pour vérifier l’adresse :`,
      ...(amongSeveral
        ? [
            "Il y a d’autres inscriptions avec cette adresse. Ce code ne vaut que pour celle-ci ; ne l’utilisez que si elle vient de vous.",
          ]
        : []),
    ],
    action: { label: "Vérifier avec ce code", url },
    footnote: `Le code est valable 10 minutes. Souffleur ne vous le demandera jamais. ${notYours.fr}`,
  }),
});
