import type { Language } from "@souffleur/contracts";
import { mailTemplate } from "../template.ts";

/** What the owner of an account has changed. */
export type AccountChange = "password" | "profile" | "sessions";

const changes: Record<Language, Record<AccountChange, { subject: string; text: string }>> = {
  en: {
    password: {
      subject: "Your password was changed",
      text: "The password of your Souffleur account was changed, and your other sessions were ended.",
    },
    profile: {
      subject: "Your profile was changed",
      text: "The name or the telephone number of your Souffleur account was changed.",
    },
    sessions: {
      subject: "Your account was signed out on other devices",
      text: "One or more of your sessions in Souffleur were ended. They can no longer be used.",
    },
  },
  fr: {
    password: {
      subject: "Votre mot de passe a été modifié",
      text: "Le mot de passe de votre compte Souffleur a été modifié et vos autres sessions ont été fermées.",
    },
    profile: {
      subject: "Votre profil a été modifié",
      text: "Le nom ou le numéro de téléphone de votre compte Souffleur a été modifié.",
    },
    sessions: {
      subject: "Votre compte a été déconnecté d’autres appareils",
      text: "Une ou plusieurs de vos sessions Souffleur ont été fermées. Elles ne sont plus utilisables.",
    },
  },
};

/** To the owner of an account, about a change that they have made themselves. */
export const accountChanged = mailTemplate<{
  name: string;
  change: AccountChange;
  /** The browser and its system, or nothing where they are not known. */
  device: string;
  /** The network address of the request. */
  source: string;
  url: string;
}>({
  example: {
    name: "Camille",
    change: "password",
    device: "Firefox, Windows",
    source: "192.0.2.17",
    url: "https://app.example/login",
  },
  en: ({ name, change, device, source, url }) => ({
    subject: changes.en[change].subject,
    paragraphs: [
      `Hello ${name},`,
      changes.en[change].text,
      `Changed from: ${device === "" ? "unknown browser" : device}, network address ${source}.`,
    ],
    action: { label: "Open Souffleur", url },
    footnote: "If it was not you, contact your organization's administrator immediately.",
  }),
  fr: ({ name, change, device, source, url }) => ({
    subject: changes.fr[change].subject,
    paragraphs: [
      `Bonjour ${name},`,
      changes.fr[change].text,
      `Modification faite depuis : ${device === "" ? "navigateur inconnu" : device}, adresse réseau ${source}.`,
    ],
    action: { label: "Ouvrir Souffleur", url },
    footnote:
      "Si vous n’êtes pas à l’origine de cette modification, contactez immédiatement l’administrateur de votre organisation.",
  }),
});
