import { Schema } from "mongoose";
import { auditEventSchema, type StoredEvent } from "../../audit/event.ts";
import { schemaOptions } from "../../database/schema-options.ts";
import { type PasskeyDemandTimes, passkeyDemandSchema } from "./passkey-demand.ts";

export interface OrganizationDoc {
  _id: string;
  /**
   * The normalised name; of a renamed organization also the former ones, by which it is still found. One index keeps all of
   * them unique.
   */
  key: string | string[];
  name: string;
  industryType?: string;
  /** Absent until one is chosen: US dollars. */
  currency?: string;
  /** Absent where browsers may not send the sound of calls to their vendor. */
  vendorSpeech?: boolean;
  /** The user whose approval founded it. */
  founderId: string;
  /** The e-mail domains of its members, up to a maximum. */
  domains?: string[];
  /** Absent where nobody needs a passkey. */
  passkeys?: PasskeyDemandTimes;
  /** How often it was renamed. */
  renames?: number;
  createdAt: Date;
  audit?: StoredEvent[];
}

export const organizationSchema = new Schema<OrganizationDoc>(
  {
    _id: { type: String, required: true },
    // A text or several, which mongoose has no type for.
    key: { type: Schema.Types.Mixed, required: true },
    name: { type: String, required: true },
    industryType: String,
    currency: String,
    vendorSpeech: Boolean,
    founderId: { type: String, required: true },
    domains: { type: [String], default: undefined },
    passkeys: { type: passkeyDemandSchema, default: undefined },
    renames: Number,
    createdAt: { type: Date, required: true },
    audit: { type: [auditEventSchema], default: undefined },
  },
  schemaOptions,
);
organizationSchema.index({ key: 1 }, { unique: true });
organizationSchema.index({ domains: 1 }, { sparse: true });
organizationSchema.index({ "audit.at": 1 }, { sparse: true });
/** Ignores case, accents, spaces and punctuation. */
export const nameCollation = { locale: "fr", strength: 1, alternate: "shifted" } as const;
organizationSchema.index({ name: 1 }, { collation: nameCollation });
