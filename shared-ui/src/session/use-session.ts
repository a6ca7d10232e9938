import { useSyncExternalStore } from "react";
import type { AuthState } from "./auth-state.ts";
import { sessionState, subscribeSession } from "./session-store.ts";

/** The session, the same for the shell and every remote. */
export function useSession(): AuthState {
  return useSyncExternalStore(subscribeSession, sessionState);
}
