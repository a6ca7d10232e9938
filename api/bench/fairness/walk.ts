import type { Connection } from "mongoose";
import { type Owner, storeLargest } from "./largest-data.ts";
import { type LargeRequest, largestRequests } from "./largest-requests.ts";

export interface Walked {
  name: string;
  /** Of the first attempt. */
  status: number;
  /** The least of what was measured. */
  measured: number;
}

interface Api {
  url: string;
  connection: Connection;
  /** Of administrators, one for each attempt: what an account may read of calls is limited. */
  tokens: readonly string[];
  agentToken: string;
}

interface Measure {
  /** What a request costs. */
  measure(send: () => Promise<void>): Promise<number>;
  /** How often each is sent until it costs no more than this. */
  attempts?: number;
  goal?: number;
}

/** Sends the largest requests that the contracts allow to the API in this process, and measures each. */
export async function walk(
  { url, connection, tokens, agentToken }: Api,
  owner: Owner,
  { measure, attempts = 1, goal = Number.POSITIVE_INFINITY }: Measure,
): Promise<Walked[]> {
  const stored = await storeLargest(connection, owner);
  const walked: Walked[] = [];
  const rounds = Array.from({ length: attempts }, (_, attempt) => largestRequests(stored, attempt));
  for (const [at, { name }] of (rounds[0] ?? []).entries()) {
    const tried: Omit<Walked, "name">[] = [];
    for (const [attempt, requests] of rounds.entries()) {
      const request = requests[at];
      if (request === undefined || (attempt > 0 && (tried.at(-1)?.measured ?? 0) <= goal)) break;
      const token = request.by === "agent" ? agentToken : tokens[(at + attempt) % tokens.length];
      let status = 0;
      const measured = await measure(async () => {
        status = await send(url, token ?? "", request);
      });
      tried.push({ status, measured });
    }
    const measured = Math.min(...tried.map((one) => one.measured));
    walked.push({ name, measured, status: tried[0]?.status ?? 0 });
  }
  return walked;
}

async function send(url: string, token: string, { method, path, body }: LargeRequest): Promise<number> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body !== undefined && { body }),
  });
  await answer.arrayBuffer();
  return answer.status;
}
