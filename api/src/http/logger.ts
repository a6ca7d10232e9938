import { type DestinationStream, type Logger, type LoggerOptions, pino, stdSerializers } from "pino";
import type { Censor } from "../config/censor.ts";

export type { Logger };

/**
 * Structured logs, one JSON object a line, without the values of fields that may hold a secret, and without the secrets
 * that the configuration holds, wherever a driver quotes them.
 */
export function createLogger(level: string, destination?: DestinationStream, censor?: Censor): Logger {
  const options: LoggerOptions = {
    level,
    serializers: { err: plainError },
    ...(censor && { hooks: { streamWrite: (line: string) => censored(line, censor) } }),
    redact: {
      paths: [
        "req.headers.authorization",
        "req.headers.cookie",
        'res.headers["set-cookie"]',
        "*.password",
        "*.confirmPassword",
        "*.token",
        "*.accessToken",
        "*.audio",
      ],
      censor: "…",
    },
  };
  return pino(options, destination);
}

/**
 * An error with its message, its causes and those of its own fields that are plain values: ioredis adds the command that
 * failed, which for AUTH has the password.
 */
function plainError(thrown: unknown): unknown {
  const written = stdSerializers.err(thrown as Error) as object;
  if (!(thrown instanceof Error)) return written;
  return Object.fromEntries(Object.entries(written).filter(([, value]) => typeof value !== "object"));
}

/** Replaces inside of JSON's strings alone, so that the line stays JSON even where a secret is a number. */
function censored(line: string, censor: Censor): string {
  if (censor(line) === line) return line;
  return line.replace(/"(?:[^"\\]|\\.)*"/g, censor);
}
