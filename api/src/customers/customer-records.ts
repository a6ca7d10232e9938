import { randomUUID } from "node:crypto";
import type { CustomerFields } from "@souffleur/contracts/customer-fields";
import { auditEvent } from "../audit/event.ts";
import { sealEvent } from "../audit/event-seal.ts";
import { clock } from "../clock.ts";
import type { Keyring } from "../crypto/keyring.ts";
import type { Capacity } from "../database/capacity.ts";
import { isWritten } from "../database/duplicate-keys.ts";
import { setOrUnset } from "../database/set-or-unset.ts";
import { appError } from "../http/errors.ts";
import type { By, Member } from "../http/guard.ts";
import { outgoingEvent } from "../webhooks/event.ts";
import { requireChange, requireDeletion } from "./access.ts";
import { changedFields, contentOf } from "./customer-content.ts";
import type { CustomerDoc, CustomerModel, Owner } from "./customer-model.ts";
import { createCustomerReader } from "./customer-reader.ts";
import { createCustomerUpkeep } from "./customer-upkeep.ts";
import { createCustomerErasure } from "./erase-customers.ts";
import { changedElsewhere, exists, notFound } from "./refusals.ts";

/** Another customer may take a key and be deleted between two attempts. */
const attempts = 5;

interface NewCustomer {
  owner: Owner | null;
  id?: string | undefined;
  /** The call from which it was stored. */
  callId?: string | undefined;
}

type Written = Pick<CustomerDoc, "_id" | "organizationId" | "name" | "numbers" | "emails">;

/** The stored customers. Each change is one guarded write. */
export function createCustomerRecords(
  customers: CustomerModel,
  keys: Keyring,
  capacity: Pick<Capacity, "take">,
) {
  const erasure = createCustomerErasure(customers);
  const reader = createCustomerReader(customers);
  const { requireVisible } = reader;

  /**
   * Writes a customer.
   * @param isPerson whether it may be a stored person once more
   * @throws AppError CUSTOMER_EXISTS
   */
  async function write(doc: Written, caller: Member, run: () => Promise<unknown>, isPerson = true) {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const holders = isPerson ? await reader.holdersOf(doc.organizationId, doc, doc._id) : [];
      if (holders.length > 0) throw exists(doc, holders, caller);
      // Of two at once with the same name, the index refuses one.
      if (await isWritten(run())) return;
    }
    throw appError("CUSTOMER_EXISTS");
  }

  return {
    createIndexes: async () => void (await customers.createIndexes()),
    ...reader,

    /**
     * @param options `id` is a new one by default; false where a customer with a given one is stored already
     * @throws AppError CUSTOMER_EXISTS, LIMIT_REACHED, VALIDATION_ERROR
     */
    async create(
      by: By,
      given: CustomerFields,
      { audited = true, ...options }: NewCustomer & { audited?: boolean },
    ): Promise<CustomerDoc | undefined> {
      const doc = newCustomer(by, given, options);
      if (audited) {
        const actor = { actorId: by.caller.userId, source: by.source };
        doc.audit.push(sealEvent(keys, auditEvent("customer.created", doc._id, doc.createdAt, actor)));
      }
      const isStored = options.id !== undefined && (await reader.find(by.caller, options.id)) !== null;
      if (!isStored) await capacity.take(by.caller.organizationId);
      let isNew = true;
      await write(doc, by.caller, async () => {
        try {
          await customers.create(doc);
        } catch (thrown) {
          if (options.id === undefined) throw thrown;
          isNew = await replaceDeleted(customers, doc);
          if (!isNew && (await customers.exists({ _id: doc._id })) === null) throw thrown;
        }
      });
      return isNew ? doc : undefined;
    },

    /**
     * Replaces a customer; saving what is stored changes nothing, whatever the revision.
     * @param revision the revision that it replaces; any by default
     * @param owner undefined leaves it
     * @throws AppError NOT_FOUND, FORBIDDEN, CUSTOMER_EXISTS, and INVALID_TRANSITION with the stored customer where
     *   `revision` is no longer the stored one
     */
    async save(
      { caller, source }: By,
      _id: string,
      {
        given,
        owner,
        revision,
      }: { given: CustomerFields; owner?: Owner | null | undefined; revision?: number | undefined },
    ): Promise<CustomerDoc> {
      const { words, ...content } = contentOf(given);
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        const before = await requireVisible(caller, _id);
        requireChange(before, caller);
        const changed: string[] = changedFields(before, content);
        if (owner !== undefined && (owner?.userId ?? null) !== before.ownerId) changed.push("owner");
        if (changed.length === 0) return before;
        if (revision !== undefined && revision !== before.revision) throw changedElsewhere(before, caller);
        const now = clock.now();
        const event = auditEvent("customer.changed", _id, now, {
          actorId: caller.userId,
          source,
          to: changed.join(", "),
        });
        let after: CustomerDoc | null = null;
        const isPerson = ["name", "numbers", "emails"].some((field) => changed.includes(field));
        const run = async () => {
          after = await customers
            .findOneAndUpdate(
              { _id, organizationId: caller.organizationId, revision: before.revision },
              {
                ...setOrUnset({
                  ...content,
                  keys: content.keys,
                  words,
                  ...(owner !== undefined && { ownerId: owner?.userId ?? null, ownerName: owner?.name }),
                  updatedAt: now,
                  ...(changed.includes("numbers") && { linkDue: randomUUID() }),
                }),
                $max: { activeAt: now },
                $inc: { revision: 1 },
                $push: {
                  audit: sealEvent(keys, event),
                  events: outgoingEvent("customer.changed", caller.organizationId),
                },
              },
              { returnDocument: "after" },
            )
            .lean<CustomerDoc>();
        };
        await write({ ...before, ...content }, caller, run, isPerson);
        if (after !== null) return after;
      }
      throw changedElsewhere(await requireVisible(caller, _id), caller);
    },

    /** @throws AppError NOT_FOUND, FORBIDDEN */
    async remove({ caller, source }: By, _id: string): Promise<void> {
      requireDeletion(await requireVisible(caller, _id), caller);
      const event = auditEvent("customer.deleted", _id, clock.now(), { actorId: caller.userId, source });
      if ((await erasure.erase(caller.organizationId, [_id], { event: sealEvent(keys, event) })) === 0)
        throw notFound();
    },

    ...createCustomerUpkeep(customers),
  };
}
export type CustomerRecords = ReturnType<typeof createCustomerRecords>;

function newCustomer({ caller }: By, given: CustomerFields, { owner, id, callId }: NewCustomer): CustomerDoc {
  const now = clock.now();
  return {
    _id: id ?? randomUUID(),
    organizationId: caller.organizationId,
    ...contentOf(given),
    ownerId: owner?.userId ?? null,
    ...(owner && { ownerName: owner.name }),
    revision: 1,
    createdAt: now,
    updatedAt: now,
    activeAt: now,
    linkDue: randomUUID(),
    ...(callId !== undefined && { linkCallId: callId }),
    events: [outgoingEvent("customer.changed", caller.organizationId)],
    audit: [],
  };
}

/** Stores a customer in the place of a deleted one with its id, whose events are still to be relayed. */
async function replaceDeleted(
  customers: CustomerModel,
  { _id, events = [], audit, ...content }: CustomerDoc,
): Promise<boolean> {
  const { modifiedCount } = await customers.updateOne(
    { _id, deletedAt: { $exists: true } },
    {
      ...setOrUnset({ ...content, deletedAt: undefined }),
      $push: { events: { $each: events }, audit: { $each: audit } },
    },
  );
  return modifiedCount > 0;
}
