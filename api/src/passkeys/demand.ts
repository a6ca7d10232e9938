import { limits } from "@souffleur/contracts";
import type { PasskeyDemand, StoredDemand } from "@souffleur/contracts/passkeys";
import { requireProof } from "../account/proof.ts";
import { auditEvent } from "../audit/event.ts";
import type { Organizations } from "../auth/accounts/organizations.ts";
import { demandOf, type PasskeyDemandTimes } from "../auth/accounts/passkey-demand.ts";
import type { Users } from "../auth/accounts/users.ts";
import { appError } from "../http/errors.ts";
import type { By, Member } from "../http/guard.ts";
import type { Outboxes } from "../mail/outboxes.ts";

interface DemandDeps {
  users: Users;
  organizations: Organizations;
  outboxes: Outboxes;
}

export type Demand = ReturnType<typeof createDemand>;

/** An organization's demand for passkeys, which its administrators set. */
export function createDemand({ users, organizations, outboxes }: DemandDeps) {
  async function read({ userId, organizationId }: Member): Promise<StoredDemand> {
    const [{ passkeys }, hasPasskey] = await Promise.all([
      organizations.findWithDemand(organizationId),
      users.hasPasskey(userId),
    ]);
    const { administratorsFrom, everybodyFrom } = passkeys ?? {};
    return {
      demandedOf: demandOf(passkeys),
      ...(administratorsFrom !== undefined && { administratorsFrom: administratorsFrom.toISOString() }),
      ...(everybodyFrom !== undefined && { everybodyFrom: everybodyFrom.toISOString() }),
      hasPasskey,
    };
  }

  return {
    read,
    /** @throws AppError PROOF_REQUIRED, INVALID_TRANSITION */
    async save(
      { caller, source }: By,
      { demandedOf, from }: { demandedOf: PasskeyDemand; from?: PasskeyDemand | undefined },
      now: Date,
    ): Promise<StoredDemand> {
      const { userId: actorId, organizationId } = caller;
      const { organization, passkeys } = await organizations.findWithDemand(organizationId);
      if (organization === undefined) throw appError("NOT_FOUND");
      const before = demandOf(passkeys);
      // Repeated after a lost answer: the times stay.
      if (before === demandedOf) return read(caller);
      if (from !== undefined && from !== before) throw changedMeanwhile();
      requireProof(caller, now);
      if (demandedOf !== "nobody" && !(await users.hasPasskey(actorId)))
        throw appError("INVALID_TRANSITION", {
          text: "Add a passkey to your own account first, in your profile.",
          field: "demandedOf",
        });
      const details = { actorId, from: before, to: demandedOf, source };
      const audit = auditEvent("passkeys.demanded", organizationId, now, details);
      const times = timesOf(demandedOf, passkeys, now);
      if (!(await organizations.setPasskeyDemand(organizationId, passkeys, times, audit)))
        throw changedMeanwhile();
      outboxes.wake();
      return read(caller);
    },
  };
}

const changedMeanwhile = () =>
  appError("INVALID_TRANSITION", { text: "This setting was changed in the meantime." });

/** People of whom one was demanded before keep their time; the others have a week. */
function timesOf(
  demandedOf: PasskeyDemand,
  before: PasskeyDemandTimes | undefined,
  now: Date,
): PasskeyDemandTimes | undefined {
  if (demandedOf === "nobody") return undefined;
  const inAWeek = new Date(now.getTime() + limits.passkeyGraceMs);
  const administratorsFrom = before?.administratorsFrom ?? inAWeek;
  return demandedOf === "administrators"
    ? { administratorsFrom }
    : { administratorsFrom, everybodyFrom: inAWeek };
}
