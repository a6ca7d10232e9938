import { rolesGivenBy } from "@souffleur/contracts";
import type { Connection } from "mongoose";
import type { Administrators } from "../administration/administrators.ts";
import type { Auth } from "../auth/auth.ts";
import type { Config } from "../config.ts";
import type { Keyring } from "../crypto/keyring.ts";
import type { Mount } from "../http/mount.ts";
import type { Outboxes } from "../mail/outboxes.ts";
import type { Throttle } from "../throttle/throttle.ts";
import { createAcceptances } from "./acceptances.ts";
import { createInvitationRecords } from "./invitation-records.ts";
import { invitationMails } from "./mails.ts";
import { createPendingInvitations } from "./pending-invitations.ts";
import { mountInvitations } from "./routes.ts";

interface InvitationsDeps {
  config: Config;
  connection: Connection;
  keys: Keyring;
  auth: Auth;
  administrators: Administrators;
  throttle: Pick<Throttle, "quota">;
  outboxes: Outboxes;
}

/** Invitations of people into an organization, by address and role. */
export function createInvitations(deps: InvitationsDeps) {
  const { config, connection, keys, auth, administrators, throttle, outboxes } = deps;
  const { users, organizations, hashFor, people, capacity } = auth;
  const records = createInvitationRecords(connection, keys);
  outboxes.watch(records.model);
  const acceptances = createAcceptances({
    records,
    users,
    organizations,
    administrators,
    hashFor,
    people,
    capacity,
    keys,
    outboxes,
  });
  const pending = createPendingInvitations({ records, quota: throttle.quota, outboxes });

  /** Ends the invitations that their sender could no longer send. */
  async function recheckSender(senderId: string): Promise<void> {
    const rights = await people.rightsOf(senderId);
    await records.endOf(senderId, rights?.organizationId ?? null, rights ? rolesGivenBy(rights.role) : []);
  }

  return {
    mails: invitationMails({
      records,
      users,
      organizations,
      acceptances,
      keys,
      publicUrl: config.PUBLIC_URL,
    }),
    recheckSender,
    countPending: records.countPending,
    mount: (mount: Mount) => mountInvitations(mount, pending, acceptances),
    createIndexes: (): Promise<void> => records.model.createIndexes(),
    repair: acceptances.repair,
    async sweep(now: Date): Promise<void> {
      // A process may have died between a sender's change and the end of their invitations.
      for (const senderId of await records.sendersOfPending()) await recheckSender(senderId);
      await records.sweep(now);
    },
  };
}
