import type { IncomingMessage } from "node:http";
import type { Config } from "../config.ts";
import { type AppError, refusal } from "../http/errors.ts";

const tokenLengthMax = 4096;

/** A browser always names its origin when it opens a socket; what names none is no browser. */
export function isAllowed(req: IncomingMessage, config: Config): boolean {
  const { origin } = req.headers;
  return origin === undefined || config.allowedOrigins.includes(origin);
}

/** @throws AppError TOKEN_INVALID for what cannot be a token */
export function readToken(given: unknown): string {
  if (typeof given !== "string" || given === "" || given.length > tokenLengthMax) {
    throw refusal("TOKEN_INVALID");
  }
  return given;
}

/** The page that connects, as it names itself; undefined where it does not, or not so that it could be a name. */
export function pageOf(given: unknown): string | undefined {
  return typeof given === "string" && /^[\w-]{8,64}$/.test(given) ? `page ${given}` : undefined;
}

/** An answer that says no. */
export function refused({ code, message }: AppError) {
  return { success: false, error: message, code } as const;
}
