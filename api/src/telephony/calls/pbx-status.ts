import { noTelephonesText } from "@souffleur/contracts/realtime";
import { downTexts } from "@souffleur/contracts/service-texts";
import type { CallsForTelephony } from "../../calls/calls-for-telephony.ts";
import type { Realtime } from "../../realtime/realtime.ts";
import { rooms } from "../../realtime/rooms.ts";
import type { PhoneCall } from "./phone-call.ts";
import type { PhoneCounters } from "./phone-counters.ts";

interface PbxStatusDeps {
  realtime: Pick<Realtime, "emit" | "onConnect">;
  counters: Pick<PhoneCounters, "up">;
  /** The only organization whose agents' calls are followed; undefined for all. */
  organizationId: string | undefined;
  calls: Pick<CallsForTelephony, "isFollowed">;
}

/** The status for users without a PBX. */
const noPbx = { service: "asterisk", status: "ready", detail: noTelephonesText } as const;

/** Used where no PBX is configured. */
export function showNoPbx(realtime: Pick<Realtime, "onConnect">): void {
  realtime.onConnect(async (_caller, emit) => emit("service_status_change", noPbx));
}

/** Reports to the agents' pages whether Asterisk is connected. */
export function createPbxStatus({ realtime, counters, organizationId, calls }: PbxStatusDeps) {
  const audience = organizationId === undefined ? rooms.everyone : rooms.organization(organizationId);
  let downBecause: string | undefined = downTexts.asteriskIsSilent;

  realtime.onConnect(async (caller, emit) => {
    if (organizationId !== undefined && caller.organizationId !== organizationId) {
      return emit("service_status_change", noPbx);
    }
    const isInCall = await calls.isFollowed(caller.userId);
    emit("service_status_change", {
      service: "asterisk",
      status: downBecause !== undefined ? "down" : isInCall ? "monitoring" : "ready",
      ...(downBecause !== undefined && { detail: downBecause }),
    });
  });

  return {
    isUp: () => downBecause === undefined,

    /** @param followed the calls that this process follows */
    up(followed: readonly PhoneCall[]): void {
      downBecause = undefined;
      counters.up.set(1);
      realtime.emit(audience, "service_status_change", { service: "asterisk", status: "ready" });
      for (const { reports } of followed) reports.asterisk("monitoring");
    },

    /** @param detail the reason, for people */
    down(detail: string): void {
      downBecause = detail;
      counters.up.set(0);
      realtime.emit(audience, "service_status_change", { service: "asterisk", status: "down", detail });
    },
  };
}
export type PbxStatus = ReturnType<typeof createPbxStatus>;
