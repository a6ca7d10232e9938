import { setTimeout as sleep } from "node:timers/promises";
import type { Sender } from "@souffleur/contracts";
import type { CallDoc, CallModels } from "./call-model.ts";

interface Numbered {
  _id: string;
  timestamp: Date;
  sender: Sender;
  recorded?: boolean;
}

const recordedAtField = { agent: "microphoneAt", client: "sharedAudioAt" } as const;

type Count = Pick<CallDoc, "status" | "owner" | "seq" | "numberedFor">;

/** A line whose number is taken is stored within milliseconds, unless its writer or the engine dies. */
const lookAgainMs = 10;
const takenForDeadMs = 3000;
/** Calls whose count is remembered; a call that is not remembered costs a read. */
const rememberedMax = 10_000;

/**
 * The numbers of a call's lines. There are no transactions, so a number is taken by one write and its line stored
 * by the next; a number whose line never came is taken back, so that no call has a gap.
 */
export function createLineNumbers({ calls, lines }: Pick<CallModels, "calls" | "lines">) {
  /** The last number of each call whose line this process stored, or found. */
  const known = new Map<string, number>();

  function remember(callId: string, seq: number): void {
    known.delete(callId);
    known.set(callId, seq);
    if (known.size > rememberedMax) known.delete(known.keys().next().value ?? "");
  }

  const read = (callId: string) =>
    calls.findById(callId, { status: 1, owner: 1, seq: 1, numberedFor: 1 }).lean<Count>();

  const isStored = async (callId: string, seq: number) => (await lines.exists({ callId, seq })) !== null;

  /** The number of the last stored line, when none before it is missing. */
  async function settled(callId: string, given?: Count): Promise<number> {
    let call = given ?? (await read(callId));
    for (let waitedMs = 0; call && call.seq > 0; waitedMs += lookAgainMs) {
      const { seq, numberedFor } = call;
      if (await isStored(callId, seq)) return seq;
      if (waitedMs >= takenForDeadMs) await takeBack(callId, seq, numberedFor);
      else await sleep(lookAgainMs);
      call = await read(callId);
      if (call?.seq !== seq || call.numberedFor !== numberedFor) waitedMs = 0;
    }
    return 0;
  }

  async function takeBack(callId: string, seq: number, numberedFor: string | undefined): Promise<void> {
    await calls.updateOne(
      { _id: callId, seq, numberedFor: numberedFor ?? { $exists: false } },
      { $set: { seq: seq - 1 }, $unset: { numberedFor: "" } },
    );
  }

  async function takeNext(callId: string, line: Numbered, carrier?: string): Promise<number | undefined> {
    for (;;) {
      const last = known.get(callId) ?? (await settled(callId));
      const taken = await calls
        .findOneAndUpdate(
          { _id: callId, status: "active", seq: last, ...(carrier && { owner: carrier }) },
          {
            $inc: { seq: 1 },
            $set: {
              numberedFor: line._id,
              ...(line.recorded && { [recordedAtField[line.sender]]: line.timestamp }),
            },
          },
          // The journal is written in order: that of the line itself, which is waited for, covers this.
          { returnDocument: "after", projection: { seq: 1 }, writeConcern: { w: 1, journal: false } },
        )
        .lean<Pick<CallDoc, "seq">>();
      if (taken) return taken.seq;
      const call = await read(callId);
      known.delete(callId);
      if (call?.status !== "active" || (carrier && call.owner !== carrier)) return undefined;
      // Another process wrote, or a try that failed left its number without a line.
      remember(callId, await settled(callId, call));
    }
  }

  return {
    /** The number that was taken for a line and waits for it, where that is the call's last. */
    async of(callId: string, lineId: string): Promise<number | undefined> {
      const call = await calls
        .findOne({ _id: callId, numberedFor: lineId }, { seq: 1 })
        .lean<Pick<CallDoc, "seq">>();
      // A writer that was only slow may have stored its line under a number that was taken back from it.
      return call && !(await isStored(callId, call.seq)) ? call.seq : undefined;
    },

    /** Undefined where the call is over, or carried by another. */
    take: takeNext,

    /** This process stored the line of that number. */
    stored: remember,

    async settled(callId: string): Promise<void> {
      await settled(callId);
    },
  };
}
