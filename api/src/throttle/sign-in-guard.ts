import { refusal } from "../http/errors.ts";
import { createKeyedQueue } from "../scheduling/keyed-queue.ts";
import type { Counters } from "./counters.ts";
import type { CountLimitHit } from "./limit-metrics.ts";

const failuresOfOneSource = 5;
const failuresOfAllSources = 50;
const sourceWindowSeconds = 15 * 60;
const addressWindowSeconds = 60 * 60;

export interface Visitor {
  source: string;
  /** Where the browser proved with its device cookie that it is known to the address. */
  deviceId: string | undefined;
}

/** Whether a password was right, or the unverified registration that it belongs to. */
export type Tried = "right" | "wrong" | { registration: string };

export interface SignInGuard {
  /**
   * Lets a password be tried, unless too many failed before. Known and unknown addresses count alike. The password
   * of a registration counts once: whoever waits for their mail may try it again, and whoever registers guesses to
   * have them compared with the account's gets no more of them than others.
   * @throws AppError ACCOUNT_LOCKED with the seconds left
   */
  attempt(email: string, visitor: Visitor, tryPassword: () => Promise<Tried>): Promise<Tried>;
}

/**
 * Five failures lock an address to one source for 15 minutes; fifty in an hour from all sources lock it to
 * browsers that are strangers to it. A known browser counts for itself, whatever others do from its network,
 * so nobody can lock the owner out. `onSiege` runs when strangers begin to be turned away.
 */
export function createSignInGuard(
  counters: Counters,
  countHit: CountLimitHit,
  onSiege: (email: string) => void,
): SignInGuard {
  const failures = counters.counter("sign-in-failures", sourceWindowSeconds);
  const strangers = counters.counter("sign-in-strangers", addressWindowSeconds);
  const registrations = counters.counter("sign-in-registrations", addressWindowSeconds);
  const sieges = counters.counter("sign-in-siege", addressWindowSeconds);
  const perVisitor = createKeyedQueue();

  const announceSiege = async (email: string) => {
    const { count } = await sieges.add(email);
    if (count === 1) onSiege(email);
  };

  return {
    attempt(email, { source, deviceId }, tryPassword) {
      const visitor = deviceId === undefined ? `source ${source}` : `device ${deviceId}`;
      const key = `${email} ${visitor}`;
      // One after the other: a guess is counted before it is looked at, and parallel ones must not count
      // against a right password that is still being checked.
      return perVisitor.run(key, async () => {
        const own = await failures.add(key);
        if (own.count > failuresOfOneSource) {
          countHit("address of a source");
          throw refusal("ACCOUNT_LOCKED", { retryAfter: own.msLeft / 1000 });
        }
        const stranger = deviceId === undefined ? await strangers.add(email) : undefined;
        if (stranger !== undefined && stranger.count > failuresOfAllSources) {
          countHit("address of all sources");
          await failures.takeBack(key);
          await announceSiege(email);
          throw refusal("ACCOUNT_LOCKED", { retryAfter: stranger.msLeft / 1000 });
        }
        const forget = async () => {
          if (stranger !== undefined) await strangers.takeBack(email);
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
