import {
  type Endpoint,
  isAdmin,
  isPlatformAdmin,
  type Language,
  may,
  type Role,
  type TokenScope,
} from "@souffleur/contracts";
import type { Request } from "express";
import { appError } from "./errors.ts";

/** The caller: an active account with a live session, or a program with a token. */
export interface Caller {
  userId: string;
  sessionId: string;
  role: Role;
  /** Null for a platform administrator. */
  organizationId: string | null;
  email: string;
  firstName: string;
  lastName: string;
  /** When the caller's token expires, in milliseconds since 1970. */
  expiresAt: number;
  /** When the caller last proved by a password or a passkey who they are. */
  provenAt: Date;
  /** The session lacks the passkey that its organization demands: it reaches only calls `withoutPasskey`. */
  needsPasskey?: boolean;
  /** Of a program with a token of its organization; it is no account, and `userId` names the token. */
  scopes?: readonly TokenScope[];
}

/** A caller who is no platform administrator. */
export type Member = Caller & { organizationId: string };

/** Who makes a change, and the source that the request comes from. */
export interface By<Who = Member> {
  caller: Who;
  source: string;
}

/** The caller's name, as it is shown to colleagues. */
export const nameOf = ({ firstName, lastName }: Caller) => `${firstName} ${lastName}`;

/** The rights of an account, and its language where that is known; undefined where it is not active. */
export type RightsOf = (
  userId: string,
) => Promise<(Pick<Caller, "role" | "organizationId"> & { language?: Language }) | undefined>;

/**
 * Checks an access token, its session and its account, as every request and every socket does.
 * @throws AppError TOKEN_INVALID, TOKEN_EXPIRED, the account's own code, or PASSKEY_REQUIRED unless `withoutPasskey`.
 */
export type Authenticate = (token: string, options?: { withoutPasskey?: boolean }) => Promise<Caller>;

/**
 * The program that presents a token of its organization; undefined where the bearer is no such token.
 * @throws AppError TOKEN_INVALID
 */
export type AuthenticateMachine = (bearer: string) => Promise<Member> | undefined;

/** A session, or all sessions of an account, that `Authenticate` no longer accepts. */
export interface RevokedSessions {
  sessionId?: string;
  userId?: string;
}

/**
 * Checks a request's rate limits and, where the call requires one, its session. Undefined for a public call.
 * @throws AppError RATE_LIMITED, or an error of `Authenticate`
 */
export type Admit = (req: Request, endpoint: Endpoint) => Promise<Caller | undefined>;

/** The bearer token of the Authorization header (RFC 6750), or undefined. */
export function bearerToken(req: Request): string | undefined {
  const header = req.get("authorization");
  if (header === undefined || header.length > 4096) return undefined;
  return /^Bearer ([\w.~+/=-]+)$/i.exec(header)?.[1];
}

export async function callerOf(
  req: Request,
  authenticate: Authenticate,
  { withoutPasskey }: Pick<Endpoint, "withoutPasskey">,
): Promise<Caller> {
  const token = bearerToken(req);
  if (token === undefined) throw appError("TOKEN_INVALID");
  return authenticate(token, { withoutPasskey: withoutPasskey === true });
}

/**
 * Checks what an endpoint requires of every caller with a session, whatever the request contains.
 * @throws AppError FORBIDDEN
 */
export function requireAllowed(caller: Caller, endpoint: Endpoint): void {
  const { role, organizationId, scopes } = caller;
  const { access, capability, scope } = endpoint;
  if (scopes !== undefined) {
    requireScope(scopes, scope);
    return;
  }
  const isAllowed =
    (access !== "admin" || isAdmin(role)) &&
    (access !== "platform" || isPlatformAdmin(role, organizationId)) &&
    (access !== "organization" || organizationId !== null) &&
    (capability === undefined || may(role, capability));
  if (!isAllowed) throw appError("FORBIDDEN");
}

/** @throws AppError FORBIDDEN, which names the scope that the token lacks */
function requireScope(scopes: readonly TokenScope[], scope: TokenScope | undefined): void {
  if (scope === undefined)
    throw appError("FORBIDDEN", { text: "This request is for people: no token has a scope for it." });
  if (!scopes.includes(scope))
    throw appError("FORBIDDEN", {
      text: "This request needs a token with the scope {scope}.",
      values: { scope },
    });
}
