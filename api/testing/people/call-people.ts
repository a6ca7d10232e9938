import type { Role } from "@souffleur/contracts";
import type { Connection } from "mongoose";
import { createAccessTokens } from "../../src/auth/access-token.ts";
import { organizationIdOf } from "../../src/auth/accounts/organizations.ts";
import { userModel } from "../../src/auth/accounts/user-model.ts";
import { sessionModel } from "../../src/auth/session-model.ts";
import { clock } from "../../src/clock.ts";
import { createKeyring } from "../../src/crypto/keyring.ts";
import type { Caller } from "../../src/http/guard.ts";
import { newAccount, testSecret } from "./people.ts";

/** The person of an account, with their organization's id. */
export interface Person {
  id: string;
  role: Role;
  organization: string | null;
}

export const acme = organizationIdOf("Acme");
export const agent: Person = { id: "camille", role: "agent", organization: acme };
export const colleague: Person = { id: "hugo", role: "agent", organization: acme };
export const supervisor: Person = { id: "nora", role: "supervisor", organization: acme };
export const manager: Person = { id: "lea", role: "manager", organization: acme };
export const admin: Person = { id: "alix", role: "admin", organization: acme };
export const outsider: Person = { id: "zoe", role: "admin", organization: "globex" };
export const platform: Person = { id: "root", role: "admin", organization: null };

export const people = [agent, colleague, supervisor, manager, admin, outsider, platform];

/** The same person for the same role and organization. */
export const somebody = (role: Role, organization: string | null = acme): Person => ({
  id: `${role} of ${organization}`,
  role,
  organization,
});

const keys = createKeyring([testSecret]);
const tokens = createAccessTokens(keys);

export const sessionOf = ({ id }: Person) => `session-of-${id}`;
export const emailOf = ({ id }: Person) => `${id}@example.com`;

/** The access token of a person's session, which `hire` stores. */
export const tokenOf = (person: Person) =>
  tokens.issue({ _id: person.id, role: person.role, organizationId: person.organization }, sessionOf(person));

/** Stores people's accounts with a session each, unless they are stored already. */
export async function hire(connection: Connection, people: readonly Person[]): Promise<void> {
  const now = clock.now();
  const tomorrow = new Date(now.getTime() + 24 * 60 * 60_000);
  const insert = <Doc extends { _id: string }>(doc: Doc) => ({
    updateOne: { filter: { _id: doc._id }, update: { $setOnInsert: doc }, upsert: true },
  });
  const accounts = people.map((person) => {
    const { id: _id, role, organization: organizationId } = person;
    return newAccount({
      _id,
      firstName: _id,
      lastName: "Test",
      email: emailOf(person),
      role,
      organizationId,
    });
  });
  const sessions = people.map((person) => ({
    _id: sessionOf(person),
    userId: person.id,
    epoch: 0,
    n: 0,
    rememberMe: false,
    createdAt: now,
    renewedAt: now,
    expiresAt: tomorrow,
    idleAt: tomorrow,
    endedAt: null,
    audit: [],
  }));
  await userModel(connection).bulkWrite(accounts.map(insert));
  await sessionModel(connection).bulkWrite(sessions.map(insert));
}

/** The caller that the server finds for a person's token. */
export const callerOf = (person: Person): Caller => ({
  userId: person.id,
  sessionId: sessionOf(person),
  role: person.role,
  organizationId: person.organization,
  email: emailOf(person),
  firstName: person.id,
  lastName: "Test",
  expiresAt: Number.POSITIVE_INFINITY,
  provenAt: new Date(0),
});
