import type { Logger } from "../http/logger.ts";
import { serverLimits } from "../limits.ts";
import type { PublishedPlaybooks } from "../playbook/published-playbooks.ts";
import type { Jobs } from "../scheduling/jobs.ts";
import type { Pollers } from "../scheduling/pollers.ts";
import type { LiveCalls } from "./live-calls.ts";
import type { CallDoc, CallModels } from "./records/call-model.ts";
import type { CallRecords } from "./records/call-records.ts";
import type { Summaries } from "./summaries.ts";

interface CallUpkeepDeps {
  models: Pick<CallModels, "calls">;
  records: Pick<CallRecords, "words">;
  live: Pick<LiveCalls, "repairCorrections">;
  summaries: Pick<Summaries, "gist">;
  playbooks: Pick<PublishedPlaybooks, "publishedEntries">;
  jobs: Pick<Jobs, "moved">;
  pollers: Pick<Pollers, "add">;
  log: Pick<Logger, "warn">;
}

const repairMs = 1000;

/** What is done about calls after the requests and lines that it follows from. */
export function createCallUpkeep({ models, records, live, summaries, playbooks, ...deps }: CallUpkeepDeps) {
  const { jobs, pollers, log } = deps;
  const repairing = pollers.add({
    name: "corrections",
    everyMs: repairMs,
    backsOff: true,
    task: live.repairCorrections,
    failed: (err) => log.warn({ err }, "lines were not corrected"),
  });
  // The search finds calls by their lines about a second after their end.
  const words = jobs.moved<CallDoc, "all">({
    name: "words",
    models: [models.calls],
    shares: serverLimits.jobs.moves,
    batch: serverLimits.batches.words,
    waiting: records.words.waiting,
    select: records.words.select,
    move: (due) => records.words.collect(due, playbooks.publishedEntries, summaries.gist),
  });
  return {
    start(): void {
      repairing.start();
      words.start();
    },
    async stop(): Promise<void> {
      await repairing.stop();
      await words.stop();
    },
  };
}
