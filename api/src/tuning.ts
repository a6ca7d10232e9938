import type { Maxima } from "@souffleur/contracts/usage";
import type { HashCost } from "./auth/passwords/passwords.ts";
import type { ConnectionCaps } from "./realtime/connection-limits.ts";
import type { AriTimings } from "./telephony/ari/ari-client.ts";

/** Speeds, waits and limits of tests, where they differ from the product's. */
export interface Tuning {
  /** How many times faster than real time scripted calls play. */
  speed?: number;
  /** How long a recorded chunk waits for the one before it, in ms. */
  maxWaitMs?: number;
  /** How long a password's hash may wait for a core, in ms. */
  hashWaitMs?: number;
  hashCost?: HashCost;
  /** The limits of connections at this process. */
  caps?: Partial<ConnectionCaps>;
  /** The waits of the connection to Asterisk. */
  timings?: AriTimings;
  /** How many times as many requests as in the product are allowed. */
  requests?: number;
  /** How many milliseconds of a second the process answers before organizations wait for each other. */
  busyMs?: number;
  /** What an organization may have. */
  maxima?: Partial<Maxima>;
}
