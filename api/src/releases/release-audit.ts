import type { Release } from "@souffleur/contracts";
import type { ReleaseChange, StoredPreview, StoredRegistry } from "@souffleur/contracts/release-commands";
import { type AuditEvent, auditEvent } from "../audit/event.ts";
import { clock } from "../clock.ts";

/** Stored names: rows of the log are never rewritten, so canaries keep the names that the first rows had. */
const actions = {
  activated: "release.activated",
  "rolled-back": "release.rolled_back",
  canary: "release.tried",
  "canary-ended": "release.trial_ended",
  removed: "release.removed",
} as const;

/**
 * The changes of releases as audit events, the oldest first. The release command writes without this process, so the
 * servers that see a change record it; a change always has the same id, so it is recorded once.
 */
export function auditEventsOf({ changes = {}, previews = {} }: StoredRegistry): AuditEvent[] {
  return Object.entries(changes)
    .flatMap(([name, done]) => done.map((change, index) => eventOf(name, change, done[index + 1])))
    .concat(Object.entries(previews).map(([name, preview]) => previewEvent(name, preview)))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}

/**
 * The upload of a release by an account, or by a machine with the token (`releases-token`).
 * @param source the network address of the sender
 */
export function uploadEvent({ name, version }: Release, by: string, source: string): AuditEvent {
  return auditEvent("release.uploaded", name, clock.now(), {
    actorId: accountOf(by),
    to: version,
    reason: by,
    source,
  });
}

function previewEvent(name: string, { release, by, at }: StoredPreview): AuditEvent {
  return {
    id: `release ${release.name} preview ${name} ${release.version} ${at}`,
    action: "release.previewed",
    actorId: accountOf(by),
    subjectId: release.name,
    ...{ from: null, to: release.version, reason: `${by}, ${name}`, source: null },
    at: new Date(at),
  };
}

/** Commands, machines and the server itself have no account. */
function accountOf(by: string): string | null {
  return /^[0-9a-f-]{36}$/.test(by) ? by : null;
}

function eventOf(
  name: string,
  { kind, version, share, by, at }: ReleaseChange,
  before: ReleaseChange | undefined,
): AuditEvent {
  return {
    id: `release ${name} ${kind} ${version} ${at}`,
    action: actions[kind],
    actorId: accountOf(by),
    subjectId: name,
    from:
      kind === "removed"
        ? version
        : before === undefined || before.kind === "removed"
          ? null
          : before.version,
    to: kind === "removed" ? null : version,
    reason: share === undefined ? by : `${by}, ${share} %`,
    source: null,
    at: new Date(at),
  };
}
