import { endSimulation } from "@souffleur/contracts";
import { call, readStored, sessionState, storedKeys, writeStored } from "@souffleur/shared-ui";
import { deliver } from "@souffleur/shared-ui/saving";
import { isCallGone } from "@souffleur/shared-ui/wrap-up";

/** Ends that the server may not have yet; the prefix is listed in `stored-words.ts`. */
const prefixOf = (userId: string | undefined) => `souffleur.end.${userId ?? ""}.`;

/** Calls that were ended in this page; the server may announce one until it has the end, and a moment longer. */
const endedHere = new Set<string>();
/** The keys of the ends that this page is to send, also where the browser stores nothing. */
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
  unsent.add(key);
  writeStored(key, "1");
  deliver(() => send(userId, callId), { scope: `end of ${callId}` }).catch(() => {});
}

/** Sends what is left of the user's ends; resolves when each was tried once. */
export async function sendEnds(userId: string): Promise<void> {
  const prefix = prefixOf(userId);
  const left = [...unsent].filter((key) => key.startsWith(prefix));
  const keys = new Set([...storedKeys(prefix), ...left]);
  await Promise.allSettled([...keys].map((key) => send(userId, key.slice(prefix.length))));
}

/** Resolves when the end of the signed-in agent's call was sent once more, where the server may not have it. */
export async function retryEnd(callId: string): Promise<void> {
  await send(sessionState().user?.id, callId).catch(() => {});
}

/** Sends an end once, for all that ask for it meanwhile. */
function send(userId: string | undefined, callId: string): Promise<void> {
  const key = keyOf(userId, callId);
  const attempt = attempts.get(key) ?? attemptEnd(userId, callId).finally(() => attempts.delete(key));
  attempts.set(key, attempt);
  return attempt;
}
const attempts = new Map<string, Promise<void>>();

async function attemptEnd(userId: string | undefined, callId: string): Promise<void> {
  const key = keyOf(userId, callId);
  // A sign-out may have sent it while it waited for the next attempt.
  if (!isUnsent(key)) return;
  // Another user's session would be refused; the end is sent when its agent is back.
  if (sessionState().user?.id !== userId) throw new Error("The agent is signed out");
  endedHere.add(callId);
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
