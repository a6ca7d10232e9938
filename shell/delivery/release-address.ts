import { ReleaseError } from "@souffleur/api/src/releases/release-error";
import { createReleaseClient } from "@souffleur/api/src/releases/remote-release-client";

export type ReleaseClient = ReturnType<typeof createReleaseClient>;

/** @throws ReleaseError if RELEASES_TOKEN is not set */
export function releaseClientFor(origin: string): ReleaseClient {
  const token = process.env.RELEASES_TOKEN;
  if (!token) {
    throw new ReleaseError(
      `RELEASES_TOKEN is not set; for ${origin} it must hold that server's RELEASES_TOKEN, or a platform administrator's access token.`,
    );
  }
  return createReleaseClient(origin, token);
}

/** What a release must fit: the shared versions of the shell there, and the other remotes. */
export async function sharedAt({ origin, overview }: ReleaseClient) {
  const { shell, registry } = await overview();
  if (shell === null) throw new ReleaseError(`${origin} serves no shell that states its shared versions.`);
  return { contract: shell, registry };
}
