import { Schema } from "mongoose";

/** A passkey as it is stored with its account: the public key and what its next use must exceed. */
export interface StoredPasskey {
  id: string;
  /** In base64url, given by the authenticator; no two accounts have the same. */
  credentialId: string;
  /** A COSE key in base64url. */
  publicKey: string;
  /** Counts the uses; always 0 for authenticators that do not count, as those that sync. */
  counter: number;
  name: string;
  isSynced: boolean;
  createdAt: Date;
  lastUsedAt?: Date;
  /** The counter went back, so there is a copy: it is no longer accepted. */
  blockedAt?: Date;
}

export const passkeySchema = new Schema<StoredPasskey>(
  {
    id: { type: String, required: true },
    credentialId: { type: String, required: true },
    publicKey: { type: String, required: true },
    counter: { type: Number, required: true },
    name: { type: String, required: true },
    isSynced: { type: Boolean, required: true },
    createdAt: { type: Date, required: true },
    lastUsedAt: Date,
    blockedAt: Date,
  },
  { _id: false, id: false, strict: "throw" },
);

/** Whether it is accepted at a sign-in. */
export function isUsable({ blockedAt }: StoredPasskey): boolean {
  return blockedAt === undefined;
}
