import { type Endpoint, type EndpointInput, Failure, type Release } from "@souffleur/contracts";
import { rollBackRelease } from "@souffleur/contracts/live-releases";
import {
  activateRelease,
  previewRelease,
  promoteCanary,
  releasesOverview,
  removeRemote,
  startCanary,
  uploadRelease,
} from "@souffleur/contracts/release-commands";
import * as z from "zod";
import { tryParseJson } from "../http/try-parse-json.ts";
import { packRelease } from "./store/archive.ts";
import { readBuild, readRelease } from "./store/build-files.ts";
import { ReleaseError } from "./store/release-error.ts";

const answerMs = 60_000;

type Input<E extends Endpoint> = Partial<EndpointInput<E>>;

interface ActivateOptions {
  force?: boolean;
}

/**
 * Releases to another Souffleur through its API, with the same methods as the registry of this machine.
 * @param origin its address
 * @param token its RELEASES_TOKEN, or a platform administrator's access token
 */
export function createReleaseClient(origin: string, token: string) {
  async function call<E extends Endpoint>(endpoint: E, { params, body }: Input<E> = {}) {
    const path = endpoint.path.replace(/:(\w+)/g, (_all, name: string) => String(params?.[name]));
    const address = new URL(path, origin).href;
    const { contentType } = endpoint;
    const response = await fetch(address, {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${token}`,
        origin: new URL(origin).origin,
        ...(body !== undefined && { "content-type": contentType ?? "application/json" }),
      },
      ...(body !== undefined && {
        body: contentType === undefined ? JSON.stringify(body) : (body as Buffer),
      }),
      signal: AbortSignal.timeout(answerMs),
    }).catch((cause: unknown) => {
      throw new ReleaseError("unreachable", { origin, reason: reasonOf(cause) }, { cause });
    });
    const answer = tryParseJson(await response.text());
    if (response.status === 401) throw new ReleaseError("tokenRefused", { origin });
    if (!response.ok) {
      const failure = Failure.safeParse(answer);
      const reason = failure.success ? failure.data.error : "without a reason";
      throw new ReleaseError("refusedThere", { origin, status: response.status, reason });
    }
    const parsed = z.object({ data: endpoint.data }).safeParse(answer);
    if (!parsed.success) throw new ReleaseError("noServer", { address });
    return parsed.data.data as z.output<E["data"]>;
  }

  const overview = () => call(releasesOverview);

  return {
    origin,
    overview,
    async latest() {
      return (await overview()).registry;
    },
    async list(name: string) {
      const kept = (await overview()).releases[name] ?? [];
      return kept.map(({ release, usedAt }) => ({ release, usedAt: new Date(usedAt) }));
    },
    async find(name: string, version: string): Promise<Release> {
      const kept = (await overview()).releases[name]?.find(({ release }) => release.version === version);
      if (kept === undefined) throw new ReleaseError("unknownVersion", { name, version });
      return kept.release;
    },
    async publish(build: string): Promise<Release> {
      const remote = (await readRelease(build))?.name;
      if (remote === undefined) throw new ReleaseError("nothingBuilt");
      const body = await packRelease(await readBuild(build));
      return (await call(uploadRelease, { params: { remote }, body })).release;
    },
    async activate([release]: readonly Release[], options: ActivateOptions = {}): Promise<void> {
      if (release === undefined) return;
      const { name: remote, version } = release;
      await call(activateRelease, { params: { remote }, body: { version, ...options } });
    },
    async canary({ name: remote, version }: Release, share: number, options: ActivateOptions = {}) {
      await call(startCanary, { params: { remote }, body: { version, share, ...options } });
    },
    preview: ({ name: remote, version }: Release, name: string, options: ActivateOptions = {}) =>
      call(previewRelease, { params: { remote }, body: { version, name, ...options } }),
    promote: (remote: string) => call(promoteCanary, { params: { remote } }),
    rollback: (remote: string, version: string) =>
      call(rollBackRelease, { params: { remote }, body: { version } }),
    remove: (remote: string) => call(removeRemote, { params: { remote } }),
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
