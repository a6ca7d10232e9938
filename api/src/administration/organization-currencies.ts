import { defaultCurrency, type Organization } from "@souffleur/contracts";
import { auditEvent } from "../audit/event.ts";
import type { Organizations } from "../auth/accounts/organizations.ts";
import type { Bus } from "../bus.ts";
import { clock } from "../clock.ts";
import { appError } from "../http/errors.ts";
import type { By } from "../http/guard.ts";
import type { Outboxes } from "../mail/outboxes.ts";

export type OrganizationCurrencies = ReturnType<typeof createOrganizationCurrencies>;

/** The currency in which an organization sells. What is stored in another one stays in it. */
export function createOrganizationCurrencies(organizations: Organizations, outboxes: Outboxes, bus: Bus) {
  return {
    /**
     * @param from the currency that the caller has seen
     * @throws AppError INVALID_TRANSITION
     */
    async save(
      { caller, source }: By,
      { currency, from }: { currency: string; from?: string | undefined },
    ): Promise<Organization> {
      const { organizationId: id, userId: actorId } = caller;
      const organization = await organizations.find(id);
      if (organization === undefined) throw appError("NOT_FOUND");
      const { currency: before = defaultCurrency } = organization;
      // Repeated after a lost answer.
      if (before === currency) return organization;
      const details = { actorId, from: before, to: currency, source };
      const event = auditEvent("organization.currency_changed", id, clock.now(), details);
      const isSaved =
        (from ?? before) === before && (await organizations.setCurrency(id, before, currency, event));
      if (!isSaved)
        throw appError("INVALID_TRANSITION", {
          text: "This setting was changed in the meantime.",
        });
      await bus.publish("organization.currency_changed", { id, currency });
      outboxes.wake();
      return { ...organization, currency };
    },
  };
}
