import type { Sender } from "@souffleur/contracts";
import type { ServerEvent } from "@souffleur/contracts/realtime";
import type { StoredCall } from "../../calls/calls-for-telephony.ts";
import type { Realtime } from "../../realtime/realtime.ts";
import { rooms } from "../../realtime/rooms.ts";

type AudioHealth = ServerEvent<"audio_health">;

/** Reports what happens to a telephone call to its agent's pages and to its watchers. */
export function createPhoneReports(realtime: Pick<Realtime, "emit">, call: StoredCall) {
  const ids = { callId: call._id, sessionId: call.sessionId };
  const watchers = rooms.session(call.sessionId);
  const everyone = [watchers, rooms.user(call.agentId)];
  let recognizer: AudioHealth["recognizer"];

  return {
    established(): void {
      realtime.emit(everyone, "sip_call_event", { type: "call_established", ...ids });
    },

    hungUp(leg: Sender, cause: string | undefined): void {
      const event = { type: "call_hangup", ...ids, leg, ...(cause !== undefined && { cause }) } as const;
      realtime.emit(everyone, "sip_call_event", event);
    },

    terminated(cause: string | undefined): void {
      const event = { type: "call_terminated", ...ids, ...(cause !== undefined && { cause }) } as const;
      realtime.emit(everyone, "sip_call_event", event);
    },

    audio(leg: Sender, isConnected: boolean): void {
      const event = isConnected ? "asterisk_audio_connected" : "asterisk_audio_disconnected";
      realtime.emit(everyone, event, { ...ids, leg });
    },

    /** Whether the agent's telephone calls are followed now. */
    asterisk(status: "monitoring" | "ready"): void {
      realtime.emit(everyone, "service_status_change", { service: "asterisk", status });
    },

    recognizer(status: "monitoring" | "down" | "ready", detail?: string): void {
      recognizer = { status, ...(detail !== undefined && { detail }) };
      realtime.emit(everyone, "service_status_change", { service: "recognizer", ...recognizer });
    },

    /** Also for pages that were opened after the recognizer's last report. */
    health(legs: AudioHealth["legs"]): void {
      realtime.emit(watchers, "audio_health", { ...ids, legs, ...(recognizer && { recognizer }) });
    },
  };
}
export type PhoneReports = ReturnType<typeof createPhoneReports>;
