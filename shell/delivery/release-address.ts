import { ReleaseError } from "@souffleur/api/src/releases/release-error";
import { createReleaseClient } from "@souffleur/api/src/releases/remote-release-client";

export type ReleaseClient = ReturnType<typeof createReleaseClient>;

/** @throws ReleaseError without a token */
export function releaseClientFor(origin: string): ReleaseClient {
  const token = process.env.RELEASES_TOKEN;
  if (!token) {
    throw new ReleaseError(
      `RELEASES_TOKEN is not set; for ${origin} it must hold that server's RELEASES_TOKEN, or a platform administrator's access token.`,
    );
  }
  return createReleaseClient(origin, token);
}

/** What a release must fit there: what the shell shares, and the other remotes. */
export async function sharedAt({ origin, overview }: ReleaseClient) {
  const { shell, registry } = await overview();
  if (shell === null) throw new ReleaseError(`${origin} serves no shell that says what it shares.`);
  return { contract: shell, registry };
}
