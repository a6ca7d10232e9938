import { endSimulation } from "@souffleur/contracts";
import { call, readStored, sessionState, storedKeys, writeStored } from "@souffleur/shared-ui";
import { deliver } from "@souffleur/shared-ui/saving";
import { isCallGone } from "@souffleur/shared-ui/wrap-up";

/** Ends that the server may not have yet; the prefix is listed in `stored-words.ts`. */
const prefixOf = (userId: string | undefined) => `souffleur.end.${userId ?? ""}.`;

/** Calls that were ended in this page; the server may announce one until it has the end, and a moment longer. */
const endedHere = new Set<string>();
/** The keys of the ends that are to be sent, for a browser that stores nothing. */
const unsent = new Set<string>();

const keyOf = (userId: string | undefined, callId: string) => prefixOf(userId) + callId;
const isUnsent = (key: string) => unsent.has(key) || readStored(key) !== undefined;

/** Whether the signed-in agent has ended the call in this browser. */
export const wasEndedHere = (callId: string): boolean =>
  endedHere.has(callId) || isUnsent(keyOf(sessionState().user?.id, callId));

/**
 * Ends the signed-in agent's call: sent until the server has it, which keeps the call running otherwise, in a later page too.
 * As specified, a failure is only a warning.
 */
export function endOnServer(callId: string): void {
  const userId = sessionState().user?.id;
  const key = keyOf(userId, callId);
  endedHere.add(callId);
  unsent.add(key);
  writeStored(key, "1");
  deliver(() => send(userId, callId), { scope: `end of ${callId}` }).catch(() => {});
}

/** Sends what is left of the user's ends; resolves when each was tried once. */
export async function sendEnds(userId: string): Promise<void> {
  const prefix = prefixOf(userId);
  await Promise.allSettled(storedKeys(prefix).map((key) => send(userId, key.slice(prefix.length))));
}

async function send(userId: string | undefined, callId: string): Promise<void> {
  const key = keyOf(userId, callId);
  // A sign-out may have sent it while it waited for the next attempt.
  if (!isUnsent(key)) return;
  // Another user's session would be refused; the end is sent when its agent is back.
  if (sessionState().user?.id !== userId) throw new Error("The agent is signed out");
  const forget = () => {
    unsent.delete(key);
    writeStored(key, undefined);
  };
  try {
    await call(endSimulation, { body: { callId, reason: "user_ended" } });
    forget();
  } catch (error) {
    console.warn("The call could not be ended on the server", error);
    if (isCallGone(error)) forget();
    throw error;
  }
}
