import type { Organization } from "@souffleur/contracts";
import type { RevokedSessions } from "./http/guard.ts";

/** What has happened, by its name, and what is said of it. */
interface Happenings {
  "organization.renamed": Pick<Organization, "id" | "name">;
  "organization.currency_changed": Pick<Organization, "id" | "currency">;
  "sessions.ended": RevokedSessions;
  /** An account may have other rights than before. It may be said again, and without a reason. */
  "account.rights_changed": { userId: string };
  /** What figures and webhooks tell of a call is stored: its end, outcome, deletion, or a request for help. */
  "call.changed": { callId: string };
}

type Listener<Name extends keyof Happenings> = (happened: Happenings[Name]) => void | Promise<void>;

export type Bus = ReturnType<typeof createBus>;

/** Within this process: the feature that did something publishes it once it is stored, and those features listen that care. */
export function createBus() {
  const listeners = new Map<keyof Happenings, Listener<never>[]>();
  return {
    on<Name extends keyof Happenings>(name: Name, listener: Listener<Name>): void {
      listeners.set(name, [...(listeners.get(name) ?? []), listener]);
    },
    /** Calls all listeners at once. @returns resolves when what they do is done */
    async publish<Name extends keyof Happenings>(name: Name, happened: Happenings[Name]): Promise<void> {
      const all = (listeners.get(name) ?? []) as Listener<Name>[];
      await Promise.all(all.map((listener) => listener(happened)));
    },
  };
}
