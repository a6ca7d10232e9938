import { Schema } from "mongoose";

/** What the program that provisions an organization's accounts has said of one. */
export interface Provisioned {
  /** Its own id of the account. */
  externalId?: string;
  /** The account's epoch when it was removed there. */
  removedEpoch?: number;
}

export const provisionedSchema = new Schema<Provisioned>(
  { externalId: String, removedEpoch: Number },
  { _id: false, id: false, strict: "throw" },
);
