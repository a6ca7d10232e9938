import { type Endpoint, isAdmin, isPlatformAdmin, may, type Role } from "@souffleur/contracts";
import type { Request } from "express";
import { appError } from "./errors.ts";

/** The caller: an active account with a live session. */
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
}

/** A caller who is no platform administrator. */
export type Member = Caller & { organizationId: string };

/** The caller's name, as it is shown to colleagues. */
export const nameOf = ({ firstName, lastName }: Caller) => `${firstName} ${lastName}`;

/** The rights of an account; undefined where it is not active. */
export type RightsOf = (userId: string) => Promise<Pick<Caller, "role" | "organizationId"> | undefined>;

/**
 * Checks an access token, its session and its account, as every request and every socket does.
 * @throws AppError TOKEN_INVALID, TOKEN_EXPIRED, the account's own code, or PASSKEY_REQUIRED unless `withoutPasskey`.
 */
export type Authenticate = (token: string, options?: { withoutPasskey?: boolean }) => Promise<Caller>;

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
export function requireAllowed({ role, organizationId }: Caller, { access, capability }: Endpoint): void {
  const isAllowed =
    (access !== "admin" || isAdmin(role)) &&
    (access !== "platform" || isPlatformAdmin(role, organizationId)) &&
    (access !== "organization" || organizationId !== null) &&
    (capability === undefined || may(role, capability));
  if (!isAllowed) throw appError("FORBIDDEN");
}
