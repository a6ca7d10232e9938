import { setTimeout as sleep } from "node:timers/promises";
import { clock } from "../clock.ts";
import type { Logger } from "../http/logger.ts";
import type { LiveCalls } from "./live-calls.ts";
import type { CallDoc } from "./records/call-model.ts";
import type { CallRecords } from "./records/call-records.ts";
import { playLine } from "./simulation/play-script.ts";
import type { Scenario, ScriptLine } from "./simulation/scenarios.ts";
import type { Suggestions } from "./suggestions/suggestions.ts";

interface SimulationDeps {
  live: LiveCalls;
  records: CallRecords;
  log: Logger;
  /** This process, as the owner of calls. */
  owner: string;
  /** The speed of scripts as a multiple of real time. */
  speed: number;
  suggestions: Pick<Suggestions, "offer">;
}

interface Playing {
  call: CallDoc;
  halt: AbortController;
  done: Promise<void>;
}

/** The pause before the hang-up. */
const lastSilenceMs = 1500;
/** While the agent speaks, the microphone produces a transcript every three seconds. */
const microphoneQuietMs = 10_000;
/** A client may listen for long, but the call of a closed page must end. */
const sharedQuietMs = 600_000;
const pollMs = 1000;

/** Plays scripted calls, each with its own timers; their lines are processed like all speech. */
export function createSimulation({ live, records, log, owner, speed, suggestions }: SimulationDeps) {
  const playing = new Map<string, Playing>();

  async function play(call: CallDoc, lines: readonly ScriptLine[], signal: AbortSignal): Promise<void> {
    let begin = clock.ms();
    for (const [index, line] of lines.entries()) {
      await waitForSharedAudio(call, signal);
      if (line.speaker === "agent" && (await isAgentSpeaking(call))) {
        const end = begin + (line.pauseMs + line.durationMs) / speed;
        await sleep(Math.max(0, end - clock.ms()), undefined, { signal });
      } else if (!(await playOne(call, line, { messageId: `${call._id}-${index + 1}`, begin }, signal)))
        return;
      begin = clock.ms();
    }
    await sleep(lastSilenceMs / speed, undefined, { signal });
    await waitForSharedAudio(call, signal);
    await live.end(call, "script_finished", owner);
  }

  /** Waits while shared call audio makes the call one with a real client, during which the script is silent. */
  async function waitForSharedAudio(call: CallDoc, signal: AbortSignal): Promise<void> {
    for (;;) {
      const { sharedAudioAt } = await records.recordedAt(call._id);
      if (sharedAudioAt === undefined || clock.ms() - sharedAudioAt.getTime() > sharedQuietMs) return;
      await sleep(pollMs, undefined, { signal });
    }
  }

  /** Whether a person at the microphone takes the agent's part, who has the time of the script's line. */
  async function isAgentSpeaking(call: CallDoc): Promise<boolean> {
    const { microphoneAt } = await records.recordedAt(call._id);
    return microphoneAt !== undefined && clock.ms() - microphoneAt.getTime() < microphoneQuietMs;
  }

  /** False where the call has ended. */
  async function playOne(
    call: CallDoc,
    line: ScriptLine,
    { messageId, begin }: { messageId: string; begin: number },
    signal: AbortSignal,
  ): Promise<boolean> {
    const due = (atMs: number) => begin + atMs / speed;
    const states = playLine(line);
    const from = new Date(due(states[0]?.atMs ?? 0));
    for (const { atMs, text, confidence, isFinal } of states) {
      await sleep(Math.max(0, due(atMs) - clock.ms()), undefined, { signal });
      const spoken = { from, to: new Date(due(atMs)) };
      const speech = { messageId, sender: line.speaker, text, confidence, spoken, owner };
      if (!isFinal) {
        live.interim(call, speech);
        continue;
      }
      const added = await live.addLine(call, speech);
      if (added === undefined) return false;
      if (line.suggest) await suggestions.offer(call, line.suggest, { messageId, text: added.text });
    }
    return true;
  }

  return {
    /** Plays until the end of the script, or until `halt`. */
    begin(call: CallDoc, { lines }: Scenario): void {
      const halt = new AbortController();
      const done = play(call, lines, halt.signal)
        .catch((err: unknown) => {
          if (halt.signal.aborted) return;
          log.error({ err, callId: call._id }, "a scripted call broke off");
          return live.end(call, "server_restarted", owner).then(() => {});
        })
        .catch((err: unknown) => log.error({ err, callId: call._id }, "a scripted call could not be ended"))
        .finally(() => playing.delete(call._id));
      playing.set(call._id, { call, halt, done });
    },

    /** Stops playing; the call itself continues until it is ended. */
    halt(callId: string): void {
      playing.get(callId)?.halt.abort();
    },

    /** Ends all scripted calls of this process. */
    async stop(): Promise<void> {
      const stopped = [...playing.values()];
      for (const { halt } of stopped) halt.abort();
      await Promise.allSettled(stopped.map(({ done }) => done));
      await Promise.allSettled(stopped.map(({ call }) => live.end(call, "server_restarted", owner)));
    },
  };
}
export type Simulation = ReturnType<typeof createSimulation>;
