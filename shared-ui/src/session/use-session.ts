import { useSyncExternalStore } from "react";
import type { AuthState } from "./auth-state.ts";
import { sessionState, subscribeSession } from "./session.ts";

/** Who is signed in, as every remote sees it. */
export function useSession(): AuthState {
  return useSyncExternalStore(subscribeSession, sessionState);
}
