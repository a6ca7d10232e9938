import type { Decision } from "@souffleur/contracts";
import type { RequestedDomain } from "@souffleur/contracts/sso";
import { auditEvent } from "../audit/event.ts";
import type { Organizations } from "../auth/accounts/organizations.ts";
import type { Users } from "../auth/accounts/users.ts";
import { appError } from "../http/errors.ts";
import type { By, Caller } from "../http/guard.ts";
import type { Outboxes } from "../mail/outboxes.ts";
import { domainNames } from "./domain-names.ts";
import type { SsoRecords } from "./sso-records.ts";

interface DomainsDeps {
  users: Users;
  organizations: Organizations;
  records: SsoRecords;
  outboxes: Outboxes;
}

/** The decisions of platform administrators on the e-mail domains that organizations have entered. */
export function createSsoDomains({ users, organizations, records, outboxes }: DomainsDeps) {
  async function list(): Promise<RequestedDomain[]> {
    const entered = await records.listDomains();
    const names = await organizations.namesOf(entered.map(({ organizationId }) => organizationId));
    const holders = new Map(
      entered
        .filter(({ domain }) => domain.state === "confirmed")
        .map(({ domain, organizationId }) => [domain.name, organizationId]),
    );
    return Promise.all(
      entered.map(async ({ organizationId, domain: { name, state, requestedAt, requestedBy } }) => {
        const person = await users.findForRequest(requestedBy);
        const holder = holders.get(name);
        return {
          organizationId,
          organizationName: names.get(organizationId) ?? organizationId,
          ...domainNames(name),
          state,
          requestedAt: requestedAt.toISOString(),
          requestedBy: person === null ? "" : `${person.firstName} ${person.lastName}`,
          ...(holder !== undefined &&
            holder !== organizationId && { confirmedFor: names.get(holder) ?? holder }),
        };
      }),
    );
  }

  return {
    list,
    /** @throws AppError NOT_FOUND, INVALID_TRANSITION */
    async decide(
      { caller, source }: By<Caller>,
      { organizationId, name }: { organizationId: string; name: string },
      decision: Decision,
      now: Date,
    ): Promise<RequestedDomain> {
      const isConfirmed = decision === "approve";
      const audit = auditEvent(
        isConfirmed ? "sso.domain_confirmed" : "sso.domain_refused",
        organizationId,
        now,
        { actorId: caller.userId, reason: name, source },
      );
      const done = await records.decide(organizationId, name, isConfirmed ? "confirmed" : "refused", audit);
      if (done === "taken")
        throw appError("INVALID_TRANSITION", {
          text: "This domain is confirmed for another organization.",
        });
      const domain = (await list()).find((one) => one.organizationId === organizationId && one.name === name);
      if (domain === undefined) throw appError("NOT_FOUND");
      if (done === "decided")
        throw appError("INVALID_TRANSITION", { text: "This domain has been decided on before." });
      outboxes.wake();
      return domain;
    },
  };
}
