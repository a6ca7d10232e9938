import type { Waiting } from "../auth/accounts/digests.ts";
import type { Users } from "../auth/accounts/users.ts";
import type { Composed, MailComposers } from "../mail/deliveries.ts";
import { shownName } from "../mail/message.ts";
import { queuedMail } from "../mail/outbox.ts";
import { peopleWaiting } from "../mail/templates/people-waiting.ts";
import type { MailWorker } from "../mail/worker.ts";

/**
 * Notifies administrators of people who wait for approval: at once of the first, and in one more mail of all others
 * within ten minutes. The digest is stored in the administrator's account, where every process finds it. Each step may
 * be repeated after a crash.
 */
export function waitingDigests(
  worker: Pick<MailWorker, "wake">,
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
      const { people, count } = waiting;
      const values = { people: people.map(shown), count, url: `${publicUrl}/admin/users` };
      return { to: decider.email, message: peopleWaiting.write(decider.language ?? "en", values) };
    },
  };
}

function shown({ firstName, lastName, email, organizationName }: Waiting["people"][number]) {
  const organization = organizationName === undefined ? undefined : shownName(organizationName);
  return { name: shownName(`${firstName} ${lastName}`), email, organization };
}
