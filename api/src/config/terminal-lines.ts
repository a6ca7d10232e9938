import type { DestinationStream } from "pino";

/** An entry at `info` with an anchor of the audit log. Inside of a value the quotes would have backslashes. */
const anchor = /^\{"level":30,.*"auditAnchor":"/;

/**
 * Writes each log entry as one readable line, with a stack below an error, where a person starts the product in a
 * terminal. Elsewhere, and always in production, logs are JSON for the programs that collect them. Anchors of the audit
 * log are of use only where logs are kept, so a terminal shows none unless it shows everything.
 * @returns undefined where logs are JSON
 */
export async function terminalLines(
  { production, LOG_LEVEL }: { production: boolean; LOG_LEVEL: string },
  terminal: { isTTY?: boolean; write(text: string): unknown } = process.stdout,
): Promise<DestinationStream | undefined> {
  if (production || !terminal.isTTY) return undefined;
  // Imported on demand: production does not need it.
  const { prettyFactory } = await import("pino-pretty");
  const pretty = prettyFactory({
    singleLine: true,
    translateTime: "SYS:HH:MM:ss",
    messageFormat: "{if route}{req.method} {route}: {end}{msg}",
    ignore: "pid,hostname,req.method,route",
  });
  return {
    write(line) {
      if (LOG_LEVEL !== "info" || !anchor.test(line)) terminal.write(pretty(line));
    },
  };
}
