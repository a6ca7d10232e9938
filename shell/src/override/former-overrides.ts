import { RemoteOverride, type RemoteOverrides } from "@souffleur/contracts";
import { readStoredJson, writeStored } from "@souffleur/shared-ui";
import { formerOverridesKey } from "../releases/page-elements.ts";

/** Overrides end with their session; this browser keeps which ones a user had, to offer them to the same user again. */
type Former = RemoteOverride & { user: string | null };

function allFormer(): Former[] {
  const stored = readStoredJson(formerOverridesKey);
  return (Array.isArray(stored) ? stored : []).flatMap((one) => {
    const override = RemoteOverride.safeParse(one).data;
    return override === undefined ? [] : [{ ...override, user: one.user ?? null }];
  });
}

function store(former: Former[]): void {
  writeStored(formerOverridesKey, former.length === 0 ? undefined : JSON.stringify(former));
}

/** @param user an id; null for what was replaced without a session */
export function formerOverrides(user: string | null): RemoteOverrides {
  return allFormer().flatMap(({ user: whose, ...override }) => (whose === user ? [override] : []));
}

export function keepOverrides(user: string | null, overrides: RemoteOverrides): void {
  const isOther = (one: Former) =>
    one.user !== user || overrides.every(({ remote }) => remote !== one.remote);
  store([...allFormer().filter(isOther), ...overrides.map((override) => ({ ...override, user }))]);
}

export function forgetOverride(user: string | null, remote: string): void {
  store(allFormer().filter((one) => one.user !== user || one.remote !== remote));
}
