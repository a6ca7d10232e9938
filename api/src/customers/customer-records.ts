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
import { changeableBy, requireChange, requireDeletion, visibleTo } from "./access.ts";
import { changedFields, contentOf, keyOfNumber, namesakeKeyOf } from "./customer-content.ts";
import type { CustomerDoc, CustomerModel } from "./customer-model.ts";
import { createCustomerErasure } from "./erase-customers.ts";
import { changedElsewhere, exists, notFound } from "./refusals.ts";

export interface Owner {
  userId: string;
  name: string;
}

/** Another customer may take a key and be deleted between two attempts. */
const attempts = 5;
/** Of one name and company, such as "Reception" without any. */
const namesakesMax = 1000;
/** How long a deleted customer's id is kept, for the relay of its events. */
const deletedKeptMs = 60 * 60_000;

interface NewCustomer {
  owner: Owner | null;
  id?: string | undefined;
  /** The call from which it was stored. */
  callId?: string | undefined;
}

/** The stored customers. Each change is one guarded write. */
export function createCustomerRecords(
  customers: CustomerModel,
  keys: Keyring,
  capacity: Pick<Capacity, "take">,
) {
  const erasure = createCustomerErasure(customers);
  const reader = createCustomerReader(customers);
  const { requireVisible } = reader;

  /** Writes what may have a number or address of another customer. @throws AppError CUSTOMER_EXISTS */
  async function write(
    doc: Pick<CustomerDoc, "_id" | "organizationId" | "keys" | "numbers">,
    caller: Member,
    run: () => Promise<unknown>,
  ) {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      if (await isWritten(run())) return;
      const { _id, organizationId, keys = [] } = doc;
      const holder = await customers
        .findOne({ organizationId, keys: { $in: keys }, _id: { $ne: _id } })
        .lean<CustomerDoc>();
      if (holder) throw exists(doc, holder, caller);
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
        await write({ ...before, ...content, _id }, caller, async () => {
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
        });
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

type Namesake = Pick<CustomerDoc, "_id" | "name" | "company" | "ownerId" | "keys" | "createdAt">;

/** First those without number and address, then the owner's, then the oldest: the same one each time. */
const byPreference = (owner: Owner | null) => (a: Namesake, b: Namesake) =>
  Number(a.keys !== undefined) - Number(b.keys !== undefined) ||
  Number(isOf(b, owner)) - Number(isOf(a, owner)) ||
  a.createdAt.getTime() - b.createdAt.getTime();

const isOf = ({ ownerId }: Namesake, owner: Owner | null) => ownerId === (owner?.userId ?? null);

function createCustomerReader(customers: CustomerModel) {
  return {
    async find({ organizationId }: Pick<Member, "organizationId">, _id: string) {
      return customers.findOne({ _id, organizationId }).lean<CustomerDoc>();
    },

    /** @throws AppError NOT_FOUND, also for a customer that the caller may not see */
    async requireVisible(member: Member, _id: string): Promise<CustomerDoc> {
      const found = await customers.findOne({ $and: [{ _id }, visibleTo(member)] }).lean<CustomerDoc>();
      if (found === null) throw notFound();
      return found;
    },

    holdersOf: (organizationId: string, wanted: readonly string[]) =>
      customers
        .find({ organizationId, keys: { $in: wanted } })
        .limit(2)
        .lean<CustomerDoc[]>(),
    /**
     * The customer with the name and company of a row, that the member may change: one with neither a number nor an address,
     * or, for a row without both and with a company, one that has been completed since.
     */
    async namesakesOf(member: Member, row: CustomerFields, owner: Owner | null): Promise<CustomerDoc[]> {
      const isCompletedToo = row.company !== undefined && row.numbers.length + row.emails.length === 0;
      const namesakeKey = namesakeKeyOf(row);
      const wanted = {
        ...changeableBy(member),
        namesakeKey,
        ...(!isCompletedToo && { keys: { $exists: false } }),
      };
      const found = await customers
        .find(wanted, { name: 1, company: 1, ownerId: 1, keys: 1, createdAt: 1 })
        .limit(namesakesMax)
        .lean<Namesake[]>();
      const [one] = found
        // A process of an earlier version leaves the key as it was.
        .filter((one) => namesakeKeyOf(one) === namesakeKey)
        .toSorted(byPreference(owner));
      return one === undefined ? [] : customers.find({ _id: one._id, ...wanted }).lean<CustomerDoc[]>();
    },

    /** The customer whose number calls or is called. */
    called: (organizationId: string, number: string) =>
      customers
        .findOneAndUpdate({ organizationId, keys: keyOfNumber(number) }, { $max: { activeAt: clock.now() } })
        .lean<CustomerDoc>(),
  };
}

/** What keeps the stored customers up to date, and removes what is left of deleted ones. */
function createCustomerUpkeep(customers: CustomerModel) {
  return {
    /** Something happens with a customer at this time, or is planned. */
    async active(_id: string, activeAt = clock.now()): Promise<void> {
      await customers.updateOne({ _id, deletedAt: null }, { $max: { activeAt } });
    },

    /** @param others leaves out organizations that have no turn now */
    due: (most: number, others: { organizationId?: { $nin: string[] } }) =>
      customers
        .find({ linkDue: { $exists: true }, ...others })
        .limit(most)
        .lean<CustomerDoc[]>(),
    /** A customer that has changed meanwhile stays due. */
    async linked({ _id, linkDue }: CustomerDoc): Promise<void> {
      if (linkDue === undefined) return;
      await customers.updateOne({ _id, linkDue }, { $unset: { linkDue: "", linkCallId: "" } });
    },

    /** The ids of some that were deleted recently. */
    async deleted(most: number): Promise<string[]> {
      const found = await customers
        .find({ deletedAt: { $exists: true } }, { _id: 1 })
        .limit(most)
        .lean<{ _id: string }[]>();
      return found.map(({ _id }) => _id);
    },
    /** Removes what is left of deleted customers. */
    async sweep(now: Date): Promise<void> {
      const before = new Date(now.getTime() - deletedKeptMs);
      await customers.deleteMany({
        deletedAt: { $lt: before },
        "audit.0": { $exists: false },
        "events.0": { $exists: false },
      });
    },
  };
}
