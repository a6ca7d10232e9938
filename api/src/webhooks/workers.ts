import { clock } from "../clock.ts";
import type { Logger } from "../http/logger.ts";
import { createTurns } from "../scheduling/turns.ts";
import type { Send } from "./sender.ts";
import type { WebhookRecords } from "./webhook-records.ts";

/** How many webhooks a process sends to at once. Failing and slow ones, which may take five seconds each, have places of their own. */
const places = { healthy: 16, failing: 8 } as const;
/** How many of them an organization has at once. */
const shares = { healthy: 4, failing: 2 } as const;
const stopMs = 6000;

interface WorkersDeps {
  webhooks: Pick<WebhookRecords, "claim">;
  send: Send;
  log: Logger;
}

export type Workers = ReturnType<typeof createWorkers>;

/** Gives each webhook with due deliveries its turn, and each organization its share of the places. */
export function createWorkers({ webhooks, send, log }: WorkersDeps) {
  let isStarted = false;
  const running = new Set<Promise<void>>();
  /** Whether there was a turn since the last look. */
  let hadTurn = false;

  function pool(kind: keyof typeof places) {
    const turns = createTurns(shares[kind]);
    const isFailing = kind === "failing";
    let busy = 0;
    const work = async () => {
      while (isStarted) {
        const turn = await turns.take(
          (without) => webhooks.claim(clock.now(), { isFailing, without }),
          ({ organizationId }) => organizationId,
        );
        if (turn === undefined) return;
        hadTurn = true;
        // There may be more: each worker that finds one starts another.
        fill();
        await send(turn.work, { isFailing, isStopping: () => !isStarted }).finally(turn.end);
      }
    };
    function fill(): void {
      if (busy >= places[kind] || !isStarted) return;
      busy += 1;
      const one = work()
        .catch((err: unknown) => log.debug({ err }, "webhook worker paused"))
        .finally(() => {
          busy -= 1;
          running.delete(one);
        });
      running.add(one);
    }
    return fill;
  }
  const fillHealthy = pool("healthy");
  const fillFailing = pool("failing");

  return {
    start(): void {
      isStarted = true;
    },
    /** Looks for webhooks with due deliveries. @returns whether there were any since the last look */
    look(): boolean {
      const had = hadTurn;
      hadTurn = false;
      fillHealthy();
      fillFailing();
      return had;
    },
    /** Waits for the requests under way; those that do not end are repeated by the next process. */
    async stop(): Promise<void> {
      isStarted = false;
      let timeout: NodeJS.Timeout | undefined;
      const tooLong = new Promise<void>((resolve) => {
        timeout = setTimeout(resolve, stopMs);
      });
      await Promise.race([Promise.all(running), tooLong]);
      clearTimeout(timeout);
    },
  };
}
