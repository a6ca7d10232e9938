import { randomUUID } from "node:crypto";
import { canonicalEmail, Role } from "@souffleur/contracts";
import { organizationIdOf } from "../auth/accounts/organizations.ts";
import type { UserDoc, Users } from "../auth/accounts/users.ts";
import type { Passwords } from "../auth/passwords/passwords.ts";
import { clock } from "../clock.ts";
import type { createOrganizationCreation } from "./organization-creation.ts";

interface SeedDeps {
  users: Users;
  passwords: Passwords;
  organizationCreation: ReturnType<typeof createOrganizationCreation>;
}

interface Account {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  role: Role;
  organization?: { name: string; industryType: string };
}

const password = "Rideau-Rouge-7";
/** First and last name of the demonstration organization's members. */
const members: Readonly<Record<Role, readonly [string, string]>> = {
  admin: ["Camille", "Laurent"],
  manager: ["Karim", "Benali"],
  supervisor: ["Sophie", "Girard"],
  analyst: ["Hugo", "Lefèvre"],
  agent: ["Léa", "Moreau"],
};
const member = (role: Role): Account => ({
  firstName: members[role][0],
  lastName: members[role][1],
  email: `${role}@lumiere.example`,
  password,
  role,
  organization: { name: "Lumière Télécom", industryType: "telecommunications" },
});

/** Fixed, because the README names them; the configuration refuses them in production. */
const demo: readonly Account[] = [
  ...Role.options.map(member),
  { firstName: "Nora", lastName: "Petit", email: "platform@souffleur.example", role: "admin", password },
];

/** The accounts that the start prints. */
export function demoAccounts(): { role: string; email: string; password: string }[] {
  return demo.map(({ role, email, organization }) => ({
    role: organization === undefined ? "platform administrator" : role,
    email,
    password,
  }));
}

/** Creates the configured accounts whose addresses have no account. */
export function createSeed({ users, passwords, organizationCreation }: SeedDeps) {
  async function ensure(account: Account): Promise<void> {
    const now = clock.now();
    const known = await users.findByEmail(account.email, now);
    // An unverified registration does not count: anyone may have made it.
    if (known !== null && known.status !== "pending_verification") return;
    const user = await document(account, now);
    // False where another process has created it first.
    if (await users.insert(user)) await organizationCreation.finish(user);
  }

  async function document(account: Account, now: Date): Promise<UserDoc> {
    const { password: given, organization, ...fields } = account;
    return {
      _id: randomUUID(),
      ...fields,
      passwordHash: await passwords.hash({ email: account.email, password: given }),
      status: "active",
      organizationId: organization === undefined ? null : organizationIdOf(organization.name),
      ...(organization !== undefined && {
        organizationName: organization.name,
        industryType: organization.industryType,
      }),
      createdAt: now,
      requestedAt: now,
      verifiedAt: now,
      version: 0,
      epoch: 0,
      ...(fields.role === "admin" && { founding: true }),
      outbox: [],
      audit: [],
    };
  }

  return {
    async demo(): Promise<void> {
      for (const account of demo) await ensure(account);
    },
    async administrator(email: string, given: string): Promise<void> {
      await ensure({
        firstName: "Platform",
        lastName: "Administrator",
        email: canonicalEmail(email) ?? email,
        password: given,
        role: "admin",
      });
    },
  };
}
