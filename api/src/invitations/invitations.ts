import { rolesGivenBy } from "@souffleur/contracts";
import type { Connection } from "mongoose";
import type { Administrators } from "../administration/administrators.ts";
import type { Auth } from "../auth/auth.ts";
import type { Bus } from "../bus.ts";
import type { Config } from "../config.ts";
import type { Keyring } from "../crypto/keyring.ts";
import type { Mount } from "../http/mount.ts";
import type { Outboxes } from "../mail/outboxes.ts";
import type { Throttle } from "../throttle/throttle.ts";
import { createAcceptances } from "./acceptances.ts";
import { createArrivals } from "./arrivals.ts";
import { createInvitationRecords, type InvitationDoc } from "./invitation-records.ts";
import { invitationMails } from "./mails.ts";
import { createPendingInvitations } from "./pending-invitations.ts";
import { mountInvitations } from "./routes.ts";
import type { SignInRulesOf } from "./ways.ts";

interface InvitationsDeps {
  config: Config;
  connection: Connection;
  keys: Keyring;
  bus: Bus;
  auth: Auth;
  administrators: Administrators;
  throttle: Pick<Throttle, "quota">;
  outboxes: Outboxes;
  rulesOf: SignInRulesOf;
}

export type Invitations = ReturnType<typeof createInvitations>;

/** Invitations of people into an organization, by address and role. */
export function createInvitations(deps: InvitationsDeps) {
  const { config, connection, keys, bus, auth, administrators, throttle, outboxes, rulesOf } = deps;
  const { users, organizations, hashFor, people, capacity } = auth;
  const records = createInvitationRecords(connection, keys);
  outboxes.watch(records.model);

  /** Whether its sender may still invite people to this organization with this role. */
  async function isFounded({ senderId, organizationId, role }: InvitationDoc): Promise<boolean> {
    const rights = await people.rightsOf(senderId);
    return rights?.organizationId === organizationId && rolesGivenBy(rights.role).includes(role);
  }

  const shared = { records, users, organizations, administrators, capacity, outboxes, isFounded, rulesOf };
  const arrivals = createArrivals(shared);
  const acceptances = createAcceptances({ ...shared, arrivals, hashFor, keys });
  const pending = createPendingInvitations({ records, quota: throttle.quota, outboxes, rulesOf });

  /** Ends the invitations that their sender could no longer send. */
  async function recheckSender(senderId: string): Promise<void> {
    const rights = await people.rightsOf(senderId);
    await records.endOf(senderId, rights?.organizationId ?? null, rights ? rolesGivenBy(rights.role) : []);
  }
  bus.on("account.rights_changed", ({ userId }) => recheckSender(userId));

  return {
    mails: invitationMails({
      records,
      users,
      organizations,
      isFounded,
      rulesOf,
      keys,
      publicUrl: config.PUBLIC_URL,
    }),
    settle: arrivals.settle,
    roleOf: arrivals.roleOf,
    invitedRole: arrivals.invitedRole,
    close: arrivals.close,
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
