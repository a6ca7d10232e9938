import { auditEvent } from "../audit/event.ts";
import { requireActive } from "../auth/account-problem.ts";
import type { Identity } from "../auth/accounts/identity.ts";
import type { UserDoc, Users } from "../auth/accounts/users.ts";
import type { Passwords } from "../auth/passwords/passwords.ts";
import { appError } from "../http/errors.ts";
import type { Outboxes } from "../mail/outboxes.ts";
import type { ApiText } from "../texts/texts.ts";
import type { ConfiguredSso } from "./sso-records.ts";

const elsewhere: ApiText =
  "Your email address has an account of another organization. Ask your administrator.";
const anotherPerson: ApiText =
  "Your email address has an account that belongs to another person at your organization's sign-in. Ask your administrator.";

/** Which account belongs to whom at the provider: by the subject that is remembered, and by an address once. */
export function createIdentityLinks({
  users,
  passwords,
  outboxes,
}: {
  users: Users;
  passwords: Pick<Passwords, "ofNobody">;
  outboxes: Outboxes;
}) {
  /**
   * The account that has the address already gets the identity, once. One that is kept out gets none: when it is let in again,
   * the address may be another person's.
   */
  async function link(
    user: UserDoc,
    sso: ConfiguredSso,
    identity: Identity & { email: string },
    source: string,
    now: Date,
  ) {
    if (user.organizationId !== sso._id) throw appError("SSO_REFUSED", { text: elsewhere });
    const audit = auditEvent("sso.linked", user._id, now, { actorId: user._id, source });
    const { clientSince } = sso.provider;
    const passwordHash = passwords.ofNobody();
    if (await users.linkIdentity(user, identity, { audit, clientSince, passwordHash, now }))
      return outboxes.wake();
    // Another sign-in of the same person may have linked it at the same moment.
    const linked = await users.findByIdentity(sso._id, identity);
    if (linked?._id === user._id) return;
    if (user.status !== "pending_approval") requireActive(user);
    throw appError("SSO_REFUSED", { text: anotherPerson });
  }

  /** Remembers that the present client knows the person, and the address that is now theirs. */
  async function refresh(user: UserDoc, sso: ConfiguredSso, address: string | undefined, now: Date) {
    const { subject = "", since, email: moved } = user.identity ?? {};
    const { clientSince } = sso.provider;
    const isKnown = clientSince === undefined || (since !== undefined && since >= clientSince);
    const email = address === undefined ? moved : address === user.email ? undefined : address;
    if (!isKnown || email !== moved)
      await users.refreshIdentity(user._id, subject, { since: isKnown ? (since ?? now) : now, email });
  }

  /** The account with the address, unless its owner has moved to another one; or the account whose owner has moved to it. */
  async function holderOf(email: string, organizationId: string, now: Date): Promise<UserDoc | null> {
    const holder = await users.findByEmail(email, now);
    const isLeft =
      holder === null || holder.status === "pending_verification" || holder.identity?.email !== undefined;
    return (isLeft && (await users.findByIdentityAddress(organizationId, email))) || holder;
  }

  return { link, refresh, holderOf };
}
