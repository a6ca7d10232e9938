import { type Endpoint, isAdmin, isPlatformAdmin, type Role } from "@souffleur/contracts";
import type { Request } from "express";
import { refusal } from "./errors.ts";

/** The caller: an account that may act, through a live session. */
export interface Caller {
  userId: string;
  sessionId: string;
  role: Role;
  /** Null for a platform administrator. */
  organizationId: string | null;
  email: string;
  firstName: string;
  lastName: string;
  /** When the token that proves them ends, in milliseconds since 1970. */
  expiresAt: number;
}

/** An account's rights, where it may act. */
export type RightsOf = (userId: string) => Promise<Pick<Caller, "role" | "organizationId"> | undefined>;

/**
 * Checks an access token, its session and its account, as every request and every socket does.
 * @throws AppError TOKEN_INVALID, TOKEN_EXPIRED or the account's own code.
 */
export type Authenticate = (token: string) => Promise<Caller>;

/** A session, or all of an account's, that `Authenticate` no longer accepts. */
export interface RevokedSessions {
  sessionId?: string;
  userId?: string;
}

/**
 * Admits a request within its limits, and with a live session where the call requires one. Undefined for a public call.
 * @throws AppError RATE_LIMITED, or what `Authenticate` throws
 */
export type Admit = (req: Request, endpoint: Endpoint) => Promise<Caller | undefined>;

/** The bearer token of the Authorization header (RFC 6750), or undefined. */
export function bearerToken(req: Request): string | undefined {
  const header = req.get("authorization");
  if (header === undefined || header.length > 4096) return undefined;
  return /^Bearer ([\w.~+/=-]+)$/i.exec(header)?.[1];
}

export async function callerOf(req: Request, authenticate: Authenticate): Promise<Caller> {
  const token = bearerToken(req);
  if (token === undefined) {
    throw refusal("TOKEN_INVALID");
  }
  return authenticate(token);
}

export function demandAdmin(caller: Caller): void {
  if (!isAdmin(caller.role)) throw refusal("FORBIDDEN");
}

export function demandPlatformAdmin(caller: Caller): void {
  if (!isPlatformAdmin(caller.role, caller.organizationId)) throw refusal("FORBIDDEN");
}
