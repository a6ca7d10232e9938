import type { Waiting } from "../auth/digests.ts";
import type { Users } from "../auth/users.ts";
import { type Message, shownName, writeMessage } from "../mail/message.ts";
import { queuedMail } from "../mail/outbox.ts";
import type { Composed, MailComposers, MailWorker } from "../mail/worker.ts";

/**
 * Notifies administrators of people who wait for approval: of the first at once, and of all others within ten
 * minutes in one more mail. The digest is stored in the administrator's own account, where every process sees
 * it; each step may be repeated after a crash.
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
      return { to: decider.email, message: digestMail(waiting, `${publicUrl}/admin/users`) };
    },
  };
}

function digestMail({ people, count }: Waiting, url: string): Message {
  const others = count - people.length;
  return writeMessage({
    subject:
      count === 1
        ? "An account is waiting for your approval"
        : `${count} accounts are waiting for your approval`,
    paragraphs: [
      ...people.map(({ firstName, lastName, email, organizationName }) => {
        const wanted =
          organizationName === undefined ? "" : ` and wants to join ${shownName(organizationName)}`;
        return `${shownName(`${firstName} ${lastName}`)} (${email}) has verified the address${wanted}.`;
      }),
      ...(others > 0 ? [`And ${others} more.`] : []),
      count === 1
        ? "They can sign in once you or another administrator approves the account."
        : "They can sign in once you or another administrator approves the accounts.",
    ],
    action: { label: count === 1 ? "Review the request" : "Review the requests", url },
  });
}
