import { createHash } from "node:crypto";
import type { PlaybookContent, PlaybookSettings } from "@souffleur/contracts/playbook";
import { type Connection, type Model, Schema } from "mongoose";
import { auditEventSchema, type StoredEvent } from "../audit/event.ts";
import { schemaOptions } from "../database/schema-options.ts";

/** A published version; its content is a document of its own, since it may be large. */
export interface VersionDoc {
  version: number;
  contentId: string;
  hash: string;
  publishedAt: Date;
  publishedBy: string;
  note?: string;
  entryCount: number;
  replyCount: number;
}

/** The published versions and the settings of an organization. */
export interface PlaybookDoc {
  _id: string;
  /** The newest last. */
  versions: VersionDoc[];
  settings?: PlaybookSettings;
  /** How often the settings were changed; undefined before the first change. */
  settingsRevision?: number;
  audit: StoredEvent[];
}

export interface DraftDoc extends PlaybookContent {
  /** The organization. */
  _id: string;
  revision: number;
  hash: string;
  changedAt: Date;
  changedBy: string;
  /** When, and for which account, a change was last recorded in the audit log. */
  enteredAt: Date;
  enteredFor: string;
  audit: StoredEvent[];
}

export interface ContentDoc extends PlaybookContent {
  _id: string;
  organizationId: string;
  /** The version for which it was stored; undefined in older content. */
  version?: number;
}

export interface PlaybookModels {
  playbooks: Model<PlaybookDoc>;
  drafts: Model<DraftDoc>;
  contents: Model<ContentDoc>;
}

const required = { type: String, required: true };
/** Validated by the contract's schema, which is stricter than a schema of the database could be. */
const content = { entries: [Schema.Types.Mixed], facts: [Schema.Types.Mixed] };

const versionSchema = new Schema<VersionDoc>(
  {
    version: { type: Number, required: true },
    contentId: required,
    hash: required,
    publishedAt: { type: Date, required: true },
    publishedBy: required,
    note: String,
    entryCount: { type: Number, required: true },
    replyCount: { type: Number, required: true },
  },
  { _id: false, strict: "throw" },
);

const playbookSchema = new Schema<PlaybookDoc>(
  {
    _id: required,
    versions: [versionSchema],
    settings: { type: new Schema({ model: String, quieter: Boolean }, { _id: false, strict: "throw" }) },
    settingsRevision: Number,
    audit: [auditEventSchema],
  },
  schemaOptions,
);
playbookSchema.index({ "audit.at": 1 });

const draftSchema = new Schema<DraftDoc>(
  {
    _id: required,
    ...content,
    revision: { type: Number, required: true },
    hash: required,
    changedAt: { type: Date, required: true },
    changedBy: required,
    enteredAt: { type: Date, required: true },
    enteredFor: required,
    audit: [auditEventSchema],
  },
  schemaOptions,
);
draftSchema.index({ "audit.at": 1 });

const contentSchema = new Schema<ContentDoc>(
  { _id: required, organizationId: required, version: Number, ...content },
  schemaOptions,
);
contentSchema.index({ organizationId: 1, "entries.replies.id": 1 });

export function playbookModels(connection: Connection): PlaybookModels {
  return {
    playbooks: connection.model<PlaybookDoc>("Playbook", playbookSchema, "playbooks"),
    drafts: connection.model<DraftDoc>("PlaybookDraft", draftSchema, "playbook_drafts"),
    contents: connection.model<ContentDoc>("PlaybookContent", contentSchema, "playbook_contents"),
  };
}

/** The same for equal contents. */
export function hashOf({ entries, facts }: PlaybookContent): string {
  return createHash("sha256")
    .update(JSON.stringify([entries, facts]))
    .digest("hex");
}
