import { type Maxima, readUsage, type UsageKind } from "@souffleur/contracts/usage";
import type { Auth } from "../auth/auth.ts";
import type { Customers } from "../customers/customers.ts";
import type { Capacity } from "../database/capacity.ts";
import type { Feature } from "../feature.ts";
import type { Playbook } from "../playbook/playbook.ts";
import type { Webhooks } from "../webhooks/webhooks.ts";

type Count = (organizationId: string) => Promise<number>;

interface UsageDeps {
  maxima: Maxima;
  auth: Pick<Auth, "capacity" | "stored">;
  invitations: { countPending: Count };
  customers: Pick<Customers, "capacity">;
  notes: { capacity: Capacity };
  calls: { capacity: Capacity };
  playbook: Pick<Playbook, "sizeOf">;
  webhooks: Pick<Webhooks, "sizeOf">;
  tokens: { count: Count };
}

/** Tells an organization's administrators how much it has of what has a maximum. */
export function createUsage(deps: UsageDeps): Feature {
  const { maxima, auth, invitations, customers, notes, calls, playbook, webhooks, tokens } = deps;
  const used = async (organizationId: string): Promise<Record<UsageKind, number>> => ({
    accounts: await auth.capacity.used(organizationId),
    accountsStored: await auth.stored.used(organizationId),
    invitations: await invitations.countPending(organizationId),
    customers: await customers.capacity.used(organizationId),
    lineNotes: await notes.capacity.used(organizationId),
    practiceCalls: await calls.capacity.used(organizationId),
    ...(await playbook.sizeOf(organizationId)),
    ...(await webhooks.sizeOf(organizationId)),
    tokens: await tokens.count(organizationId),
  });
  const kinds = Object.keys(maxima) as UsageKind[];
  return {
    mount(mount) {
      mount(readUsage, async ({ caller }) => {
        const counts = await used(caller.organizationId);
        return { data: { usage: kinds.map((kind) => ({ kind, used: counts[kind], max: maxima[kind] })) } };
      });
    },
  };
}
