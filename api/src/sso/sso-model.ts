import type { FirstComers, ProviderDomain, RoleOfClaim, SsoFailure } from "@souffleur/contracts/sso";
import { type Connection, type Model, Schema } from "mongoose";
import { auditEventSchema, type StoredEvent } from "../audit/event.ts";
import { schemaOptions } from "../database/schema-options.ts";

/** An organization's identity provider, and whom it lets in. */
export interface ProviderSettings {
  issuer: string;
  clientId: string;
  /** When it was entered: another client may know people by other subjects, whose addresses then count once more. */
  clientSince?: Date;
  /** Encrypted, and bound to the organization and the issuer. */
  secret: string;
  demanded: boolean;
  firstComers: FirstComers;
  /** Whether addresses count that it has not confirmed. */
  trustsAddresses?: boolean;
  /** The administrator that may always sign in with a password. */
  emergencyUserId: string;
  roleClaim: string;
  roles: RoleOfClaim[];
}

export interface StoredDomain extends ProviderDomain {
  requestedAt: Date;
  /** The administrator who entered it. */
  requestedBy: string;
}

export interface Failure {
  at: Date;
  reason: SsoFailure;
}

export interface SsoDoc {
  /** The organization's id. */
  _id: string;
  /** Absent where it was removed. */
  provider?: ProviderSettings;
  /** The issuers of its earlier providers, the latest last. */
  former?: string[];
  domains: StoredDomain[];
  /** The names of the confirmed domains: one index keeps each with one organization. */
  confirmed: string[];
  /** Of the last sign-in that went wrong. */
  failure?: Failure;
  /** Counts the changes. */
  revision: number;
  audit: StoredEvent[];
}

const text = { type: String, required: true };

const schema = new Schema<SsoDoc>(
  {
    _id: text,
    provider: {
      type: new Schema<ProviderSettings>(
        {
          issuer: text,
          clientId: text,
          clientSince: Date,
          secret: text,
          demanded: { type: Boolean, required: true },
          firstComers: text,
          trustsAddresses: Boolean,
          emergencyUserId: text,
          roleClaim: { type: String, default: "" },
          roles: [new Schema<RoleOfClaim>({ value: text, role: text }, { _id: false })],
        },
        { _id: false, strict: "throw" },
      ),
      default: undefined,
    },
    former: { type: [String], default: undefined },
    domains: [
      new Schema<StoredDomain>(
        { name: text, state: text, requestedAt: { type: Date, required: true }, requestedBy: text },
        { _id: false, strict: "throw" },
      ),
    ],
    confirmed: [String],
    failure: { type: new Schema<Failure>({ at: Date, reason: String }, { _id: false }), default: undefined },
    revision: { type: Number, required: true },
    audit: [auditEventSchema],
  },
  schemaOptions,
);
// Without the organizations that have none, which would all have the same entry.
schema.index({ confirmed: 1 }, { unique: true, partialFilterExpression: { confirmed: { $type: "string" } } });
schema.index({ "domains.state": 1, "domains.requestedAt": 1 });
schema.index({ "audit.at": 1 });

export function ssoModel(connection: Connection): Model<SsoDoc> {
  return connection.model<SsoDoc>("SingleSignOn", schema, "single-sign-ons");
}
