import { connectDatabase } from "../../src/database/connect.ts";
import { createLogger } from "../../src/http/logger.ts";
import { openRegistry } from "../../src/releases/store/registry.ts";

interface Releaser {
  /** Of the database. */
  uri: string;
  builds: string[];
}

/** Releases the builds in turn without end, in a process of its own, which a test may kill. */
export async function releaseForEver({ uri, builds }: Releaser): Promise<void> {
  const log = createLogger("silent");
  const registry = openRegistry(await connectDatabase(uri, log), log);
  process.send?.("begins");
  for (let turn = 0; ; turn++) {
    const build = builds[turn % builds.length] ?? "";
    const release = await registry.publish(build);
    await registry.activate([release]);
    if (turn % 5 === 4) await registry.rollback(release.name, release.version);
  }
}
