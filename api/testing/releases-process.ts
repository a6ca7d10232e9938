import { createLogger } from "../src/http/logger.ts";
import { openRegistry } from "../src/releases/store/registry.ts";

interface Releaser {
  releasesDir: string;
  builds: string[];
}

/** Releases the builds in turn without end, in a process of its own, which a test may kill. */
export async function releaseForEver({ releasesDir, builds }: Releaser): Promise<void> {
  const registry = await openRegistry(releasesDir, createLogger("silent"));
  process.send?.("begins");
  for (let turn = 0; ; turn++) {
    const build = builds[turn % builds.length] ?? "";
    const release = await registry.publish(build);
    await registry.activate([release]);
    if (turn % 5 === 4) await registry.rollback(release.name, release.version);
  }
}

/** Makes one release, and reports its success or its error. */
export async function releaseOnce({ releasesDir, builds: [build = ""] }: Releaser): Promise<void> {
  try {
    const registry = await openRegistry(releasesDir, createLogger("silent"));
    await registry.activate([await registry.publish(build)]);
    process.send?.("released");
  } catch (error) {
    process.send?.(error instanceof Error ? error.message : String(error));
  }
}
