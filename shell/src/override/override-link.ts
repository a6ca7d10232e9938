import type { RemoteOverride } from "@souffleur/contracts";

/** The page that asks before it replaces a remote. */
export function linkToOverride({ remote, address }: RemoteOverride): string {
  return `/remote-override?${new URLSearchParams({ remote, address })}`;
}
