import { randomBytes, timingSafeEqual } from "node:crypto";
import { hash, type Options, parseOptions } from "@node-rs/argon2";
import type { Credentials as SignIn } from "@souffleur/contracts";
import { createRegisteredMetrics, type Metrics } from "../../http/metrics.ts";
import { domainOf } from "../accounts/organizations.ts";
import { createHashQueue } from "./hash-queue.ts";

export type HashCost = Required<Pick<Options, "memoryCost" | "timeCost" | "parallelism">>;

/** Argon2id (the library's default) with 19 MiB, 2 passes and 1 lane, as OWASP recommends. */
export const productCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

interface PasswordOptions {
  /** How long a hash may wait for a core before it is refused, in ms; by default the queue's own limit. */
  hashWaitMs?: number;
  /** Tests have a lower one. */
  hashCost?: HashCost;
}

/** A password of an address, which need not have an account. */
type Credentials = Pick<SignIn, "email" | "password">;

export type Passwords = ReturnType<typeof createPasswords>;

export function createPasswords(
  metrics: Metrics,
  { hashWaitMs, hashCost: cost = productCost }: PasswordOptions = {},
) {
  const queue = createHashQueue({ ...(hashWaitMs !== undefined && { maxWaitMs: hashWaitMs }) });
  createRegisteredMetrics(metrics).gauge(
    "souffleur_password_queue_length",
    "Password hashes that wait for a core",
    queue.waiting,
  );
  const fake = hash("nobody's password", cost);
  return {
    /** The encoded hash of the password's NFKC form; by default with a random salt. @throws AppError SERVER_BUSY */
    hash: ({ email, password }: Credentials, salt?: Uint8Array): Promise<string> =>
      queue.run(domainOf(email), () =>
        hash(password.normalize("NFKC"), { ...cost, ...(salt !== undefined && { salt }) }),
      ),
    /**
     * What an account without a password has in the place of its hash: that of a password that nobody knows. Its salt and
     * parameters let a sign-in take as long as at any other account.
     */
    ofNobody: (): string => {
      const { memoryCost, timeCost, parallelism } = cost;
      const [salt, unknown] = [16, 32].map((bytes) => unpadded(randomBytes(bytes)));
      return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${salt}$${unknown}`;
    },
    /**
     * The password's hash with the salt and the parameters of another hash: both are equal where the passwords are.
     * Without another hash a fake is used, so that an unknown address takes as long as a known one.
     * @throws AppError SERVER_BUSY
     */
    async hashLike(encoded: string | undefined, { email, password }: Credentials): Promise<string> {
      const model = encoded ?? (await fake);
      const options = { ...parseOptions(model), salt: saltOf(model) };
      return queue.run(domainOf(email), () => hash(password.normalize("NFKC"), options));
    },
    /** Whether the hash has other parameters than new ones. */
    isOutdated(encoded: string): boolean {
      const { memoryCost, timeCost, parallelism } = parseOptions(encoded);
      return memoryCost !== cost.memoryCost || timeCost !== cost.timeCost || parallelism !== cost.parallelism;
    },
  };
}

/** Compares two hashes in constant time. */
export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Base64 without padding, as in the PHC string format. */
const unpadded = (bytes: Buffer): string => bytes.toString("base64").replaceAll("=", "");

/** `$argon2id$v=19$m=…,t=…,p=…$<salt>$<hash>` (PHC string format). */
function saltOf(encoded: string): Buffer {
  return Buffer.from(encoded.split("$")[4] ?? "", "base64");
}
