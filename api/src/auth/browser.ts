import type { IncomingMessage } from "node:http";
import { parseCookie } from "cookie";
import type { Request } from "express";
import { appError } from "../http/errors.ts";
import { bearerToken } from "../http/guard.ts";
import { sourceOf } from "../http/source.ts";
import type { AccessTokens } from "./access-token.ts";
import type { RenewalCookies } from "./renewal-cookie.ts";
import type { Place } from "./session-model.ts";

/** The request's cookies; none where the header is longer than ours can be. */
export function cookiesOf(req: IncomingMessage): Record<string, string | undefined> {
  const header = req.headers.cookie;
  return header === undefined || header.length > 16_384 ? {} : parseCookie(header);
}

const userAgentMax = 512;

/** From where a request comes, as it is kept with a session. */
export function placeOf(req: Request): Place {
  return { source: sourceOf(req), userAgent: (req.get("user-agent") ?? "").slice(0, userAgentMax) };
}

/**
 * Refuses other origins' pages, for calls that need nothing but a cookie.
 * @throws AppError ORIGIN_FORBIDDEN
 */
export function requireOrigin(req: Request, allowed: readonly string[]): void {
  const origin = req.get("origin");
  if (origin === undefined || !allowed.includes(origin) || req.get("sec-fetch-site") === "cross-site") {
    throw appError("ORIGIN_FORBIDDEN");
  }
}

/** The session of the request's token, if that is genuine; it may have expired. */
export function tokenSession(req: Request, tokens: AccessTokens): string | undefined {
  const token = bearerToken(req);
  return token === undefined ? undefined : tokens.sessionOf(token);
}

/** The session of the request's renewal cookie, if that is genuine; it may have ended. */
export function cookieSession(req: Request, cookies: RenewalCookies): string | undefined {
  const cookie = cookiesOf(req)[cookies.name];
  return cookie === undefined ? undefined : cookies.open(cookie)?.sessionId;
}
