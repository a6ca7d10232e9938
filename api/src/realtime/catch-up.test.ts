import type { Line } from "@souffleur/contracts";
import type { ServerEvent } from "@souffleur/contracts/realtime";
import { until } from "../../testing/app.ts";
import { createLogger } from "../http/logger.ts";
import { createCatchUp } from "./catch-up.ts";

test("delivers lines that are missing when a session's end is emitted, and the end once", async () => {
  const delivered: (number | "end")[] = [];
  const catchUp = createCatchUp({
    log: createLogger("silent"),
    deliver: ({ seq }) => void delivered.push(seq),
    deliverChanged: () => {},
    deliverEnd: () => delivered.push("end"),
  });
  const stored = [1, 2, 3].map((seq) => ({ seq }) as Line);
  catchUp.from({
    states: async () => new Map([["session", { seq: 3, ended: true, corrections: 0 }]]),
    read: async (_sessionId, after) => ({
      lines: stored.filter(({ seq }) => seq > after),
      ended: { sessionId: "session" } as ServerEvent<"call_ended">,
    }),
  });
  catchUp.watch("session", 1, false);
  catchUp.ended("session");
  await until(async () => delivered.length === 2);
  catchUp.ended("session");
  await catchUp.poll();
  expect(delivered).toEqual([2, 3]);
});

test("delivers changed lines whose event was lost, once for each change", async () => {
  const delivered: number[] = [];
  const catchUp = createCatchUp({
    log: createLogger("silent"),
    deliver: () => {},
    deliverChanged: ({ seq }) => delivered.push(seq),
    deliverEnd: () => {},
  });
  let corrections = 0;
  catchUp.from({
    states: async () => new Map([["session", { seq: 3, ended: false, corrections }]]),
    read: async () => ({ lines: [], changed: [{ seq: 2 } as Line] }),
  });
  catchUp.watch("session", 3, false);
  await catchUp.poll();
  expect(delivered).toEqual([]);
  corrections = 1;
  await catchUp.poll();
  await catchUp.poll();
  expect(delivered).toEqual([2]);
});
