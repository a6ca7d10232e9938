import { createHash } from "node:crypto";
import { type Row, row } from "./figures.ts";

const rounds = 16;
const entries = 20_000;

/**
 * The time of a fixed piece of work of about a second: objects made, written and read as JSON, sorted, hashed. Machines that share their
 * hardware were twice as slow an hour later, which changes what is waited for more than what is computed.
 */
export function machineSpeed(when: "before" | "after"): Row {
  const begun = performance.now();
  for (let round = 0; round < rounds; round++) {
    const made = Array.from({ length: entries }, (_, at) => ({
      id: createHash("sha256").update(`${round} ${at}`).digest("hex"),
      at,
      words: ["bonjour", "merci", String(at % 97)],
    }));
    const read = JSON.parse(JSON.stringify(made)) as typeof made;
    read.sort((one, other) => (one.id < other.id ? -1 : 1));
  }
  return row(`the machine, ${when}: a fixed piece of work, ms`, performance.now() - begun, "", undefined, 0);
}
