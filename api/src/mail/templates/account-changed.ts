import type { Language } from "@souffleur/contracts";
import { mailTemplate } from "../template.ts";

/** What has been changed, mostly by the account's owner. */
export type AccountChange =
  | "password"
  | "profile"
  | "sessions"
  | "passkeyAdded"
  | "passkeyRemoved"
  /** By the organization's directory. */
  | "address"
  /** By the server. */
  | "passkeyCopied"
  /** By an administrator. */
  | "passkeysReset"
  | "signInForgotten";

const changes: Record<Language, Record<AccountChange, { subject: string; text: string }>> = {
  en: {
    password: {
      subject: "Your password was changed",
      text: "The password of your Souffleur account was changed, and your other sessions were ended. Your passkeys and the link to your calendar still work: look through them in your profile.",
    },
    profile: {
      subject: "Your profile was changed",
      text: "The name or the telephone number of your Souffleur account was changed.",
    },
    address: {
      subject: "The email address of your account was changed",
      text: "Your organization's directory has changed the email address of your Souffleur account. Sign in with the new address from now on.",
    },
    sessions: {
      subject: "Your account was signed out on other devices",
      text: "One or more of your sessions in Souffleur were ended. They can no longer be used.",
    },
    passkeyAdded: {
      subject: "A passkey was added to your account",
      text: "A passkey was added to your Souffleur account. It can be used to sign in.",
    },
    passkeyRemoved: {
      subject: "A passkey was removed from your account",
      text: "A passkey was removed from your Souffleur account. It can no longer be used to sign in.",
    },
    passkeyCopied: {
      subject: "One of your passkeys was blocked",
      text: "One of your passkeys seems to have been copied: its counter went back. It is no longer accepted, and all your sessions in Souffleur were ended. Sign in, remove the passkey in your profile and add a new one.",
    },
    passkeysReset: {
      subject: "Your passkeys were removed",
      text: "An administrator has removed all passkeys of your Souffleur account, and all your sessions were ended. Sign in with your password, then add a new passkey in your profile.",
    },
    signInForgotten: {
      subject: "Your organization's sign-in is linked to your account anew",
      text: "An administrator has made Souffleur forget who signs in to your account through your organization, and all your sessions were ended. Your next sign-in through your organization, with your email address, links your account again.",
    },
  },
  fr: {
    password: {
      subject: "Votre mot de passe a été modifié",
      text: "Le mot de passe de votre compte Souffleur a été modifié et vos autres sessions ont été fermées. Vos clés d’accès et le lien vers votre calendrier fonctionnent toujours : vérifiez-les dans votre profil.",
    },
    profile: {
      subject: "Votre profil a été modifié",
      text: "Le nom ou le numéro de téléphone de votre compte Souffleur a été modifié.",
    },
    address: {
      subject: "L’adresse e-mail de votre compte a été modifiée",
      text: "L’annuaire de votre organisation a modifié l’adresse e-mail de votre compte Souffleur. Connectez-vous désormais avec la nouvelle adresse.",
    },
    sessions: {
      subject: "Votre compte a été déconnecté d’autres appareils",
      text: "Une ou plusieurs de vos sessions Souffleur ont été fermées. Elles ne sont plus utilisables.",
    },
    passkeyAdded: {
      subject: "Une clé d’accès a été ajoutée à votre compte",
      text: "Une clé d’accès a été ajoutée à votre compte Souffleur. Elle permet de se connecter.",
    },
    passkeyRemoved: {
      subject: "Une clé d’accès a été supprimée de votre compte",
      text: "Une clé d’accès a été supprimée de votre compte Souffleur. Elle ne permet plus de se connecter.",
    },
    passkeyCopied: {
      subject: "Une de vos clés d’accès a été bloquée",
      text: "Une de vos clés d’accès semble avoir été copiée : son compteur a reculé. Elle n’est plus acceptée et toutes vos sessions Souffleur ont été fermées. Connectez-vous, supprimez cette clé d’accès dans votre profil et ajoutez-en une nouvelle.",
    },
    passkeysReset: {
      subject: "Vos clés d’accès ont été supprimées",
      text: "Un administrateur a supprimé toutes les clés d’accès de votre compte Souffleur et toutes vos sessions ont été fermées. Connectez-vous avec votre mot de passe, puis ajoutez une nouvelle clé d’accès dans votre profil.",
    },
    signInForgotten: {
      subject: "La connexion de votre organisation va être de nouveau liée à votre compte",
      text: "Un administrateur a fait oublier à Souffleur qui se connecte à votre compte via votre organisation et toutes vos sessions ont été fermées. Votre prochaine connexion via votre organisation, avec votre adresse e-mail, liera de nouveau votre compte.",
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
