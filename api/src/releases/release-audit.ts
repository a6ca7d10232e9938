import type { Release } from "@souffleur/contracts";
import type { KeptRegistry, ReleaseChange } from "@souffleur/contracts/release-commands";
import { type AuditEvent, auditEvent } from "../audit/event.ts";

/** Stored names: rows of the log are never rewritten, so a canary keeps the names of its first rows. */
const actions = {
  activated: "release.activated",
  "rolled-back": "release.rolled_back",
  canary: "release.tried",
  "canary-ended": "release.trial_ended",
  removed: "release.removed",
} as const;

/**
 * The changes of releases as audit events, the oldest first. A change has the same id each time, so it is entered
 * once, by the first server that reads it: the release command writes files and knows no database.
 */
export function auditEventsOf({ changes = {} }: KeptRegistry): AuditEvent[] {
  return Object.entries(changes)
    .flatMap(([name, done]) => done.map((change, index) => eventOf(name, change, done[index + 1])))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}

/**
 * A release was uploaded, by an account or by a machine with the token (`releases-token`), and is not live yet.
 * @param source the network address that it came from
 */
export function uploadEvent({ name, version }: Release, by: string, source: string): AuditEvent {
  return auditEvent("release.uploaded", name, new Date(), {
    actorId: accountOf(by),
    to: version,
    reason: by,
    source,
  });
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
