import path from "node:path";
import type { ActiveRelease, Release } from "@souffleur/contracts";
import { test as base } from "playwright/test";
import { createReleaseClient } from "../../../api/src/releases/remote-release-client.ts";
import { launchProduct, type Product } from "../../../api/tools/launch-product.ts";
import { freePort } from "../../../api/tools/network.ts";
import { copyProject, type ProjectCopy } from "../../../api/tools/project-copy.ts";
import { type Differences, makeVariant } from "./release-variant.ts";

/** For machines that release; known to the product and to the commands of these tests. */
export const releasesToken = "a-token-for-machines-that-release-in-tests";

export interface Deployment extends Product {
  /** Where another server may stand before it: its pages are allowed too. */
  frontPort: number;
  /** Another checkout, from which somebody releases. */
  copy: ProjectCopy;
  /** What is built there from now on: the real build with differences. */
  build(remote: string, differences: Differences): Release;
  /** `npm run release` there, to this deployment unless `env` overrides it. */
  release(
    args: readonly string[],
    env?: Record<string, string>,
  ): Promise<{ code: number | null; output: string }>;
  /** Reads and changes what is live without a command. The product looks for that too, so that its pages have it. */
  client: ReturnType<typeof createReleaseClient>;
  live(remote: string): Promise<ActiveRelease>;
}

/** A deployment that several files' tests share: each leaves live what was live before. */
export const test = base.extend<object, { deployment: Deployment }>({
  deployment: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner demands this form
    async ({}, use) => {
      const copy = copyProject();
      const frontPort = await freePort();
      const product = await launchProduct({
        PUBLIC_URL: `http://localhost:${frontPort}`,
        REMOTE_OVERRIDES: "localhost",
        RELEASES_TOKEN: releasesToken,
        // As in production.
        SOURCE_MAPS: "false",
      });
      await use(deployment(product, frontPort, copy));
      await product.stop();
      copy.remove();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

function deployment(product: Product, frontPort: number, copy: ProjectCopy): Deployment {
  const client = createReleaseClient(product.url, releasesToken);
  return {
    ...product,
    frontPort,
    copy,
    client,
    build: (remote, differences) =>
      makeVariant(path.resolve(remote, "dist"), path.join(copy.root, remote, "dist"), differences),
    async release(args, env = {}) {
      const command = copy.run("shell/delivery/release", args, { DATA_DIR: product.dataDir, ...env });
      const code = await command.exit;
      await client.latest();
      return { code, output: command.output() };
    },
    async live(remote) {
      const release = (await client.latest()).remotes[remote];
      if (release === undefined) throw new Error(`${remote} is not live`);
      return release;
    },
  };
}
