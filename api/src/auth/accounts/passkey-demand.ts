import { isAdmin, type Role } from "@souffleur/contracts";
import type { PasskeyDemand } from "@souffleur/contracts/passkeys";
import { Schema } from "mongoose";

/** From when an organization's sessions need a passkey; those of everybody else never do where one is absent. */
export interface PasskeyDemandTimes {
  administratorsFrom: Date;
  everybodyFrom?: Date;
}

export const passkeyDemandSchema = new Schema<PasskeyDemandTimes>(
  { administratorsFrom: { type: Date, required: true }, everybodyFrom: Date },
  { _id: false, strict: "throw" },
);

/** From when a session of this role needs a passkey. */
export function demandedFrom(role: Role, times: PasskeyDemandTimes | undefined): Date | undefined {
  return isAdmin(role) ? times?.administratorsFrom : times?.everybodyFrom;
}

export function demandOf(times: PasskeyDemandTimes | undefined): PasskeyDemand {
  if (times === undefined) return "nobody";
  return times.everybodyFrom === undefined ? "administrators" : "everybody";
}
