import * as z from "zod";
import { tryParseJson } from "../../http/try-parse-json.ts";

/** A channel as ARI describes it; only the fields that are used. */
export const Channel = z.object({
  id: z.string(),
  /** Of two bridged channels, the dialled one is the younger. */
  creationtime: z.string(),
  caller: z
    .object({ name: z.string().default(""), number: z.string().default("") })
    .default({ name: "", number: "" }),
});
export type Channel = z.infer<typeof Channel>;

export const Bridge = z.object({ id: z.string(), channels: z.array(z.string()).default([]) });
export type Bridge = z.infer<typeof Bridge>;

/** The types of ARI's events that are used. */
export const eventTypes = [
  "ChannelEnteredBridge",
  "ChannelLeftBridge",
  "BridgeDestroyed",
  "ChannelHangupRequest",
  "ChannelDestroyed",
  "ChannelHold",
  "ChannelUnhold",
  "StasisStart",
  "ApplicationReplaced",
] as const;

const AriEvent = z.object({
  type: z.enum(eventTypes),
  channel: Channel.optional(),
  bridge: Bridge.optional(),
  /** A Q.850 cause code. */
  cause: z.number().int().optional(),
  cause_txt: z.string().optional(),
});
export type AriEvent = z.infer<typeof AriEvent>;

/** Undefined for an event of another type, or one that cannot be parsed. */
export function readEvent(text: string): AriEvent | undefined {
  return AriEvent.safeParse(tryParseJson(text)).data;
}

/** Q.850 causes, as Asterisk words them. */
const causes: Readonly<Record<number, string>> = {
  1: "Unallocated (unassigned) number",
  16: "Normal Clearing",
  17: "User busy",
  18: "No user responding",
  19: "User alerting, no answer",
  21: "Call Rejected",
  26: "Answered elsewhere",
  31: "Normal, unspecified",
  34: "Circuit/channel congestion",
  38: "Network out of order",
  41: "Temporary failure",
};

/** Why a channel was hung up, in words where they are known. */
export function causeOf({ cause, cause_txt: text }: AriEvent): string | undefined {
  // 0 is no cause, whatever its text says ("Unknown").
  if (cause === 0) return undefined;
  if (text !== undefined && text !== "") return text;
  return cause === undefined ? undefined : (causes[cause] ?? `Cause ${cause}`);
}
