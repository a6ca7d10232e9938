import { timingSafeEqual } from "node:crypto";
import { hash, parseOptions } from "@node-rs/argon2";
import { Gauge } from "prom-client";
import type { Metrics } from "../http/metrics.ts";
import { createHashQueue } from "./hash-queue.ts";

/** Argon2id (the library's own default) with 19 MiB, 2 passes and 1 lane: OWASP's first choice. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface Passwords {
  /** The encoded argon2id hash of the NFKC form, with a random salt where none is given. @throws AppError SERVER_BUSY */
  hash(password: string, salt?: Uint8Array): Promise<string>;
  /**
   * The hash that the password has with another one's salt and parameters: equal to it where the passwords are.
   * Without one a stand-in's are taken, so that an unknown address takes as long as a known one.
   * @throws AppError SERVER_BUSY
   */
  hashLike(encoded: string | undefined, password: string): Promise<string>;
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
    hash: (password, salt) =>
      queue.run(() => hash(password.normalize("NFKC"), { ...cost, ...(salt !== undefined && { salt }) })),
    async hashLike(encoded, password) {
      const model = encoded ?? (await standIn);
      const options = { ...parseOptions(model), salt: saltOf(model) };
      return queue.run(() => hash(password.normalize("NFKC"), options));
    },
    isOutdated(encoded) {
      const { memoryCost, timeCost, parallelism } = parseOptions(encoded);
      return memoryCost !== cost.memoryCost || timeCost !== cost.timeCost || parallelism !== cost.parallelism;
    },
  };
}

/** In the time that the longer text takes, whatever they share. */
export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** `$argon2id$v=19$m=…,t=…,p=…$<salt>$<hash>` (PHC string format). */
function saltOf(encoded: string): Buffer {
  return Buffer.from(encoded.split("$")[4] ?? "", "base64");
}
