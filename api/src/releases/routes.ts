import { contractMismatches, type EndpointAnswer, type Release, reportReleases } from "@souffleur/contracts";
import { liveReleases, rollBackRelease } from "@souffleur/contracts/live-releases";
import {
  activateRelease,
  previewRelease,
  promoteCanary,
  releasesOverview,
  removeRemote,
  startCanary,
  uploadRelease,
} from "@souffleur/contracts/release-commands";
import type { Connection } from "mongoose";
import type { Audit } from "../audit/audit.ts";
import type { Auth } from "../auth/auth.ts";
import type { Config } from "../config.ts";
import type { Keyring } from "../crypto/keyring.ts";
import { appError } from "../http/errors.ts";
import { languageOf } from "../http/language.ts";
import type { Logger } from "../http/logger.ts";
import type { Mount } from "../http/mount.ts";
import type { Pollers } from "../scheduling/pollers.ts";
import type { Pages } from "./pages.ts";
import { uploadEvent } from "./release-audit.ts";
import type { ReleaseHealth } from "./release-health.ts";
import { unpackRelease } from "./store/archive.ts";
import { checkIncoming } from "./store/incoming.ts";
import type { RegistryStore } from "./store/registry.ts";
import { ReleaseError } from "./store/release-error.ts";

export interface ReleasesDeps {
  config: Config;
  connection: Connection;
  log: Logger;
  keys: Keyring;
  auth: Pick<Auth, "authenticate" | "sessions" | "overrideCookie">;
  audit: Pick<Audit, "append">;
  pollers: Pick<Pollers, "add">;
  /** Without a registry, where another machine serves the shell, only overrides are available. */
  pages?: Partial<Pages> | undefined;
}

interface Parts {
  registry: RegistryStore;
  health: ReleaseHealth;
}

/** The API of releases. Changes of what is live get into the audit log from the registry, not from here. */
export function mountReleases(
  mount: Mount,
  { config, keys, auth, audit, pages }: ReleasesDeps,
  { registry, health }: Parts,
): void {
  /** The versions that the served shell shares with remotes, where its build states them. */
  const shell = pages?.shell?.contract;

  mount(liveReleases, async ({ req }) => ({
    data: { releases: await health.list(languageOf(req)), rollbackPercent: config.ROLLBACK_PERCENT ?? null },
  }));

  mount(releasesOverview, async () => {
    const releases: EndpointAnswer<typeof releasesOverview>["data"]["releases"] = {};
    for (const { release, usedAt } of await registry.list()) {
      releases[release.name] ??= [];
      releases[release.name]?.push({ release, usedAt: usedAt.toISOString() });
    }
    return { data: { shell: shell ?? null, registry: await registry.latest(), releases } };
  });

  /** Mounts a call whose `ReleaseError` is a 409, with its reason in the log: the caller has to resolve it. */
  const mountChange: Mount = (endpoint, handler) =>
    mount(endpoint, async (input) =>
      handler(input).catch((error: unknown) => {
        if (!(error instanceof ReleaseError)) throw error;
        const { log, params } = input.req;
        log.warn({ remote: params.remote, reason: error.message }, "release refused");
        throw appError("INVALID_TRANSITION", { message: error.sentences, cause: error });
      }),
    );

  mountChange(uploadRelease, async ({ by: { caller, source }, params: { remote }, body }) => {
    const incoming = await checkIncoming(await unpackRelease(body));
    const { release } = incoming;
    if (release.name !== remote)
      throw new ReleaseError("archiveOfOther", { found: release.name, name: remote });
    await audit.append([uploadEvent(release, caller.userId, source)]);
    return { data: { release: await registry.takeIn(incoming) } };
  });

  mountChange(activateRelease, async ({ caller, params: { remote }, body: { version, force } }) => {
    await registry.activate([await fitting(remote, version, force)], { by: caller.userId });
    return { data: { version } };
  });

  mountChange(startCanary, async ({ caller, params: { remote }, body: { version, share, force } }) => {
    await registry.canary(await fitting(remote, version, force), share, { by: caller.userId });
    return { data: { version } };
  });

  mountChange(previewRelease, async ({ caller, params: { remote }, body: { version, name, force } }) => {
    const release = await fitting(remote, version, force);
    const { path, until } = await registry.preview(release, name, { by: caller.userId });
    return { data: { address: new URL(path, config.PUBLIC_URL).href, until } };
  });

  mountChange(promoteCanary, async ({ caller, params: { remote } }) => ({
    data: await registry.promote(remote, { by: caller.userId }),
  }));

  mountChange(rollBackRelease, async ({ caller, params: { remote }, body: { version } }) => {
    const now = await registry.rollback(remote, version, { by: caller.userId });
    return {
      data: now,
      message: {
        text: "{remote} {version} was rolled back to {before}.",
        values: { remote, version, before: now.version },
      },
    };
  });

  mountChange(removeRemote, async ({ caller, params: { remote } }) => {
    const { version } = await registry.remove(remote, { by: caller.userId });
    return {
      data: { version },
      message: { text: "{remote} was removed; {version} was live.", values: { remote, version } },
    };
  });

  mount(reportReleases, async ({ body: { reports, token } }) => {
    await health.report(reports, await personOf(token));
    return {};
  });

  async function fitting(remote: string, version: string, force = false): Promise<Release> {
    const release = await registry.find(remote, version);
    const mismatches = shell === undefined || force ? [] : contractMismatches(release.contract, shell);
    if (mismatches.length === 0) return release;
    throw new ReleaseError("misfit", { name: remote, version, mismatches: mismatches.join("; ") });
  }

  /** One pseudonym per account, for all of its browsers and sessions, below that of its organization; undefined without a session. */
  async function personOf(token: string | undefined): Promise<string | undefined> {
    const user = token === undefined ? undefined : await auth.authenticate(token).catch(() => undefined);
    if (user === undefined) return undefined;
    const pseudonym = (of: string, length: number) =>
      keys.mac("release-report", of).toString("base64url").slice(0, length);
    return `${pseudonym(`organization ${user.organizationId}`, 8)}.${pseudonym(`user ${user.userId}`, 16)}`;
  }
}
