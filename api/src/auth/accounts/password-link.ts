import { Schema } from "mongoose";

/** The last link for a new password that an administrator has had mailed to the owner. */
export interface PasswordLink {
  /** The mail with the link; that of an earlier link is no longer sent. */
  mailId: string;
  orderedAt: Date;
  /** Of the token; set when the mail is sent, and removed by the link's use. */
  hash?: string;
  expiresAt?: Date;
  usedAt?: Date;
}

export const passwordLinkSchema = new Schema<PasswordLink>(
  {
    mailId: { type: String, required: true },
    orderedAt: { type: Date, required: true },
    hash: String,
    expiresAt: Date,
    usedAt: Date,
  },
  { _id: false, strict: "throw" },
);
