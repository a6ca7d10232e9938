import { hash, parseOptions, verify } from "@node-rs/argon2";
import { Gauge } from "prom-client";
import type { Metrics } from "../metrics.ts";
import { createHashQueue } from "./hash-queue.ts";

/** Argon2id (the library's own default) with 19 MiB, 2 passes and 1 lane: OWASP's first choice. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface Passwords {
  /** The encoded argon2id hash of the NFKC form. @throws AppError SERVER_BUSY */
  hash(password: string): Promise<string>;
  /**
   * One verification, against a stand-in where there is no hash, so that an unknown address takes as long
   * as a known one. @throws AppError SERVER_BUSY
   */
  verify(encoded: string | undefined, password: string): Promise<boolean>;
  /** Whether the hash was made with other parameters than today's. */
  isOutdated(encoded: string): boolean;
}

/** @param hashWaitMs how long a hash may wait for a core before it is refused; the queue's own limit where absent */
export function createPasswords(metrics: Metrics, hashWaitMs?: number): Passwords {
  const queue = createHashQueue({ ...(hashWaitMs !== undefined && { maxWaitMs: hashWaitMs }) });
  new Gauge({
    name: "souffleur_password_queue_length",
    help: "Password hashes that wait for a core",
    registers: [metrics.registry],
    collect() {
      this.set(queue.waiting());
    },
  });
  // Made by the same code with the same cost: nothing about it can differ from a real one.
  const standIn = hash("nobody's password", cost);
  return {
    hash: (password) => queue.run(() => hash(password.normalize("NFKC"), cost)),
    async verify(encoded, password) {
      const against = encoded ?? (await standIn);
      const matches = await queue.run(() => verify(against, password.normalize("NFKC")));
      return matches && encoded !== undefined;
    },
    isOutdated(encoded) {
      const { memoryCost, timeCost, parallelism } = parseOptions(encoded);
      return memoryCost !== cost.memoryCost || timeCost !== cost.timeCost || parallelism !== cost.parallelism;
    },
  };
}
