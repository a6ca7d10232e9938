import {
  type ActiveRelease,
  type changeRelease,
  type Endpoint,
  type EndpointAnswer,
  Failure,
  Release,
  releasesOverview,
  releaseUploadPath,
} from "@souffleur/contracts";
import * as z from "zod";
import { packRelease } from "./archive.ts";
import { toActiveRelease } from "./registry-changes.ts";
import { ReleaseError } from "./release-error.ts";
import { readRelease } from "./releases-folder.ts";

const answerMs = 60_000;

type Overview = EndpointAnswer<typeof releasesOverview>["data"];
type Change = z.input<(typeof changeRelease)["body"]>;

interface Options {
  at?: string | undefined;
  force?: boolean;
}

/**
 * Releases to another Souffleur, over its API, with the same calls as the registry of this machine.
 * @param origin where it is served
 * @param token its RELEASES_TOKEN, or a platform administrator's access token
 */
export function remotePlace(origin: string, token: string) {
  async function ask<T>(
    method: string,
    path: string,
    data: z.ZodType<T>,
    body?: string | Buffer,
  ): Promise<T> {
    const address = new URL(path, origin).href;
    const response = await fetch(address, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        origin: new URL(origin).origin,
        ...(body !== undefined && {
          "content-type": typeof body === "string" ? "application/json" : "application/gzip",
        }),
      },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(answerMs),
    }).catch((cause: unknown) => {
      throw new ReleaseError(`${origin} could not be reached: ${reasonOf(cause)}.`, { cause });
    });
    const text = await response.text();
    const answer = parseJson(text);
    if (!response.ok) {
      const failure = Failure.safeParse(answer);
      throw new ReleaseError(
        `${origin} refused it (${response.status}): ${failure.success ? failure.data.error : "no reason told"}`,
      );
    }
    const parsed = z.object({ data }).safeParse(answer);
    if (!parsed.success) throw new ReleaseError(`${address} answers, but not as a Souffleur does.`);
    return parsed.data.data;
  }

  const overview = (): Promise<Overview> =>
    ask("GET", releasesOverview.path, (releasesOverview as Endpoint).data as z.ZodType<Overview>);
  const change = (name: string, body: Change) =>
    ask("POST", `/api/releases/${name}`, z.object({ version: z.string() }), JSON.stringify(body));

  return {
    origin,
    overview,
    async kept() {
      return (await overview()).registry;
    },
    async list(name: string) {
      const kept = (await overview()).releases[name] ?? [];
      return kept.map(({ release, usedAt }) => ({ release, usedAt: new Date(usedAt) }));
    },
    async find(name: string, version: string): Promise<Release> {
      const kept = (await overview()).releases[name]?.find(({ release }) => release.version === version);
      if (kept === undefined) throw new ReleaseError(`${name} has no release ${version} at ${origin}.`);
      return kept.release;
    },
    async publish(build: string): Promise<Release> {
      const release = await readRelease(build);
      if (release === undefined)
        throw new ReleaseError(`${build} holds no release.json: nothing is built there.`);
      const path = releaseUploadPath.replace(":name", release.name);
      const sent = await ask("PUT", path, z.object({ release: Release }), await packRelease(build, release));
      return sent.release;
    },
    async activate([release]: readonly Release[], { at, force }: Options = {}): Promise<void> {
      if (release === undefined) return;
      await change(release.name, { action: "activate", version: release.version, at, force });
    },
    async canary(release: Release, share: number, { at, force }: Options = {}): Promise<void> {
      await change(release.name, { action: "canary", version: release.version, share, at, force });
    },
    promote: (name: string) => change(name, { action: "promote" }),
    rollback: (name: string) => change(name, { action: "rollback" }),
  };
}

/** A release as it would be live, from its own folder: for a look at it before browsers find its files. */
export function candidateOf(release: Release): ActiveRelease {
  return toActiveRelease(release, `/remotes/${release.name}/${release.version}/`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
