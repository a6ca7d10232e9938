import { randomUUID } from "node:crypto";
import { Schema } from "mongoose";
import { serverLimits } from "../limits.ts";
import type { StoredJob } from "../scheduling/jobs.ts";

export type MailKind =
  | "verification-link"
  | "verification-code"
  /** For an address with several registrations, requested by a browser that made none of them. */
  | "verification-unclear"
  | "address-taken"
  | "unlock"
  | "approved"
  | "rejected"
  | "role-changed"
  /** To the owner, about a change that they have made themselves. */
  | "account-changed"
  | "password-link"
  /** Is replaced by one for each administrator of the organization that a person was approved into. */
  | "member-joined"
  /** Has another text for an address with an account. */
  | "invitation"
  /** Is replaced by one for each administrator of the webhook's organization. */
  | "webhook-off"
  /** Is replaced by a `people-waiting` for each administrator that may decide. */
  | "approval-wanted"
  | "people-waiting";

/**
 * A mail to be sent, stored in the document that it is about: one write changes the account and queues the mail, so
 * that a crash cannot separate them. Tokens and codes are created when it is sent.
 */
export interface QueuedMail extends StoredJob {
  id: string;
  kind: MailKind;
  data: Record<string, string>;
  attempts: number;
  dueAt: Date;
  queuedAt: Date;
}

/** The last mail to an address, where it was not delivered. */
export interface MailFailure {
  at: Date;
  /** Refused for good by the recipient's server, or given up after a day. */
  state: "refused" | "givenUp";
  /** What the mail server has said at last; absent where it could not be reached. */
  reply?: string;
  /** The mail, to be sent again; absent where it was about somebody else. */
  mail?: Pick<QueuedMail, "id" | "kind" | "data">;
}

/** A document with mails to be sent. */
export interface MailHolder {
  _id: string;
  /** Of the account or the person that the document is about; mails to it report their failures there. */
  email?: string;
  mailFailure?: MailFailure;
  organizationId?: string | null;
  outbox: QueuedMail[];
}

export const outboxField = [
  new Schema<QueuedMail>(
    {
      id: { type: String, required: true },
      kind: { type: String, required: true },
      data: { type: Schema.Types.Mixed, default: {} },
      attempts: { type: Number, default: 0 },
      dueAt: { type: Date, required: true },
      worker: String,
      queuedAt: { type: Date, required: true },
    },
    { _id: false, id: false, strict: "throw", minimize: false },
  ),
];

export const mailFailureField = {
  type: new Schema<MailFailure>(
    {
      at: { type: Date, required: true },
      state: { type: String, required: true },
      reply: String,
      mail: {
        type: new Schema({ id: String, kind: String, data: Schema.Types.Mixed }, { _id: false, id: false }),
        default: undefined,
      },
    },
    { _id: false, strict: "throw", minimize: false },
  ),
  default: undefined,
};

/** Somebody waits for these: they are sent before all others. What asks for them has quotas of its own. */
const awaited: readonly MailKind[] = [
  "verification-link",
  "verification-code",
  "verification-unclear",
  "address-taken",
  "unlock",
  "password-link",
  "invitation",
];
export const isAwaited = ({ kind }: Pick<QueuedMail, "kind">): boolean => awaited.includes(kind);
/** Finds awaited mails, or all others; also those of a newer version, which this one does not know, are others. */
export const kindsOf = (areAwaited: boolean) => ({ [areAwaited ? "$in" : "$nin"]: awaited });

/**
 * The mails of an outbox that a later one of the same kind and about the same replaces: of a role that changes back and forth,
 * the last change is told. A digest decides by itself.
 */
export function superseded(outbox: readonly QueuedMail[]): QueuedMail[] {
  const last = new Map(outbox.map((mail) => [matterOf(mail), mail]));
  return outbox.filter((mail) => mail.kind !== "people-waiting" && last.get(matterOf(mail)) !== mail);
}

/** What a mail is about. Its reader's role is no other matter, but another state of the same. */
function matterOf({ kind, data: { role: _, ...about } }: QueuedMail): string {
  return JSON.stringify([kind, Object.entries(about).sort()]);
}

/** What `$push` adds to an outbox: one that nobody empties for long keeps the latest. */
export const queueing = (...mails: readonly QueuedMail[]) => ({
  $each: [...mails],
  $slice: -serverLimits.mailsWaiting,
});

export const toMailFailure = ({ at, state, reply }: MailFailure) => ({
  at: at.toISOString(),
  state,
  ...(reply !== undefined && { reply }),
});

/** The same mail once more: the links in it are those that it would have had. */
export const repeated = (mail: Pick<QueuedMail, "id" | "kind" | "data">, now: Date): QueuedMail => ({
  ...mail,
  attempts: 0,
  dueAt: now,
  queuedAt: now,
});

export function queuedMail(kind: MailKind, now: Date, data: QueuedMail["data"] = {}): QueuedMail {
  return { id: randomUUID(), kind, data, attempts: 0, dueAt: now, queuedAt: now };
}
