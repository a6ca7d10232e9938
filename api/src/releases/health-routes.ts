import { liveReleases, reportReleases, rollBackRelease } from "@souffleur/contracts";
import type { Keyring } from "../crypto/keyring.ts";
import type { Authenticate } from "../http/guard.ts";
import type { Mount } from "../http/mount.ts";
import type { ReleaseHealth } from "./release-health.ts";

interface HealthRoutesDeps {
  health: ReleaseHealth;
  keys: Keyring;
  authenticate: Authenticate;
  rollbackPercent: number | undefined;
}

export function mountReleaseHealth(mount: Mount, deps: HealthRoutesDeps): void {
  const { health, keys, authenticate, rollbackPercent } = deps;

  /** Somebody signed in is one person, with however many browsers, sessions and addresses; nobody else is any. */
  const personOf = async (token: string | undefined) => {
    const known = token === undefined ? undefined : await authenticate(token).catch(() => undefined);
    if (known === undefined) return undefined;
    return keys.mac("release-report", `user ${known.userId}`).toString("base64url").slice(0, 16);
  };

  mount(reportReleases, async ({ body: { reports, token } }) => {
    await health.report(reports, await personOf(token));
    return {};
  });

  mount(liveReleases, async () => ({
    data: { releases: await health.list(), rollbackPercent: rollbackPercent ?? null },
  }));

  mount(rollBackRelease, async ({ params: { remote }, body, caller }) => {
    const version = await health.rollBackByHand(remote, body.version, caller.userId);
    return { data: { version }, message: `${remote} ${body.version} was rolled back to ${version}.` };
  });
}
