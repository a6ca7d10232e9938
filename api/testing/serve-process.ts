import { connectDatabase } from "../src/database/connect.ts";
import { createLogger } from "../src/http/logger.ts";
import { type ServeOptions, serve } from "./serve.ts";

/** Serves the API in a process of its own, which a test may kill. */
export async function serveAlone({ uri, ...options }: Omit<ServeOptions, "connection"> & { uri: string }) {
  const connection = await connectDatabase(uri, createLogger("silent"));
  const { url } = await serve({ ...options, connection });
  process.send?.(url);
}
