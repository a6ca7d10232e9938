import type { IncomingMessage } from "node:http";
import type { Config } from "../config.ts";
import { AppError, isDatabaseOutage } from "../errors.ts";
import type { Logger } from "../logger.ts";

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
