import { clock } from "../clock.ts";
import type { Logger } from "../http/logger.ts";
import type { Send } from "./sender.ts";
import type { WebhookRecords } from "./webhook-records.ts";

/** How many webhooks a process sends to at once. Failing ones, which may take five seconds each, have places of their own. */
const places = { healthy: 16, failing: 4 } as const;
const stopMs = 6000;

interface WorkersDeps {
  webhooks: Pick<WebhookRecords, "claim">;
  send: Send;
  log: Logger;
}

export type Workers = ReturnType<typeof createWorkers>;

/** Gives each webhook with due deliveries its turn. */
export function createWorkers({ webhooks, send, log }: WorkersDeps) {
  let isStarted = false;
  const running = new Set<Promise<void>>();

  function pool(isFailing: boolean, most: number) {
    let busy = 0;
    const work = async () => {
      while (isStarted) {
        const claimed = await webhooks.claim(clock.now(), isFailing);
        if (claimed === null) return;
        // There may be more: each worker that finds one starts another.
        fill();
        await send(claimed, () => !isStarted);
      }
    };
    function fill(): void {
      if (busy >= most || !isStarted) return;
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
  const fillHealthy = pool(false, places.healthy);
  const fillFailing = pool(true, places.failing);

  return {
    start(): void {
      isStarted = true;
    },
    /** Looks for webhooks with due deliveries. */
    look(): void {
      fillHealthy();
      fillFailing();
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
