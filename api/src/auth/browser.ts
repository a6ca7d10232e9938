import type { IncomingMessage } from "node:http";
import { parseCookie } from "cookie";
import type { Request } from "express";
import { refusal } from "../http/errors.ts";
import { bearerToken } from "../http/guard.ts";
import type { AccessTokens } from "./access-token.ts";
import type { RenewalCookies } from "./renewal-cookie.ts";

/** The request's cookies; a header that is too long to be ours counts as none. */
export function cookiesOf(req: IncomingMessage): Record<string, string | undefined> {
  const header = req.headers.cookie;
  return header === undefined || header.length > 16_384 ? {} : parseCookie(header);
}

/**
 * Calls that act on a cookie alone answer to our own pages only.
 * @throws AppError ORIGIN_FORBIDDEN
 */
export function demandOrigin(req: Request, allowed: readonly string[]): void {
  const origin = req.get("origin");
  if (origin === undefined || !allowed.includes(origin) || req.get("sec-fetch-site") === "cross-site") {
    throw refusal("ORIGIN_FORBIDDEN");
  }
}

/** The session that a genuine token or cookie names, even an expired one; undefined for all others. */
export function namedSession(
  req: Request,
  tokens: Pick<AccessTokens, "sessionOf">,
  cookies: Pick<RenewalCookies, "name" | "open">,
): string | undefined {
  const token = bearerToken(req);
  const byToken = token === undefined ? undefined : tokens.sessionOf(token);
  if (byToken !== undefined) return byToken;
  const cookie = cookiesOf(req)[cookies.name];
  return cookie === undefined ? undefined : cookies.open(cookie)?.sessionId;
}
