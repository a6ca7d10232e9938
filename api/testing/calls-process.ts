import { connectDatabase } from "../src/database/connect.ts";
import { createLogger } from "../src/http/logger.ts";
import { startCalls } from "./calls.ts";

/** Runs the live-call server in a process of its own, which a test may kill. */
export async function serve(options: { uri: string; port: number; speed: number }): Promise<void> {
  const connection = await connectDatabase(options.uri, createLogger("silent"));
  const { url } = await startCalls({ ...options, connection });
  process.send?.(url);
}
