import { mailTemplate } from "../template.ts";

/** To the owner of an account that only known browsers may sign in to, after many failed sign-ins. */
export const unlock = mailTemplate<{ name: string; url: string }>({
  example: { name: "Camille", url: "https://app.example/login?unlock=example" },
  en: ({ name, url }) => ({
    subject: "Unlock sign-in to your account",
    paragraphs: [
      `Hello ${name},`,
      "There were many failed sign-ins to your account within an hour. For now, only browsers you have used before can sign in.",
      "To sign in from another browser, open this link in it. You still need your password.",
    ],
    action: { label: "Allow this browser", url },
    footnote: "The link is valid for one hour. If you did not try to sign in, you can ignore this email.",
  }),
  fr: ({ name, url }) => ({
    subject: "Débloquez la connexion à votre compte",
    paragraphs: [
      `Bonjour ${name},`,
      "De nombreuses tentatives de connexion à votre compte ont échoué en une heure. Pour l’instant, seuls les navigateurs que vous avez déjà utilisés peuvent se connecter.",
      "Pour vous connecter depuis un autre navigateur, ouvrez-y ce lien. Votre mot de passe reste nécessaire.",
    ],
    action: { label: "Autoriser ce navigateur", url },
    footnote:
      "Le lien est valable une heure. Si vous n’avez pas tenté de vous connecter, vous pouvez ignorer cet e-mail.",
  }),
});
