import type { Role } from "@souffleur/contracts";
import { organizationIdOf } from "../src/auth/accounts/organizations.ts";
import { newCall } from "../src/calls/new-call.ts";
import type { CallDoc } from "../src/calls/records/call-model.ts";
import { appError } from "../src/http/errors.ts";
import type { Caller } from "../src/http/guard.ts";

/** A caller: id, role and organization. */
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
export const outsider: Person = { id: "zoe", role: "admin", organization: "globex" };
export const platform: Person = { id: "root", role: "admin", organization: null };

/** A running call of the agent, as it is stored. */
export function runningCall(changes: Partial<CallDoc> = {}): CallDoc {
  return {
    ...newCall({
      organizationId: acme,
      agentId: agent.id,
      agentName: "Camille",
      customer: { name: "Claire Moreau" },
      source: "simulation",
      owner: "node",
    }),
    ...changes,
  };
}

/** A call of the agent that lasted a minute, as it is stored. */
export function endedCall(changes: Partial<CallDoc> = {}): CallDoc {
  const { startedAt = new Date(), durationSeconds = 60 } = changes;
  return {
    ...runningCall(),
    status: "ended",
    startedAt,
    endedAt: new Date(startedAt.getTime() + durationSeconds * 1000),
    durationSeconds,
    ...changes,
  };
}

export const people = [agent, colleague, supervisor, manager, outsider, platform];

/** An unsigned token that names a person, in place of the accounts' tokens. */
export function tokenOf(person: Person, claims: { exp?: number } = {}): string {
  const payload = Buffer.from(JSON.stringify({ ...person, ...claims })).toString("base64url");
  return `e30.${payload}.none`;
}

export const callerOf = (person: Person & { exp?: number }): Caller => ({
  userId: person.id,
  sessionId: `session-of-${person.id}`,
  role: person.role,
  organizationId: person.organization,
  email: `${person.id}@example.com`,
  firstName: person.id,
  lastName: "Test",
  expiresAt: (person.exp ?? Number.POSITIVE_INFINITY) * 1000,
});

/** The person of a token of `tokenOf`. @throws AppError TOKEN_INVALID */
export function readToken(token: string): Person & { exp?: number } {
  try {
    return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
  } catch {
    throw appError("TOKEN_INVALID", { message: "Invalid authentication token." });
  }
}
