import type { Language } from "@souffleur/contracts";
import { type Message, writeMessage } from "../mail/message.ts";
import { momentText } from "../texts/formats.ts";

/**
 * The registration that a mail is about. Anyone may have made it, so a mail to an unverified address contains nothing
 * that was typed into the form.
 */
interface Asked {
  at: Date;
  /** The address has other registrations too. */
  amongSeveral: boolean;
  /** The language of the browser that registered. */
  language: Language;
}

export function linkMail(asked: Asked, url: string): Message {
  const { language } = asked;
  const { hello, notYours, others } = texts[language];
  const at = momentText(asked.at, language);
  return writeMessage(language, {
    en: {
      subject: "Verify your email address",
      paragraphs: [
        hello,
        `Someone registered with this address on ${at}. If it was you, please verify the address. An administrator will review your account. We'll email you when you can sign in.`,
        ...(asked.amongSeveral ? [others.link] : []),
      ],
      action: { label: "Verify email address", url },
      footnote: `The link is valid for 24 hours. ${notYours}`,
    },
    fr: {
      subject: "Vérifiez votre adresse e-mail",
      paragraphs: [
        hello,
        `Une inscription a été faite avec cette adresse le ${at}. Si elle vient de vous, vérifiez l’adresse. Un administrateur examinera ensuite votre compte. Nous vous écrirons dès que vous pourrez vous connecter.`,
        ...(asked.amongSeveral ? [others.link] : []),
      ],
      action: { label: "Vérifier l’adresse e-mail", url },
      footnote: `Le lien est valable 24 heures. ${notYours}`,
    },
  });
}

export function codeMail(asked: Asked, code: string, url: string): Message {
  const { language } = asked;
  const { hello, notYours, others } = texts[language];
  const at = momentText(asked.at, language);
  return writeMessage(language, {
    en: {
      code,
      subject: "Your verification code",
      paragraphs: [
        hello,
        `Someone registered with this address on ${at}. If it was you, enter this code to verify it:`,
        ...(asked.amongSeveral ? [others.code] : []),
      ],
      action: { label: "Verify with this code", url },
      footnote: `The code is valid for 10 minutes. Souffleur will never ask you for it. ${notYours}`,
    },
    fr: {
      code,
      subject: "Votre code de vérification",
      paragraphs: [
        hello,
        `Une inscription a été faite avec cette adresse le ${at}. Si elle vient de vous, saisissez ce code pour vérifier l’adresse :`,
        ...(asked.amongSeveral ? [others.code] : []),
      ],
      action: { label: "Vérifier avec ce code", url },
      footnote: `Le code est valable 10 minutes. Souffleur ne vous le demandera jamais. ${notYours}`,
    },
  });
}

/** For an address with several registrations, where it is not known which one is the reader's. */
export function unclearMail(url: string, language: Language): Message {
  return writeMessage(language, {
    en: {
      subject: "Which registration is yours?",
      paragraphs: [
        "Hello,",
        "Several registrations are waiting for this address to be verified. Another email was requested from a browser that made none of them, so it is not clear which one is yours.",
        "If you registered, sign in with the password you chose. You can then request a link for your own registration.",
      ],
      action: { label: "Sign in", url },
      footnote: "If you did not register, you can ignore this email.",
    },
    fr: {
      subject: "Quelle inscription est la vôtre ?",
      paragraphs: [
        "Bonjour,",
        "Plusieurs inscriptions attendent que cette adresse soit vérifiée. Un autre e-mail a été demandé depuis un navigateur qui n’en a fait aucune : on ne peut pas savoir laquelle est la vôtre.",
        "Si l’une d’elles vient de vous, connectez-vous avec le mot de passe que vous avez choisi. Vous pourrez alors demander un lien pour votre propre inscription.",
      ],
      action: { label: "Se connecter", url },
      footnote: "Si aucune ne vient de vous, vous pouvez ignorer cet e-mail.",
    },
  });
}

const texts = {
  en: {
    hello: "Hello,",
    notYours:
      "If you did not register then, ignore this email: using it would verify the account of the person who did.",
    others: {
      link: "There are other registrations with this address. This link is for this one only; use it only if you made it.",
      code: "There are other registrations with this address. This code is for this one only; use it only if you made it.",
    },
  },
  fr: {
    hello: "Bonjour,",
    notYours:
      "Si cette inscription ne vient pas de vous, ignorez cet e-mail : l’utiliser vérifierait le compte de la personne qui l’a faite.",
    others: {
      link: "Il y a d’autres inscriptions avec cette adresse. Ce lien ne vaut que pour celle-ci ; ne l’utilisez que si elle vient de vous.",
      code: "Il y a d’autres inscriptions avec cette adresse. Ce code ne vaut que pour celle-ci ; ne l’utilisez que si elle vient de vous.",
    },
  },
} satisfies Record<Language, object>;
