import { misspelt } from "@souffleur/api/src/config/misspelt";
import { createReleaseClient } from "@souffleur/api/src/releases/remote-release-client";
import { StepError } from "@souffleur/api/tools/step-error.mjs";

export type ReleaseClient = ReturnType<typeof createReleaseClient>;

/** @throws StepError if RELEASES_TOKEN is not set */
export function releaseClientFor(origin: string): ReleaseClient {
  const token = process.env.RELEASES_TOKEN;
  if (!token) {
    const given = misspelt(process.env).find(({ meant }) => meant === "RELEASES_TOKEN");
    throw new StepError(
      `RELEASES_TOKEN is not set${given ? `, but ${given.name} is` : ""}; for ${origin} it must hold that server's RELEASES_TOKEN, or a platform administrator's access token.`,
    );
  }
  return createReleaseClient(origin, token);
}

/** What a release must fit: the shared versions of the shell there, and the other remotes. */
export async function sharedAt({ origin, overview }: ReleaseClient) {
  const { shell, registry } = await overview();
  if (shell === null) throw new StepError(`${origin} serves no shell that states its shared versions.`);
  return { contract: shell, registry };
}
