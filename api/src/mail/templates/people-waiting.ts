import { mailTemplate } from "../template.ts";

interface Applicant {
  name: string;
  email: string;
  /** Undefined for a platform account. */
  organization?: string | undefined;
}

/** To an administrator, about the people whose registrations wait for a decision: the latest of them, and their number. */
export const peopleWaiting = mailTemplate<{ people: readonly Applicant[]; count: number; url: string }>({
  example: {
    people: [
      { name: "Camille Roux", email: "camille@lumiere.example", organization: "Lumière" },
      { name: "Jean Petit", email: "jean@lumiere.example", organization: "Lumière" },
    ],
    count: 3,
    url: "https://app.example/admin/users",
  },
  en({ people, count, url }) {
    const one = count === 1;
    const others = count - people.length;
    return {
      subject: one
        ? "An account is waiting for your approval"
        : `${count} accounts are waiting for your approval`,
      paragraphs: [
        ...people.map(({ name, email, organization }) => {
          const wanted = organization === undefined ? "" : ` and wants to join ${organization}`;
          return `${name} (${email}) has verified the address${wanted}.`;
        }),
        ...(others > 0 ? [`And ${others} more.`] : []),
        one
          ? "They can sign in once you or another administrator approves the account."
          : "They can sign in once you or another administrator approves the accounts.",
      ],
      action: { label: one ? "Review the request" : "Review the requests", url },
    };
  },
  fr({ people, count, url }) {
    const one = count === 1;
    const others = count - people.length;
    return {
      subject: one ? "Un compte attend votre approbation" : `${count} comptes attendent votre approbation`,
      paragraphs: [
        ...people.map(({ name, email, organization }) => {
          const wanted = organization === undefined ? "" : ` et souhaite rejoindre ${organization}`;
          return `${name} (${email}) a vérifié son adresse${wanted}.`;
        }),
        ...(others > 0 ? [`Et ${others} de plus.`] : []),
        one
          ? "La connexion sera possible dès que vous, ou un autre administrateur, aurez approuvé le compte."
          : "La connexion sera possible dès que vous, ou un autre administrateur, aurez approuvé les comptes.",
      ],
      action: { label: one ? "Examiner la demande" : "Examiner les demandes", url },
    };
  },
});
