import type { IncomingMessage } from "node:http";
import type { Config } from "../config.ts";
import { AppError, isDatabaseOutage } from "../http/errors.ts";
import type { Logger } from "../http/logger.ts";

const tokenLengthMax = 4096;

/** A browser always names its origin when it opens a socket; what names none is no browser. */
export function isAllowed(req: IncomingMessage, config: Config): boolean {
  const { origin } = req.headers;
  return origin === undefined || config.allowedOrigins.includes(origin);
}

/** @throws AppError TOKEN_INVALID for what cannot be a token */
export function readToken(given: unknown): string {
  if (typeof given !== "string" || given === "" || given.length > tokenLengthMax) {
    throw new AppError("TOKEN_INVALID", "Invalid authentication token. Please sign in again.");
  }
  return given;
}

/** The page that connects, as it names itself; undefined where it does not, or not so that it could be a name. */
export function pageOf(given: unknown): string | undefined {
  return typeof given === "string" && /^[\w-]{8,64}$/.test(given) ? `page ${given}` : undefined;
}

/** An answer that says no. */
export function refused(code: AppError["code"], error: string) {
  return { success: false, error, code } as const;
}

/** What a caller may know of what went wrong; the unknown is logged. */
export function asRefusal(thrown: unknown, log: Logger) {
  if (thrown instanceof AppError) return refused(thrown.code, thrown.message);
  if (isDatabaseOutage(thrown)) {
    return refused(
      "DATABASE_UNAVAILABLE",
      "The service is briefly unavailable. Please try again in a moment.",
    );
  }
  log.error({ err: thrown }, "socket request failed");
  return refused("INTERNAL", "Server error. Please try again later or contact support.");
}
