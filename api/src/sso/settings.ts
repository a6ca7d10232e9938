import type { z } from "@souffleur/contracts";
import type { SingleSignOn, SingleSignOnInput, StoredSingleSignOn } from "@souffleur/contracts/sso";
import { getDomain } from "tldts";
import { requireProof } from "../account/proof.ts";
import { type AuditEvent, auditEvent } from "../audit/event.ts";
import type { UserDoc, Users } from "../auth/accounts/users.ts";
import type { Sessions } from "../auth/sessions.ts";
import { clock } from "../clock.ts";
import { appError } from "../http/errors.ts";
import type { By, Member } from "../http/guard.ts";
import type { Logger } from "../http/logger.ts";
import type { Outboxes } from "../mail/outboxes.ts";
import type { ApiText } from "../texts/texts.ts";
import { logoutAddress, redirectAddress, startAddress } from "./addresses.ts";
import { domainNames } from "./domain-names.ts";
import { type Providers, UnusableProvider } from "./providers.ts";
import {
  isConfigured,
  type ProviderSettings,
  type SsoDoc,
  type SsoRecords,
  type StoredDomain,
} from "./sso-records.ts";

interface SettingsDeps {
  users: Users;
  sessions: Pick<Sessions, "endByProvider">;
  records: SsoRecords;
  providers: Providers;
  publicUrl: string;
  log: Logger;
  outboxes: Outboxes;
}

const failureShownMs = 7 * 24 * 60 * 60_000;

/** As many as an organization changes between within the longest life of a session. */
const formerMax = 20;

type Wanted = z.output<typeof SingleSignOnInput>;
type Stored = z.output<typeof StoredSingleSignOn>;
type Before = Pick<SsoDoc, "_id" | "revision" | "provider" | "former">;

const unreadable: ApiText =
  "No OpenID Connect provider describes itself at this address. It must be public, use https, and be written as the provider's issuer.";

/** The settings of an organization's identity provider, for its administrators. */
export function createSsoSettings(deps: SettingsDeps) {
  const { users, sessions, records, publicUrl, outboxes } = deps;

  async function shown(organizationId: string, doc: SsoDoc | null): Promise<Stored> {
    const administrators = await users.administratorsWithPassword(organizationId);
    return {
      sso: isConfigured(doc) ? toDto(doc.provider, doc.domains) : null,
      revision: doc?.revision ?? 0,
      ...failureOf(doc),
      redirectAddress: redirectAddress(publicUrl, organizationId),
      logoutAddress: logoutAddress(publicUrl, organizationId),
      ...(isConfigured(doc) &&
        doc.confirmed.length > 0 && {
          startAddress: startAddress(publicUrl, organizationId, doc.provider.issuer),
        }),
      administrators: administrators.map(toPerson),
    };
  }

  const issuerAndSecret = readingIssuers(deps);

  /** Stores them; the sessions that the earlier provider has opened end with it. @throws AppError INVALID_TRANSITION */
  async function store(
    { _id: organizationId, revision, provider: earlier, former = [] }: Before,
    { provider, domains }: Pick<SsoDoc, "provider" | "domains">,
    audit: AuditEvent,
    { caller }: By,
    now: Date,
  ): Promise<Stored> {
    const left = earlier?.issuer === provider?.issuer ? undefined : earlier?.issuer;
    const issuers = new Set([...former, ...(left === undefined ? [] : [left])]);
    if (provider !== undefined) issuers.delete(provider.issuer);
    const stored = {
      ...(provider !== undefined && { provider }),
      domains,
      former: [...issuers].slice(-formerMax),
    };
    if (!(await records.save(organizationId, revision, stored, audit))) throw await overtaken(organizationId);
    // The administrator's own goes on until its renewal, so that a mistake can be undone.
    if (left !== undefined)
      await sessions.endByProvider(
        { organizationId, issuer: left },
        { kept: caller.sessionId, before: now },
        now,
      );
    outboxes.wake();
    return shown(organizationId, await records.find(organizationId));
  }

  async function save(wanted: Wanted, by: By, now: Date): Promise<Stored> {
    const { caller, source } = by;
    requireProof(caller, now);
    const { organizationId, userId: actorId } = caller;
    const before = await records.find(organizationId);
    const revision = before?.revision ?? 0;
    if (wanted.revision !== undefined && wanted.revision !== revision) throw await overtaken(organizationId);
    const domains = domainsOf(wanted, before, actorId, now);
    const emergencyUserId = await emergencyAccount(users, wanted, by, before?.provider);
    const { issuer, secret } = await issuerAndSecret(wanted, organizationId, before?.provider);
    const { clientId, demanded, firstComers, trustsAddresses, roleClaim, roles } = wanted;
    const access = { demanded, firstComers, trustsAddresses, emergencyUserId, roleClaim, roles };
    const client = clientOf(before?.provider, issuer, clientId, now);
    const provider = { issuer, ...client, secret, ...access };
    const audit = auditEvent("sso.changed", organizationId, now, {
      actorId,
      from: before?.provider?.issuer ?? null,
      to: issuer,
      reason: demanded ? "demanded" : "offered",
      source,
    });
    return store(before ?? { _id: organizationId, revision }, { provider, domains }, audit, by, now);
  }

  async function overtaken(organizationId: string) {
    return appError("INVALID_TRANSITION", {
      text: "These settings were changed elsewhere.",
      current: await shown(organizationId, await records.find(organizationId)),
    });
  }

  return {
    read: async ({ organizationId }: Member): Promise<Stored> =>
      shown(organizationId, await records.find(organizationId)),

    /** @throws AppError PROOF_REQUIRED, VALIDATION_ERROR, INVALID_TRANSITION */
    save,

    /** May be repeated. @throws AppError PROOF_REQUIRED, INVALID_TRANSITION */
    async remove(by: By, now: Date): Promise<Stored> {
      const { caller, source } = by;
      requireProof(caller, now);
      const { organizationId, userId: actorId } = caller;
      const before = await records.find(organizationId);
      if (!isConfigured(before)) return shown(organizationId, before);
      const audit = auditEvent("sso.removed", organizationId, now, {
        actorId,
        from: before.provider.issuer,
        source,
      });
      return store(before, { domains: [] }, audit, by, now);
    },
  };
}

/** Reads what an administrator wants to use as a provider. */
function readingIssuers({ providers, log }: Pick<SettingsDeps, "providers" | "log">) {
  function refusalOf(thrown: unknown, organizationId: string) {
    log.info({ err: thrown, organization: organizationId }, "identity provider not readable");
    const text = thrown instanceof UnusableProvider ? thrown.text : unreadable;
    return appError("VALIDATION_ERROR", { text, field: "issuer" });
  }

  /** The issuer as the provider writes it, with its secret encrypted. @throws AppError VALIDATION_ERROR */
  return async (wanted: Wanted, organizationId: string, before: ProviderSettings | undefined) => {
    const { issuer, clientId, clientSecret } = wanted;
    if (clientSecret === undefined) {
      // A stored secret is never sent to another address.
      if (before === undefined || before.issuer !== issuer)
        throw appError("VALIDATION_ERROR", { text: "Enter the client secret", field: "clientSecret" });
      // The rest may change while the provider is down. Its description needs no secret.
      await providers.tryOut({ issuer, clientId, clientSecret: "unused" }).catch((thrown: unknown) => {
        if (thrown instanceof UnusableProvider) throw refusalOf(thrown, organizationId);
      });
      return { issuer, secret: before.secret };
    }
    const provider = await providers.tryOut({ issuer, clientId, clientSecret }).catch((thrown: unknown) => {
      throw refusalOf(thrown, organizationId);
    });
    const secret = providers.encryptSecret(organizationId, provider.issuer, clientSecret);
    return { issuer: provider.issuer, secret };
  };
}

/** A client with the time since which it is the provider's. */
function clientOf(before: ProviderSettings | undefined, issuer: string, clientId: string, now: Date) {
  const isSame = before?.issuer === issuer && before.clientId === clientId;
  const clientSince = isSame ? before.clientSince : now;
  return { clientId, ...(clientSince && { clientSince }) };
}

const toPerson = ({ _id: id, firstName, lastName, email }: UserDoc) => ({
  id,
  name: `${firstName} ${lastName}`,
  email,
});

const failureOf = (doc: SsoDoc | null) =>
  isConfigured(doc) &&
  doc.failure !== undefined &&
  clock.ms() - doc.failure.at.getTime() < failureShownMs && {
    lastFailure: { at: doc.failure.at.toISOString(), reason: doc.failure.reason },
  };

/** @throws AppError VALIDATION_ERROR */
async function emergencyAccount(
  users: Users,
  wanted: Wanted,
  { caller }: By,
  before: ProviderSettings | undefined,
): Promise<string> {
  const { organizationId, userId } = caller;
  const chosen = wanted.emergencyUserId ?? before?.emergencyUserId ?? userId;
  const candidates = await users.administratorsWithPassword(organizationId);
  if (candidates.some(({ _id }) => _id === chosen)) return chosen;
  throw appError("VALIDATION_ERROR", {
    text: "Choose an active administrator of your organization who has a password.",
    field: "emergencyUserId",
  });
}

/** The wanted domains: those that are known keep their state. @throws AppError VALIDATION_ERROR */
function domainsOf(wanted: Wanted, before: SsoDoc | null, requestedBy: string, now: Date): StoredDomain[] {
  requireRegistrable(wanted.domains);
  const domains = wanted.domains.map(
    (name): StoredDomain =>
      before?.domains.find((known) => known.name === name) ?? {
        name,
        state: "waiting",
        requestedAt: now,
        requestedBy,
      },
  );
  if (wanted.demanded && !domains.some(({ state }) => state === "confirmed"))
    throw appError("VALIDATION_ERROR", {
      text: "Single sign-on can be demanded once a domain is confirmed.",
      field: "demanded",
    });
  return domains;
}

/** @throws AppError VALIDATION_ERROR for a public suffix, such as "co.uk", and for a name that is no domain */
function requireRegistrable(domains: readonly string[]): void {
  const wrong = domains.find(
    (name) => getDomain(name, { allowPrivateDomains: true, validHosts: [] }) === null,
  );
  if (wrong !== undefined)
    throw appError("VALIDATION_ERROR", {
      text: "{domain} is not a domain of one organization.",
      values: { domain: wrong },
      field: "domains",
    });
}

function toDto(
  { secret: _, clientSince: __, ...provider }: ProviderSettings,
  domains: readonly StoredDomain[],
): SingleSignOn {
  return { ...provider, domains: domains.map(({ name, state }) => ({ ...domainNames(name), state })) };
}
