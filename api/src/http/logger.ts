import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";

export type { Logger };

/** Structured logs, one JSON object a line, without the values of fields that may hold a secret. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
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
