import type { Keyring } from "../auth/keyring.ts";
import { liveReleases, reportReleases, rollBackRelease } from "../contracts/index.ts";
import type { Authenticate } from "../guard.ts";
import type { Mount } from "../mount.ts";
import { sourceOf } from "../throttle/source.ts";
import type { ReleaseHealth } from "./release-health.ts";

interface HealthRoutesDeps {
  health: ReleaseHealth;
  keys: Keyring;
  authenticate: Authenticate;
  rollbackPercent: number | undefined;
}

export function mountReleaseHealth(mount: Mount, deps: HealthRoutesDeps): void {
  const { health, keys, authenticate, rollbackPercent } = deps;

  /** Somebody signed in is the same from wherever; a whole office may share one address. */
  const personOf = async (token: string | undefined, source: string) => {
    const known = token === undefined ? undefined : await authenticate(token).catch(() => undefined);
    const text = known === undefined ? `source ${source}` : `user ${known.userId}`;
    return keys.mac("release-report", text).toString("base64url").slice(0, 16);
  };

  mount(reportReleases, async ({ body: { reports, token }, req }) => {
    await health.report(reports, await personOf(token, sourceOf(req)));
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
