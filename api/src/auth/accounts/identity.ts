import { Schema } from "mongoose";

/** The person whom an organization's identity provider knows by this subject. */
export interface Identity {
  issuer: string;
  subject: string;
}

/** The same, as an account remembers it. */
export interface StoredIdentity {
  issuer: string;
  /** Absent where it was forgotten: then the address counts once more. */
  subject?: string;
  /** When the provider has first said it to the client that it had then. */
  since?: Date;
  /** The owner's address at the provider, where that is no longer the account's: whoever has the account's is another person. */
  email?: string;
}

export const identitySchema = new Schema<StoredIdentity>(
  { issuer: String, subject: String, since: Date, email: String },
  { _id: false },
);
