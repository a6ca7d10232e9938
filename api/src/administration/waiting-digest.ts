import type { Language } from "@souffleur/contracts";
import type { Waiting } from "../auth/digests.ts";
import type { Users } from "../auth/users.ts";
import { type Message, shownName, writeMessage } from "../mail/message.ts";
import { queuedMail } from "../mail/outbox.ts";
import type { Composed, MailComposers, MailWorker } from "../mail/worker.ts";

/**
 * Notifies administrators of people who wait for approval: at once of the first, and in one more mail of all others
 * within ten minutes. The digest is stored in the administrator's account, where every process finds it. Each step may
 * be repeated after a crash.
 */
export function waitingDigests(
  worker: MailWorker,
  users: Users,
  publicUrl: string,
): Pick<MailComposers, "approval-wanted" | "people-waiting"> {
  return {
    "approval-wanted": async (_mail, holderId, now): Promise<Composed> => {
      const applicant = await users.findById(holderId);
      if (applicant?.status !== "pending_approval") return "obsolete";
      for (const { _id } of await users.decidersOn(applicant.organizationId))
        await users.queueDigest(_id, queuedMail("people-waiting", now));
      worker.wake();
      return { fanOut: [] };
    },

    "people-waiting": async (mail, holderId, now): Promise<Composed> => {
      const decider = await users.findDecider(holderId);
      if (decider === null) return "obsolete";
      const waiting = await users.waitingFor(decider.organizationId);
      if (waiting.count === 0) return "obsolete";
      const turn = await users.takeDigest(holderId, mail.id, now);
      if (turn === "redundant") return "obsolete";
      if (turn !== "now") return turn;
      return {
        to: decider.email,
        message: digestMail(waiting, `${publicUrl}/admin/users`, decider.language ?? "en"),
      };
    },
  };
}

function digestMail({ people, count }: Waiting, url: string, language: Language): Message {
  const others = count - people.length;
  const one = count === 1;
  return writeMessage(language, {
    en: {
      subject: one
        ? "An account is waiting for your approval"
        : `${count} accounts are waiting for your approval`,
      paragraphs: [
        ...people.map((person) => {
          const { name, email, organization } = shown(person);
          const wanted = organization === undefined ? "" : ` and wants to join ${organization}`;
          return `${name} (${email}) has verified the address${wanted}.`;
        }),
        ...(others > 0 ? [`And ${others} more.`] : []),
        one
          ? "They can sign in once you or another administrator approves the account."
          : "They can sign in once you or another administrator approves the accounts.",
      ],
      action: { label: one ? "Review the request" : "Review the requests", url },
    },
    fr: {
      subject: one ? "Un compte attend votre approbation" : `${count} comptes attendent votre approbation`,
      paragraphs: [
        ...people.map((person) => {
          const { name, email, organization } = shown(person);
          const wanted = organization === undefined ? "" : ` et souhaite rejoindre ${organization}`;
          return `${name} (${email}) a vérifié son adresse${wanted}.`;
        }),
        ...(others > 0 ? [`Et ${others} de plus.`] : []),
        one
          ? "La connexion sera possible dès que vous, ou un autre administrateur, aurez approuvé le compte."
          : "La connexion sera possible dès que vous, ou un autre administrateur, aurez approuvé les comptes.",
      ],
      action: { label: one ? "Examiner la demande" : "Examiner les demandes", url },
    },
  });
}

function shown({ firstName, lastName, email, organizationName }: Waiting["people"][number]) {
  const organization = organizationName === undefined ? undefined : shownName(organizationName);
  return { name: shownName(`${firstName} ${lastName}`), email, organization };
}
