import type { Model } from "mongoose";
import type { AuditEvent } from "../../audit/event.ts";
import { sealEvent } from "../../audit/event-seal.ts";
import type { Keyring } from "../../crypto/keyring.ts";
import type { OrganizationDoc } from "./organization-model.ts";

/** Whether browsers may send the sound of an organization's calls to their vendor. */
export function createVendorSpeechRecords(model: Model<OrganizationDoc>, keys: Keyring) {
  return {
    async allowsVendorSpeech(id: string | null): Promise<boolean> {
      return id !== null && (await model.exists({ _id: id, vendorSpeech: true })) !== null;
    },
    /** False where that is allowed already, or forbidden already. */
    async setVendorSpeech(id: string, isAllowed: boolean, audit: AuditEvent): Promise<boolean> {
      const { matchedCount } = await model.updateOne(
        { _id: id, vendorSpeech: isAllowed ? { $ne: true } : true },
        { $set: { vendorSpeech: isAllowed }, $push: { audit: sealEvent(keys, audit) } },
      );
      return matchedCount === 1;
    },
  };
}
