import type { mongo } from "mongoose";
import type { StoredEvent } from "../audit/event.ts";
import { sealEvent } from "../audit/event-seal.ts";
import type { Keyring } from "../crypto/keyring.ts";

/** Seals the events that wait in documents, as the relay requires. */
export async function sealWaiting(db: mongo.Db, keys: Keyring): Promise<void> {
  for (const name of ["users", "sessions"]) {
    const collection = db.collection<{ audit: StoredEvent[] }>(name);
    const waiting = collection.find({ "audit.at": { $gt: new Date(0) } }, { projection: { audit: 1 } });
    for await (const { _id, audit } of waiting) {
      for (const event of audit) {
        if (event.seal !== undefined) continue;
        const { seal } = sealEvent(keys, event);
        await collection.updateOne({ _id, "audit.id": event.id }, { $set: { "audit.$.seal": seal } });
      }
    }
  }
}
