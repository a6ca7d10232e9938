import type { Connection } from "mongoose";
import type { Audit } from "../audit/audit.ts";
import type { Auth } from "../auth/auth.ts";
import type { CallDoc, CallsForDesk } from "../calls/calls.ts";
import { toHelpDto } from "../calls/records/call-dto.ts";
import type { Keyring } from "../crypto/keyring.ts";
import type { Feature } from "../feature.ts";
import type { Logger } from "../http/logger.ts";
import type { Onboarding } from "../onboarding/onboarding.ts";
import type { PublishedPlaybooks } from "../playbook/published-playbooks.ts";
import type { Realtime } from "../realtime/realtime.ts";
import type { Peer } from "../realtime/requests.ts";
import type { Jobs } from "../scheduling/jobs.ts";
import type { Pollers } from "../scheduling/pollers.ts";
import { mountNotes } from "./note-routes.ts";
import { createPresences } from "./presence.ts";
import { mountDesk } from "./routes.ts";
import { createWalls } from "./walls.ts";
import { createWatches } from "./watches.ts";
import { createWhispers } from "./whispers.ts";

interface DeskDeps {
  connection: Connection;
  realtime: Realtime;
  calls: CallsForDesk;
  audit: Pick<Audit, "append" | "wake">;
  keys: Keyring;
  log: Logger;
  pollers: Pick<Pollers, "add">;
  jobs: Pick<Jobs, "moved">;
  playbooks: PublishedPlaybooks;
  people: Auth["people"];
  onboarding: Pick<Onboarding, "openedFloor">;
}

/** The supervisors' tools for running calls (the wall, watching, whispers, help), the team's presence, and notes on lines. */
export function createDesk(deps: DeskDeps): Feature {
  const { realtime, calls, playbooks, people } = deps;
  const watches = createWatches(deps);
  const presences = createPresences(deps);
  const whispers = createWhispers({ ...deps, presences });
  const walls = createWalls({ ...deps, watches, presences });
  calls.onWatch(async (call, caller, peer) => {
    if (call.agentId !== caller.userId) await watches.begin(call, caller, peer);
    else if (peer) await emitAssistance(call, peer);
  });
  realtime.onConnect(async (_caller, _emit, peer) => presences.arrive(peer));

  /** Emits help, watchers and whispers to a page of the agent, which may have been reloaded or have missed a change. */
  async function emitAssistance(call: CallDoc, { emit }: Peer): Promise<void> {
    emit("help_changed", toHelpDto(call));
    emit("call_watchers", await watches.eventOf(call._id));
    await whispers.emitOpen(call, emit);
  }

  const parts = [walls, watches, whispers, presences];
  return {
    mount(mount) {
      mountDesk({ mount, calls, whispers, presences, playbooks });
      mountNotes({ mount, calls, people });
    },
    async createIndexes() {
      await Promise.all([watches.createIndexes(), presences.createIndexes()]);
    },
    async start() {
      for (const part of parts) part.start();
    },
    async stop() {
      await Promise.all(parts.map((part) => part.stop()));
    },
  };
}
