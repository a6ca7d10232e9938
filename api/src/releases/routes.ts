import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import type { Router } from "express";
import { type Request, type RequestHandler, type Response, raw } from "express";
import {
  changeRelease,
  contractMismatches,
  isAdmin,
  type Release,
  type ReleaseContract,
  releasesOverview,
  releaseUploadPath,
  routeTable,
} from "../contracts/index.ts";
import { AppError } from "../errors.ts";
import { type Authenticate, type Caller, callerOf } from "../guard.ts";
import type { Mount } from "../mount.ts";
import { archiveLimits, unpackRelease } from "./archive.ts";
import type { RegistryStore } from "./registry.ts";
import { explainWrite, ReleaseError } from "./release-error.ts";

interface ReleaseRoutesDeps {
  router: Router;
  mount: Mount;
  authenticate: Authenticate;
  registry: RegistryStore;
  /** What the shell that is served shares with remotes, where it says so. */
  shell: ReleaseContract | undefined;
  limit: (req: Request, endpoint: typeof changeRelease) => Promise<void>;
}

const remoteNames = new Set(routeTable.map(({ remote }) => remote));

/** The calls by which another machine releases to this one. */
export function mountReleases({
  router,
  mount,
  authenticate,
  registry,
  shell,
  limit,
}: ReleaseRoutesDeps): void {
  mount(releasesOverview, async ({ caller }) => {
    demandPlatform(caller);
    const names = [...remoteNames];
    const kept = await Promise.all(names.map((name) => registry.list(name)));
    const told = kept.map((releases) =>
      releases.map(({ release, usedAt }) => ({ release, usedAt: usedAt.toISOString() })),
    );
    const releases = Object.fromEntries(names.map((name, index) => [name, told[index] ?? []]));
    return { data: { shell: shell ?? null, registry: await registry.kept(), releases } };
  });

  mount(changeRelease, async ({ caller, params: { name }, body }) => {
    demandPlatform(caller);
    demandRemote(name);
    const by = caller.userId;
    const { version } = await refusing(async () => {
      if (body.action === "rollback") return registry.rollback(name, { by });
      if (body.action === "promote") return registry.promote(name, { by });
      const release = await registry.find(name, body.version);
      if (!body.force) demandFit(release, shell);
      if (body.action === "canary") await registry.canary(release, body.share, { by, at: body.at });
      else await registry.activate([release], { by, at: body.at });
      return release;
    });
    return { data: { version } };
  });

  const admit: RequestHandler = async (req, _res, next) => {
    await limit(req, changeRelease);
    demandPlatform(await callerOf(req, authenticate));
    next();
  };
  const body = raw({ type: "application/gzip", limit: archiveLimits.bytes, inflate: false });
  router.put(releaseUploadPath, admit, body, async (req: Request, res: Response) => {
    const name = String(req.params.name);
    demandRemote(name);
    const archive: unknown = req.body;
    if (!Buffer.isBuffer(archive)) {
      throw new AppError("UNSUPPORTED_MEDIA_TYPE", "The release must be sent as application/gzip.");
    }
    const release = await refusing(() => receive(registry, name, archive));
    res.set("Cache-Control", "no-store").json({ success: true, data: { release } });
  });
}

/**
 * Publishes what an archive holds, without making it live.
 * @throws ReleaseError where it is not a release of this remote, whole and alone
 */
async function receive(registry: RegistryStore, name: string, archive: Buffer): Promise<Release> {
  const draft = path.join(registry.releasesDir, `.draft-${randomUUID()}`);
  try {
    await mkdir(draft);
    const release = await unpackRelease(archive, draft);
    if (release.name !== name) throw new ReleaseError(`The archive holds ${release.name}, not ${name}.`);
    if (release.global !== name.replaceAll("-", "_")) {
      throw new ReleaseError(`The archive's entry would set ${release.global}, which is not ${name}'s.`);
    }
    for (const file of [release.entry, ...release.scripts, ...release.styles]) {
      if (!(file in release.integrity)) throw new ReleaseError(`The archive's ${file} has no integrity.`);
    }
    return await registry.publish(draft);
  } catch (error) {
    throw explainWrite(error, registry.releasesDir);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** A token for machines counts as a platform administrator's: whoever builds has no account here. */
export function withReleaseToken(authenticate: Authenticate, token: string | undefined): Authenticate {
  if (token === undefined) return authenticate;
  const wanted = digest(token);
  const machine: Caller = {
    userId: "releases-token",
    sessionId: "releases-token",
    role: "admin",
    organizationId: null,
    email: "",
    firstName: "Releases",
    lastName: "token",
  };
  return async (given) => (timingSafeEqual(digest(given), wanted) ? machine : authenticate(given));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function demandPlatform({ role, organizationId }: Caller): void {
  if (!isAdmin(role) || organizationId !== null) {
    throw new AppError("FORBIDDEN", "Access denied. You do not have permission to perform this action.");
  }
}

function demandRemote(name: string): void {
  if (!remoteNames.has(name)) {
    throw new AppError("NOT_FOUND", `There is no remote ${name}; there are ${[...remoteNames].join(", ")}.`);
  }
}

function demandFit(release: Release, shell: ReleaseContract | undefined): void {
  const mismatches = shell === undefined ? [] : contractMismatches(release.contract, shell);
  if (mismatches.length === 0) return;
  throw new ReleaseError(
    `${release.name} ${release.version} does not fit the shell: ${mismatches.join("; ")}.`,
  );
}

/** What a release is refused for is its sender's concern, not the server's failure. */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ReleaseError)
      throw new AppError("INVALID_TRANSITION", error.message, { cause: error });
    throw error;
  }
}
