import { getCall, limits, listCalls } from "@souffleur/contracts";
import type { ServerEvent } from "@souffleur/contracts/realtime";
import { request } from "../http/request.ts";
import { accessToken, sessionState } from "../session/session-store.ts";

type Started = ServerEvent<"call_started">;

/**
 * Asks for the user's running call regularly while no socket announces it: where a proxy lets none through, a page that is
 * opened during a call, or before a telephone call, would not know of it.
 * @param isWanted whether there is a session and no socket, at the moment
 * @param take receives the running call, or undefined where there is none
 * @returns a function that stops it
 */
export function seekRunningCall(
  isWanted: () => boolean,
  take: (started: Started | undefined) => void,
): () => void {
  let isAsking = false;
  const ask = async () => {
    const { user, organization } = sessionState();
    // Platform administrators, who have no organization, have no calls.
    const hasNone = user?.role === "admin" && organization === null;
    if (isAsking || !isWanted() || user === null || hasNone) return;
    isAsking = true;
    try {
      const found = await fetchRunningCall(user.id);
      if (isWanted() && sessionState().user?.id === user.id) take(found);
    } catch (error) {
      console.warn("The running call could not be asked for", error);
    } finally {
      isAsking = false;
    }
  };
  const timer = setInterval(() => void ask(), limits.runningCallPollMs);
  return () => clearInterval(timer);
}

/** A refused token is left to the socket and to the renewal: nobody has asked for anything, so nobody is signed out. */
async function fetchRunningCall(agentId: string): Promise<Started | undefined> {
  const token = accessToken();
  const query = { status: "active", agentId, limit: 1 } as const;
  const { data: list } = await request(listCalls, { query }, { token });
  const callId = list.calls[0]?.callId;
  if (callId === undefined) return undefined;
  const { data } = await request(getCall, { params: { callId } }, { token });
  const { status, sessionId, startedAt, source, agentName, customer } = data.call;
  if (status !== "active") return undefined;
  return { callId, sessionId, startedAt, source, agentName, customer };
}
