import { appError } from "../http/errors.ts";
import { createKeyedQueue } from "../scheduling/keyed-queue.ts";
import type { Counters } from "./counters.ts";
import type { CountLimitHit } from "./limit-metrics.ts";

const failuresOfOneSource = 5;
const failuresOfAllSources = 50;
const sourceWindowSeconds = 15 * 60;
const addressWindowSeconds = 60 * 60;

export interface Visitor {
  source: string;
  /** The id of a browser that has signed in to this address before. */
  deviceId: string | undefined;
}

/** The result of a password attempt: right, wrong, or the password of an unverified registration. */
type Tried = "right" | "wrong" | { registration: string };

export type SignInGuard = ReturnType<typeof createSignInGuard>;

/**
 * Five failures lock an address for one source for 15 minutes; fifty in an hour from all sources lock it for all
 * unknown browsers. A known browser has its own count, independent of others in its network, so that others cannot
 * lock it out.
 * @param onAddressLocked called when an address is first locked for unknown browsers
 */
export function createSignInGuard(
  counters: Counters,
  countHit: CountLimitHit,
  onAddressLocked: (email: string) => void,
) {
  const failures = counters.counter("sign-in-failures", sourceWindowSeconds);
  const unknownBrowsers = counters.counter("sign-in-strangers", addressWindowSeconds);
  const registrations = counters.counter("sign-in-registrations", addressWindowSeconds);
  const lockedAddresses = counters.counter("sign-in-siege", addressWindowSeconds);
  const perVisitor = createKeyedQueue();

  const reportLockedAddress = async (email: string) => {
    const { count } = await lockedAddresses.add(email);
    if (count === 1) onAddressLocked(email);
  };

  return {
    /**
     * Tries a password, unless too many attempts have failed. Unknown addresses count like known ones. The password of
     * a registration counts once: a user may retry it while waiting for the mail, and registering a guess allows no
     * additional guess at the account's password.
     * @throws AppError ACCOUNT_LOCKED with the seconds left
     */
    attempt(email: string, { source, deviceId }: Visitor, tryPassword: () => Promise<Tried>): Promise<Tried> {
      const visitor = deviceId === undefined ? `source ${source}` : `device ${deviceId}`;
      const key = `${email} ${visitor}`;
      // In a queue, because an attempt is counted before it is checked: attempts that are still being checked must not
      // lock out one with the right password.
      return perVisitor.acquire(key, async () => {
        const own = await failures.add(key);
        if (own.count > failuresOfOneSource) {
          countHit("address of a source");
          throw appError("ACCOUNT_LOCKED", { retryAfter: own.msLeft / 1000 });
        }
        const unknownBrowser = deviceId === undefined ? await unknownBrowsers.add(email) : undefined;
        if (unknownBrowser !== undefined && unknownBrowser.count > failuresOfAllSources) {
          countHit("address of all sources");
          await failures.takeBack(key);
          await reportLockedAddress(email);
          throw appError("ACCOUNT_LOCKED", { retryAfter: unknownBrowser.msLeft / 1000 });
        }
        const forget = async () => {
          if (unknownBrowser !== undefined) await unknownBrowsers.takeBack(email);
        };
        let tried: Tried;
        try {
          tried = await tryPassword();
          if (tried === "right") {
            await Promise.all([failures.clear(key), forget()]);
            return tried;
          }
          if (tried !== "wrong" && (await registrations.add(`${email} ${tried.registration}`)).count > 1) {
            await Promise.all([failures.takeBack(key), forget()]);
            return tried;
          }
        } catch (thrown) {
          await Promise.all([failures.takeBack(key), forget()]);
          throw thrown;
        }
        if (own.count === failuresOfOneSource) await failures.hold(key, failuresOfOneSource);
        return tried;
      });
    },
  };
}
