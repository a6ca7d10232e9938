import { randomUUID } from "node:crypto";
import { canonicalEmail, type Role } from "@souffleur/contracts";
import { organizationIdOf } from "../auth/organizations.ts";
import type { Passwords } from "../auth/passwords.ts";
import type { UserDoc } from "../auth/user-model.ts";
import type { Users } from "../auth/users.ts";
import type { createOrganizationFounding } from "./organization-founding.ts";

interface SeedDeps {
  users: Users;
  passwords: Passwords;
  organizationFounding: ReturnType<typeof createOrganizationFounding>;
}

interface Account {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  role: Role;
  organization?: { name: string; industryType: string };
}

const organization = { name: "Lumière Télécom", industryType: "telecommunications" };
const password = "Rideau-Rouge-7";

/** Fixed, so that the README can name them; the configuration refuses them in production. */
const demo: readonly Account[] = [
  {
    firstName: "Camille",
    lastName: "Laurent",
    email: "admin@lumiere.example",
    role: "admin",
    password,
    organization,
  },
  {
    firstName: "Karim",
    lastName: "Benali",
    email: "manager@lumiere.example",
    role: "manager",
    password,
    organization,
  },
  {
    firstName: "Sophie",
    lastName: "Girard",
    email: "supervisor@lumiere.example",
    role: "supervisor",
    password,
    organization,
  },
  {
    firstName: "Hugo",
    lastName: "Lefèvre",
    email: "analyst@lumiere.example",
    role: "analyst",
    password,
    organization,
  },
  {
    firstName: "Léa",
    lastName: "Moreau",
    email: "agent@lumiere.example",
    role: "agent",
    password,
    organization,
  },
  { firstName: "Nora", lastName: "Petit", email: "platform@souffleur.example", role: "admin", password },
];

/** What the start prints. */
export function demoAccounts(): { role: string; email: string; password: string }[] {
  return demo.map(({ role, email, organization: member }) => ({
    role: member === undefined ? "platform administrator" : role,
    email,
    password,
  }));
}

/** Creates the configured accounts whose addresses have none yet. */
export function createSeed({ users, passwords, organizationFounding }: SeedDeps) {
  async function ensure(account: Account): Promise<void> {
    const now = new Date();
    const known = await users.findByEmail(account.email, now);
    // An unverified registration is no account: anyone may have made it.
    if (known !== null && known.status !== "pending_verification") return;
    const user = await document(account, now);
    // Another node may have created it first.
    if (await users.insert(user)) await organizationFounding.finish(user);
  }

  async function document(account: Account, now: Date): Promise<UserDoc> {
    const { firstName, lastName, email, role, organization: member } = account;
    return {
      _id: randomUUID(),
      firstName,
      lastName,
      email,
      passwordHash: await passwords.hash(account.password),
      role,
      status: "active",
      organizationId: member === undefined ? null : organizationIdOf(member.name),
      ...(member !== undefined && { organizationName: member.name, industryType: member.industryType }),
      createdAt: now,
      requestedAt: now,
      verifiedAt: now,
      version: 0,
      epoch: 0,
      ...(role === "admin" && { founding: true }),
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
