/**
 * The registration that a mail is about. Anyone may have made it, so a mail to an unverified address contains nothing
 * that was typed into the form.
 */
export interface AskedRegistration {
  at: Date;
  /** The address has other registrations too. */
  amongSeveral: boolean;
}

export const exampleRegistration: AskedRegistration = {
  at: new Date("2026-03-12T09:30:00Z"),
  amongSeveral: true,
};

export const notYours = {
  en: "If you did not register then, ignore this email: using it would verify the account of the person who did.",
  fr: "Si cette inscription ne vient pas de vous, ignorez cet e-mail : l’utiliser vérifierait le compte de la personne qui l’a faite.",
};
