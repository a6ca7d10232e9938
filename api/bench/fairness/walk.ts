import type { Connection } from "mongoose";
import { type Owner, storeLargest } from "./largest-data.ts";
import { type LargeRequest, largestRequests } from "./largest-requests.ts";
import { longestPause, pauseGoalMs } from "./longest-pause.ts";

/** The first time, code is compiled. */
const attempts = 3;

export interface Walked {
  name: string;
  /** Of the first attempt. */
  status: number;
  pauseMs: number;
}

interface Api {
  url: string;
  connection: Connection;
  /** Of administrators, one for each attempt: what an account may read of calls is limited. */
  tokens: readonly string[];
  agentToken: string;
}

/** Sends the largest requests that the contracts allow to the API in this process, and measures how long each holds it up. */
export async function walk({ url, connection, tokens, agentToken }: Api, owner: Owner): Promise<Walked[]> {
  const stored = await storeLargest(connection, owner);
  const walked: Walked[] = [];
  const rounds = Array.from({ length: attempts }, (_, attempt) => largestRequests(stored, attempt));
  for (const [at, { name }] of (rounds[0] ?? []).entries()) {
    const tried: Omit<Walked, "name">[] = [];
    for (const [attempt, requests] of rounds.entries()) {
      const request = requests[at];
      if (request === undefined || (tried.at(-1)?.pauseMs ?? Number.POSITIVE_INFINITY) <= pauseGoalMs) break;
      const token = request.by === "agent" ? agentToken : tokens[(at + attempt) % tokens.length];
      tried.push(await send(url, token ?? "", request));
    }
    const pauseMs = Math.min(...tried.map((one) => one.pauseMs));
    walked.push({ name, pauseMs, status: tried[0]?.status ?? 0 });
  }
  return walked;
}

async function send(url: string, token: string, { method, path, body }: LargeRequest) {
  let status = 0;
  const pauseMs = await longestPause(async () => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body !== undefined && { body }),
    });
    await answer.arrayBuffer();
    status = answer.status;
  });
  return { status, pauseMs };
}
