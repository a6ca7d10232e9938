import { type TokenScope, tokenScopes } from "@souffleur/contracts";
import { type Connection, type Model, Schema } from "mongoose";
import { auditEventSchema, type StoredEvent } from "../audit/event.ts";
import { schemaOptions } from "../database/schema-options.ts";

export interface StoredToken {
  id: string;
  name: string;
  scopes: TokenScope[];
  /** Of the whole token: 256 random bits need no key. */
  hash: string;
  createdAt: Date;
  /** Absent where it works until it is deleted. */
  expiresAt?: Date;
  lastUsedAt?: Date;
}

/** The tokens of one organization, so that one write sees how many there are, and their names. */
export interface TokensDoc {
  /** The organization's id. */
  _id: string;
  tokens: StoredToken[];
  audit: StoredEvent[];
}

const text = { type: String, required: true };

const schema = new Schema<TokensDoc>(
  {
    _id: text,
    tokens: [
      new Schema<StoredToken>(
        {
          id: text,
          name: text,
          scopes: [{ type: String, enum: tokenScopes }],
          hash: text,
          createdAt: { type: Date, required: true },
          expiresAt: Date,
          lastUsedAt: Date,
        },
        { _id: false, id: false, strict: "throw" },
      ),
    ],
    audit: [auditEventSchema],
  },
  schemaOptions,
);
// Without the organizations that have deleted their last token, which would all have the same entry.
schema.index(
  { "tokens.hash": 1 },
  { unique: true, partialFilterExpression: { "tokens.hash": { $exists: true } } },
);
schema.index({ "audit.at": 1 });

export function tokenModel(connection: Connection): Model<TokensDoc> {
  return connection.model<TokensDoc>("Tokens", schema, "organization-tokens");
}
