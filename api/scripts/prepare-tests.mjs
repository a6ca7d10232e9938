import { ensureServers } from "./servers.mjs";
import { prepareDatabase } from "./setup.mjs";

/** Before jest's first test: a download in the middle of one would outlast its time. */
export default async function prepare() {
  await prepareDatabase();
  await ensureServers();
}
