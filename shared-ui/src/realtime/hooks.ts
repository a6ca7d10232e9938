import type { ServerEvent } from "@souffleur/contracts/realtime";
import { useSyncExternalStore } from "react";
import { type ConnectionStatus, connectionStatus, runningCall, subscribeConnection } from "./socket.ts";

export function useConnectionStatus(): ConnectionStatus {
  return useSyncExternalStore(subscribeConnection, connectionStatus);
}

/** The user's running call, regardless of the screen that is shown. */
export function useRunningCall(): ServerEvent<"call_started"> | undefined {
  return useSyncExternalStore(subscribeConnection, runningCall);
}
