import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import {
  changeRelease,
  contractMismatches,
  isAdmin,
  type Release,
  type ReleaseContract,
  releasesOverview,
  releaseUploadPath,
  routeTable,
} from "@souffleur/contracts";
import type { Router } from "express";
import { type Request, type RequestHandler, type Response, raw } from "express";
import type { AuditEvent } from "../audit/event.ts";
import { refusal } from "../http/errors.ts";
import type { Admit, Authenticate, Caller } from "../http/guard.ts";
import type { Mount } from "../http/mount.ts";
import { sourceOf } from "../throttle/source.ts";
import { archiveLimits, unpackRelease } from "./archive.ts";
import type { RegistryStore } from "./registry.ts";
import { uploadEvent } from "./release-audit.ts";
import { explainWrite, ReleaseError } from "./release-error.ts";
import { checkRelease, isListed } from "./releases-folder.ts";

interface ReleaseRoutesDeps {
  router: Router;
  mount: Mount;
  admit: Admit;
  registry: RegistryStore;
  /** What the shell that is served shares with remotes, where it says so. */
  shell: ReleaseContract | undefined;
  /** Enters an event in the audit log. */
  audit: (event: AuditEvent) => Promise<void>;
}

const remoteNames = new Set(routeTable.map(({ remote }) => remote));

/** The calls by which another machine releases to this one. What goes live enters the audit log from the registry. */
export function mountReleases({ router, mount, admit, registry, shell, audit }: ReleaseRoutesDeps): void {
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

  const enter: RequestHandler = async (req, res, next) => {
    const caller = await admit(req, changeRelease);
    res.locals.caller = caller;
    demandPlatform(caller);
    next();
  };
  const body = raw({ type: "application/gzip", limit: archiveLimits.bytes, inflate: false });
  router.put(releaseUploadPath, enter, body, async (req: Request, res: Response) => {
    const name = String(req.params.name);
    demandRemote(name);
    const archive: unknown = req.body;
    if (!Buffer.isBuffer(archive)) {
      throw refusal("UNSUPPORTED_MEDIA_TYPE", { text: "The release must be sent as application/gzip." });
    }
    const { userId } = res.locals.caller as Caller;
    const note = (release: Release) => audit(uploadEvent(release, userId, sourceOf(req)));
    const release = await refusing(() => receive(registry, name, archive, note));
    res.set("Cache-Control", "no-store").json({ success: true, data: { release } });
  });
}

/**
 * Publishes what an archive holds, without making it live.
 * @param note called with what is whole and about to be kept: nothing is kept without it
 * @throws ReleaseError where it is not a release of this remote, whole and alone
 */
async function receive(
  registry: RegistryStore,
  name: string,
  archive: Buffer,
  note: (release: Release) => Promise<void>,
): Promise<Release> {
  const draft = path.join(registry.releasesDir, `.draft-${randomUUID()}`);
  try {
    await mkdir(draft);
    const release = await unpackRelease(archive, draft);
    if (release.name !== name) throw new ReleaseError(`The archive holds ${release.name}, not ${name}.`);
    if (release.global !== name.replaceAll("-", "_")) {
      throw new ReleaseError(`The archive's entry would set ${release.global}, which is not ${name}'s.`);
    }
    for (const file of [release.entry, ...release.scripts, ...release.styles]) {
      if (!isListed(file, release)) throw new ReleaseError(`The archive's ${file} has no integrity.`);
    }
    await checkRelease(draft, release);
    await note(release);
    return await registry.publish(draft);
  } catch (error) {
    throw explainWrite(error);
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

function demandPlatform(caller: Caller | undefined): void {
  if (caller === undefined || !isAdmin(caller.role) || caller.organizationId !== null) {
    throw refusal("FORBIDDEN");
  }
}

function demandRemote(name: string): void {
  if (!remoteNames.has(name)) {
    throw refusal("NOT_FOUND", {
      text: `There is no remote ${name}; there are ${[...remoteNames].join(", ")}.`,
    });
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
      throw refusal("INVALID_TRANSITION", { text: error.message, cause: error });
    throw error;
  }
}
