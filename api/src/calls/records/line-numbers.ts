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

/** A line is stored within milliseconds after its number is taken, unless its writer or the engine dies. */
const pollMs = 10;
const presumedDeadMs = 3000;
/** The maximum number of cached counts; a call without one costs a read. */
const rememberedMax = 10_000;

/**
 * Assigns the numbers of a call's lines. There are no transactions, so one write takes a number and the next stores the
 * line; a number whose line is never stored is released, so that no call has a gap.
 */
export function createLineNumbers({ calls, lines }: Pick<CallModels, "calls" | "lines">) {
  /** The number of each call's last line that this process has stored or found. */
  const known = new Map<string, number>();

  function remember(callId: string, seq: number): void {
    known.delete(callId);
    known.set(callId, seq);
    if (known.size > rememberedMax) known.delete(known.keys().next().value ?? "");
  }

  const read = (callId: string) =>
    calls.findById(callId, { status: 1, owner: 1, seq: 1, numberedFor: 1 }).lean<Count>();

  const isStored = async (callId: string, seq: number) => (await lines.exists({ callId, seq })) !== null;

  /** The number of the last line, once that line is stored. */
  async function settled(callId: string, given?: Count): Promise<number> {
    let call = given ?? (await read(callId));
    for (let waitedMs = 0; call && call.seq > 0; waitedMs += pollMs) {
      const { seq, numberedFor } = call;
      if (await isStored(callId, seq)) return seq;
      if (waitedMs >= presumedDeadMs) await release(callId, seq, numberedFor);
      else await sleep(pollMs);
      call = await read(callId);
      if (call?.seq !== seq || call.numberedFor !== numberedFor) waitedMs = 0;
    }
    return 0;
  }

  async function release(callId: string, seq: number, numberedFor: string | undefined): Promise<void> {
    await calls.updateOne(
      { _id: callId, seq, numberedFor: numberedFor ?? { $exists: false } },
      { $set: { seq: seq - 1 }, $unset: { numberedFor: "" } },
    );
  }

  async function takeNext(callId: string, line: Numbered, owner?: string): Promise<number | undefined> {
    for (;;) {
      const last = known.get(callId) ?? (await settled(callId));
      const taken = await calls
        .findOneAndUpdate(
          { _id: callId, status: "active", seq: last, ...(owner && { owner }) },
          {
            $inc: { seq: 1 },
            $set: {
              numberedFor: line._id,
              ...(line.recorded && { [recordedAtField[line.sender]]: line.timestamp }),
            },
            ...(line.recorded && line.sender === "client" && { $unset: { practice: "" } }),
          },
          // The journal is written in order, and the write of the line itself waits for it.
          { returnDocument: "after", projection: { seq: 1 }, writeConcern: { w: 1, journal: false } },
        )
        .lean<Pick<CallDoc, "seq">>();
      if (taken) return taken.seq;
      const call = await read(callId);
      known.delete(callId);
      if (call?.status !== "active" || (owner && call.owner !== owner)) return undefined;
      // Another process has written, or a failed attempt has left a number without a line.
      remember(callId, await settled(callId, call));
    }
  }

  return {
    /** The number that was taken for a line that is not stored yet; undefined where it is not the call's last number. */
    async of(callId: string, lineId: string): Promise<number | undefined> {
      const call = await calls
        .findOne({ _id: callId, numberedFor: lineId }, { seq: 1 })
        .lean<Pick<CallDoc, "seq">>();
      // A slow writer may have stored its line under a number that was released.
      return call && !(await isStored(callId, call.seq)) ? call.seq : undefined;
    },

    /** Undefined where the call has ended, or has another owner. */
    take: takeNext,

    /** Records that this process has stored the line with this number. */
    stored: remember,

    async settled(callId: string): Promise<void> {
      await settled(callId);
    },
  };
}
