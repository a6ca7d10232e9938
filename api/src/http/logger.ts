import {
  type DestinationStream,
  destination,
  type Logger,
  type LoggerOptions,
  pino,
  stdSerializers,
} from "pino";
import type { Censor } from "../config/censor.ts";

export type { Logger };

/**
 * Structured logs, one JSON object a line, without the values of fields that may hold a secret, and without the secrets
 * that the configuration holds, wherever a driver quotes them.
 */
export function createLogger(
  level: string,
  destination: DestinationStream = standardOutput(),
  censor?: Censor,
): Logger {
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

/** In characters: entries that can't be written wait up to here, and later ones are dropped. */
const waitingMax = 1_000_000;

/** Goes on where it can't be written to, as on a full disk: an unhandled error would end the process. */
function standardOutput(): DestinationStream {
  const output = destination({ fd: process.stdout.fd, maxLength: waitingMax });
  const { flushSync } = output;
  output.on("error", () => {
    // At the end of the process the library would try for ever.
    output.flushSync = () => {};
  });
  output.on("write", () => {
    output.flushSync = flushSync;
  });
  return output;
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
