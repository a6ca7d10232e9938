import { randomUUID } from "node:crypto";
import type { AccountStatus, Role } from "@souffleur/contracts";
import type { Connection } from "mongoose";
import { createAdministrators } from "../../src/administration/administrators.ts";
import { createOrganizationCreation } from "../../src/administration/organization-creation.ts";
import { auditEvent } from "../../src/audit/event.ts";
import { createAccessTokens, createIssueToken } from "../../src/auth/access-token.ts";
import { createOrganizations, organizationIdOf } from "../../src/auth/accounts/organizations.ts";
import type { UserDoc } from "../../src/auth/accounts/user-model.ts";
import { createUsers } from "../../src/auth/accounts/users.ts";
import { createPasswords, type HashCost } from "../../src/auth/passwords/passwords.ts";
import { createRenewalCookies } from "../../src/auth/renewal-cookie.ts";
import { createSessions } from "../../src/auth/sessions.ts";
import { createSignIn } from "../../src/auth/sign-in.ts";
import { createBus } from "../../src/bus.ts";
import { clock } from "../../src/clock.ts";
import type { Config } from "../../src/config.ts";
import { createKeyring } from "../../src/crypto/keyring.ts";
import { createLogger } from "../../src/http/logger.ts";
import { createMetrics } from "../../src/http/metrics.ts";

export const testPassword = "Correct-Horse-7";
/** Signs what the tests' servers sign, where a test gives no other secret. */
export const testSecret = "0123456789abcdef-a-secret-for-tests-alone";

/** The least that the library takes: few tests are about the cost of a hash. */
export const testCost: HashCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

export interface TestUser {
  id: string;
  email: string;
  role: Role;
  organizationId: string | null;
}

export interface UserOptions {
  role?: Role;
  /** The organization's name; null creates a platform administrator. */
  organization?: string | null;
  status?: AccountStatus;
  email?: string;
  firstName?: string;
  lastName?: string;
}

export interface SignedInUser extends TestUser {
  token: string;
  cookies: Record<string, string>;
  sessionId: string;
}

type Accounts = Pick<ReturnType<typeof createPeople>, "createUser" | "signIn">;

/** An organization with a signed-in administrator, whom others join. */
export async function newFirm({ createUser, signIn }: Accounts, organization = `Firm ${randomUUID()}`) {
  const enter = async (role: Role) => signIn(await createUser({ role, organization }));
  return { organization, enter, admin: await enter("admin") };
}

/** One signed-in account of each role in an organization, a platform administrator, and an administrator elsewhere. */
export async function signInTeam({ createUser, signIn }: Accounts, home: string) {
  const hire = async (role: Role, organization: string | null = home) =>
    signIn(await createUser({ role, organization }));
  const [admin, manager, supervisor, analyst, agent, platform, foreign] = await Promise.all([
    hire("admin"),
    hire("manager"),
    hire("supervisor"),
    hire("analyst"),
    hire("agent"),
    hire("admin", null),
    hire("admin", "Elsewhere"),
  ]);
  return { admin, manager, supervisor, analyst, agent, platform, foreign };
}
export type Team = Awaited<ReturnType<typeof signInTeam>>;

/** A verified account without an organization's name. */
export function newAccount(
  fields: Pick<UserDoc, "_id" | "firstName" | "lastName" | "email" | "role" | "organizationId"> &
    Partial<UserDoc>,
): UserDoc {
  const now = clock.now();
  return {
    passwordHash: "none",
    status: "active",
    createdAt: now,
    requestedAt: now,
    version: 0,
    epoch: 0,
    outbox: [],
    audit: [],
    ...fields,
  };
}

let testHash: Promise<string> | undefined;

/** Creates accounts and sessions with the auth feature's functions, without its forms. */
export function createPeople(connection: Connection, config: Config, secrets: readonly string[]) {
  const keys = createKeyring(secrets);
  const users = createUsers(connection, keys);
  const bus = createBus();
  const sessions = createSessions(connection, keys, bus);
  const organizations = createOrganizations(connection, keys);
  const cookies = createRenewalCookies(keys, config.secure);
  const passwords = createPasswords(createMetrics(), { hashCost: testCost });
  const administrators = createAdministrators(connection, users, bus);
  const organizationCreation = createOrganizationCreation({ users, organizations, administrators });
  const { open } = createSignIn({
    users,
    organizations,
    sessions,
    passwords,
    issue: createIssueToken({ tokens: createAccessTokens(keys), users }),
    guard: { attempt: (_email, _visitor, tryPassword) => tryPassword() },
    requireOwnSignIn: async () => {},
    log: createLogger("silent"),
  });

  return {
    users,
    /** Stores an account as registration and approval leave it. */
    async createUser({
      role = "agent",
      organization = "Test Organization",
      status = "active",
      email,
      firstName = "Test",
      lastName = "Person",
    }: UserOptions = {}): Promise<TestUser> {
      testHash ??= passwords.hash({ email: "", password: testPassword });
      const founds = role === "admin" && status === "active";
      const user = newAccount({
        _id: randomUUID(),
        firstName,
        lastName,
        email: email ?? `${role}-${randomUUID()}@example.com`,
        passwordHash: await testHash,
        role,
        status,
        organizationId: organization === null ? null : organizationIdOf(organization),
        ...(organization !== null && { organizationName: organization, industryType: "technology" }),
        ...(founds && { founding: true }),
      });
      if (!(await users.insert(user))) throw new Error(`${user.email} has an account`);
      if (founds) await enrol(user);
      return { id: user._id, email: user.email, role, organizationId: user.organizationId };
    },
    /** Opens a session without a password check. */
    async signIn(user: TestUser): Promise<SignedInUser> {
      const found = await users.findById(user.id);
      if (found === null) throw new Error(`no account ${user.id}`);
      const { accessToken, session } = await open(found, { rememberMe: false }, clock.now());
      const renewal = cookies.seal({ sessionId: session._id, n: session.n });
      return { ...user, token: accessToken, cookies: { [cookies.name]: renewal }, sessionId: session._id };
    },
  };

  /** The first administrator of an organization founds it; later ones are added to its administrators. */
  async function enrol(user: UserDoc): Promise<void> {
    const settled = await organizationCreation.finish(user);
    if (settled.rosterChange === undefined) {
      const audit = auditEvent("administrator.created", user._id, clock.now());
      await administrators.change(settled, { to: "active", audit });
    }
  }
}
