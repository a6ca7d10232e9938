import { limits, type Organization } from "@souffleur/contracts";
import { auditEvent } from "../audit/event.ts";
import { NameTaken, type Organizations, TooManyNames } from "../auth/accounts/organizations.ts";
import type { Bus } from "../bus.ts";
import { clock } from "../clock.ts";
import { type AppError, appError } from "../http/errors.ts";
import type { By } from "../http/guard.ts";
import type { Outboxes } from "../mail/outboxes.ts";

export type OrganizationNames = ReturnType<typeof createOrganizationNames>;

export function createOrganizationNames(organizations: Organizations, outboxes: Outboxes, bus: Bus) {
  return {
    /**
     * @param from the name that the caller has seen
     * @throws AppError INVALID_TRANSITION
     */
    async rename(
      { caller, source }: By,
      { name, from }: { name: string; from?: string | undefined },
    ): Promise<Organization> {
      const { organizationId: id, userId: actorId } = caller;
      const event = (former: string) =>
        auditEvent("organization.renamed", id, clock.now(), { actorId, from: former, to: name, source });
      const renamed = await organizations.rename(id, { name, from }, event).catch((thrown: unknown) => {
        throw refusalOf(thrown) ?? thrown;
      });
      const organization = await organizations.find(id);
      if (organization === undefined) throw appError("NOT_FOUND");
      if (renamed === undefined)
        throw appError("INVALID_TRANSITION", {
          text: "The organization was renamed in the meantime. It is now called {name}.",
          values: { name: organization.name },
        });
      if (renamed.isChanged) {
        await bus.publish("organization.renamed", { id, name: organization.name });
        outboxes.wake();
      }
      return organization;
    },
  };
}

function refusalOf(thrown: unknown): AppError | undefined {
  const field = "name";
  if (thrown instanceof NameTaken)
    return appError("INVALID_TRANSITION", {
      text: "Another organization has this name or had it before. Choose another name.",
      field,
    });
  if (thrown instanceof TooManyNames)
    return appError("INVALID_TRANSITION", {
      text: "An organization has at most {most} names, former ones included. Choose one of them, or contact support.",
      values: { most: limits.organizationNames },
      field,
    });
  return undefined;
}
