import { Schema } from "mongoose";

/** The person whom an organization's identity provider knows by this subject. */
export interface Identity {
  issuer: string;
  subject: string;
}

export const identitySchema = new Schema<Identity>({ issuer: String, subject: String }, { _id: false });
