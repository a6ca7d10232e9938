import { prepareEngine } from "./c-library.ts";
import { ensureServers } from "./servers.ts";

/** Before jest's first test: a download in the middle of one would outlast its time. */
export default async function prepare(): Promise<void> {
  await prepareEngine();
  await ensureServers();
}
