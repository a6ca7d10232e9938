import type { ServerEvent, ServerEventName } from "@souffleur/contracts";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import {
  type ConnectionStatus,
  connectionStatus,
  onServerEvent,
  runningCall,
  subscribeConnection,
} from "./socket.ts";

export function useConnectionStatus(): ConnectionStatus {
  return useSyncExternalStore(subscribeConnection, connectionStatus);
}

/** The call that runs, whichever screen is shown. */
export function useRunningCall(): ServerEvent<"call_started"> | undefined {
  return useSyncExternalStore(subscribeConnection, runningCall);
}

/** Hears one event of the page's socket while the component is shown. */
export function useSocketEvent<Name extends ServerEventName>(
  name: Name,
  handler: (payload: ServerEvent<Name>) => void,
): void {
  const hear = useEffectEvent(handler);
  useEffect(() => onServerEvent(name, (payload) => hear(payload)), [name]);
}
