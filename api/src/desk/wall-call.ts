import type { Line } from "@souffleur/contracts";
import {
  type AudioQuality,
  type DeskCall,
  type DeskLine,
  deskLimits,
  hasGaps,
} from "@souffleur/contracts/desk";
import type { LegHealth } from "@souffleur/contracts/realtime";
import { toCustomerDto } from "../calls/call-customer.ts";
import { toHelpRequest } from "../calls/records/call-dto.ts";
import type { RunningCall } from "../calls/records/desk-records.ts";
import { createSpanReader } from "../calls/review/talk-metrics.ts";
import { type CompiledPlaybook, matchEntries } from "../suggestions/matching/compile-playbook.ts";
import { lastSentence } from "./last-sentence.ts";
import type { Watchers } from "./watches.ts";

/** A line of the call, stored or emitted. */
type SpokenLine = Pick<Line, "seq" | "sender" | "text"> & {
  timestamp: Date | string;
  startedAt?: Date | string | undefined;
};

/** The weight of a single word that belongs to one phrase is too low. */
const mentionWeight = 2;
/** How many lines of a turn are kept to find its last sentence. */
const turnMax = 12;

/** The state of a running call on the wall, computed from its lines and events. */
export function createWallCall(stored: RunningCall) {
  const spanOf = createSpanReader(stored.startedAt.getTime());
  const spoken = { agent: 0, client: 0 };
  const fixed = toFixedDto(stored);
  let { help } = stored;
  let through = 0;
  let lastAt = stored.startedAt;
  /** The last lines, of one speaker. */
  let turn: Pick<Line, "seq" | "sender" | "text">[] = [];
  let mention: DeskCall["mention"];
  let audio: AudioQuality | undefined;
  let watchers: Watchers = { names: [], userIds: [] };
  let isQuiet = false;
  let corrections = 0;

  return {
    id: stored._id,
    sessionId: stored.sessionId,
    agentId: stored.agentId,
    startedAt: stored.startedAt,
    through: () => through,

    /**
     * Adds the next line. @returns whether the result of `wire` has changed; undefined where earlier lines are missing
     */
    add(line: SpokenLine, playbook: CompiledPlaybook | undefined): boolean | undefined {
      if (line.seq <= through) return false;
      if (line.seq > through + 1) return undefined;
      through = line.seq;
      const { seq, sender, text, startedAt } = line;
      const timestamp = new Date(line.timestamp);
      const start = startedAt === undefined ? {} : { startedAt: new Date(startedAt) };
      const span = spanOf({ seq, sender, text, timestamp, ...start });
      spoken[sender] += span.to - span.from;
      lastAt = timestamp;
      turn = [...(turn.at(-1)?.sender === sender ? turn.slice(1 - turnMax) : []), { seq, sender, text }];
      const wasQuiet = isQuiet;
      isQuiet = false;
      const intent = sender === "client" && playbook ? intentIn(playbook, text) : undefined;
      if (intent !== undefined) mention = { intent, at: timestamp.toISOString() };
      return wasQuiet || intent !== undefined;
    },

    /** The first line of the last turn; 1 before the first. */
    turnFrom: () => turn[0]?.seq ?? 1,

    /** Replaces the text of a line of the last turn. @returns whether it had another one */
    correct({ seq, text }: Pick<Line, "seq" | "text">): boolean {
      const line = turn.find((one) => one.seq === seq);
      if (line === undefined || line.text === text) return false;
      line.text = text;
      return true;
    },

    /** Whether lines have been changed since it was last asked, with the stored count of changes. */
    isCorrected(count = 0): boolean {
      const isNew = count > corrections;
      corrections = count;
      return isNew;
    },

    /** @returns whether the call has just become quiet */
    becomesQuiet(now: number): boolean {
      if (isQuiet || now - lastAt.getTime() < deskLimits.quietAfterMs) return false;
      isQuiet = true;
      return true;
    },

    /** The setters return whether the value has changed. */
    setHelp(next: RunningCall["help"]): boolean {
      if (JSON.stringify(next) === JSON.stringify(help)) return false;
      help = next;
      return true;
    },

    setAudio({ client, agent }: Record<"client" | "agent", LegHealth>): boolean {
      const next = qualityOf([client, agent]);
      if (next === audio) return false;
      audio = next;
      return true;
    },

    setWatchers({ names, userIds }: Watchers): boolean {
      const next = { names, userIds };
      if (JSON.stringify(next) === JSON.stringify(watchers)) return false;
      watchers = next;
      return true;
    },

    line(): DeskLine | undefined {
      const all = spoken.agent + spoken.client;
      const last = turn.at(-1);
      if (last === undefined) return undefined;
      const { seq, sender } = last;
      const text = lastSentence(turn.map((one) => one.text));
      return { callId: stored._id, seq, sender, text, agentShare: all === 0 ? 0 : spoken.agent / all };
    },

    wire(): DeskCall {
      return {
        ...fixed,
        watchers: watchers.names,
        watcherIds: watchers.userIds,
        ...(help && { help: toHelpRequest(help) }),
        ...(isQuiet && { quietSince: lastAt.toISOString() }),
        ...(mention && { mention }),
        ...(audio && { audio }),
      };
    },
  };
}
export type WallCall = ReturnType<typeof createWallCall>;

/** What never changes; computed once, because each number is parsed for its grouping. */
function toFixedDto(stored: RunningCall) {
  const { _id: callId, sessionId, agentId, agentName, source, startedAt } = stored;
  const customer = toCustomerDto(stored);
  return { callId, sessionId, agentId, agentName, ...customer, source, startedAt: startedAt.toISOString() };
}

function qualityOf(legs: readonly LegHealth[]): AudioQuality {
  if (legs.some(({ connected }) => !connected)) return "lost";
  return legs.some((leg) => !leg.held && hasGaps(leg)) ? "gaps" : "good";
}

/** The intent of the entry that matches a text best. */
function intentIn(playbook: CompiledPlaybook, text: string): string | undefined {
  let best: { intent: string; weight: number } | undefined;
  for (const [{ intent, group }, weight] of matchEntries(playbook, text)) {
    // A greeting is not worth showing.
    if (group !== "opening" && weight >= mentionWeight && weight > (best?.weight ?? 0))
      best = { intent, weight };
  }
  return best?.intent;
}
