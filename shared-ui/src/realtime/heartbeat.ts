import { limits } from "@souffleur/contracts";
import { callInProgress } from "./page-call.ts";
import { getSocket, showSilence } from "./socket.ts";

/**
 * Asks the server every second for a sign of life while the user is in a call: by itself a browser notices after 45 s that
 * its server or its network is gone. A silent connection is shown as lost, until something arrives on it; after a long
 * silence it is replaced.
 * @returns a function that stops it
 */
export function startHeartbeat(): () => void {
  let beatAt = Number.NEGATIVE_INFINITY;
  let heardAt = 0;
  const heard = () => {
    heardAt = performance.now();
    showSilence(false);
  };

  async function beat(): Promise<void> {
    if (callInProgress() === undefined) return;
    const { current } = await getSocket();
    if (!current.connected) return;
    const now = performance.now();
    // The page itself has slept, or was in no call: what the server has sent meanwhile is only now received.
    if (now - beatAt > 3 * limits.heartbeatMs) heardAt = now;
    beatAt = now;
    current.emit("heartbeat", {}, heard);
    const silentMs = now - heardAt;
    if (silentMs >= limits.silentMs) showSilence(true);
    if (silentMs >= limits.silentMaxMs) current.io.engine.close();
  }

  const timer = setInterval(() => void beat(), limits.heartbeatMs);
  return () => clearInterval(timer);
}
