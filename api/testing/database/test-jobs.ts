import { createLogger } from "../../src/http/logger.ts";
import { createMetrics } from "../../src/http/metrics.ts";
import { createJobs } from "../../src/scheduling/jobs.ts";
import { createPollers } from "../../src/scheduling/pollers.ts";

/** The stored jobs of a process of its own. */
export function testJobs(leaseMs?: number) {
  const metrics = createMetrics();
  const log = createLogger("silent");
  return createJobs({
    pollers: createPollers(metrics),
    metrics,
    log,
    ...(leaseMs !== undefined && { leaseMs }),
  });
}
