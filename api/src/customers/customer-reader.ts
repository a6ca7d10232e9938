import type { CustomerFields } from "@souffleur/contracts/customer-fields";
import type { Member } from "../http/guard.ts";
import { changeableBy, visibleTo } from "./access.ts";
import {
  contactsOf,
  type Known,
  keyOfNumber,
  keysOfPerson,
  namesakeKeyOf,
  personOf,
  withContacts,
} from "./customer-content.ts";
import type { CustomerDoc, CustomerModel, Owner } from "./customer-model.ts";
import { notFound } from "./refusals.ts";

/** Of one name and company, such as "Reception" without any. */
const namesakesMax = 1000;
/** More than one name can have of the numbers and addresses of a customer. */
const holdersMax = 50;

type Namesake = Pick<CustomerDoc, "_id" | "ownerId" | "keys" | "createdAt">;

/** First those without number and address, then the owner's, then the oldest: the same one each time. */
const byPreference = (owner: Owner | null) => (a: Namesake, b: Namesake) =>
  Number(a.keys !== undefined) - Number(b.keys !== undefined) ||
  Number(isOf(b, owner)) - Number(isOf(a, owner)) ||
  a.createdAt.getTime() - b.createdAt.getTime();

const isOf = ({ ownerId }: Namesake, owner: Owner | null) => ownerId === (owner?.userId ?? null);

/** Finds stored customers. */
export function createCustomerReader(customers: CustomerModel) {
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

    /**
     * The customers that are the same person as one with this name, numbers and addresses: those with one of them and the same
     * name; where there is none, those of which only a number or address is known, as it is for a caller without a name.
     */
    async holdersOf(organizationId: string, customer: Known, except?: string): Promise<CustomerDoc[]> {
      const contacts = contactsOf(customer);
      if (contacts.length === 0) return [];
      const person = personOf(customer);
      const among = (condition: object) =>
        customers
          .find({ organizationId, ...condition, ...(except !== undefined && { _id: { $ne: except } }) })
          .limit(holdersMax)
          .lean<CustomerDoc[]>();
      const called = (name: string) => among({ keys: { $in: keysOfPerson(contacts, name) } });
      const named = await called(person);
      if (named.length > 0) return named;
      return person === "" ? among(withContacts(contacts)) : called("");
    },
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
        .find(wanted, { ownerId: 1, keys: 1, createdAt: 1 })
        .limit(namesakesMax)
        .lean<Namesake[]>();
      const [one] = found.toSorted(byPreference(owner));
      return one === undefined ? [] : customers.find({ _id: one._id, ...wanted }).lean<CustomerDoc[]>();
    },

    /** The customers with a number, some of them. */
    withNumber: (organizationId: string, number: string, most: number) =>
      customers
        .find({ organizationId, ...withContacts([keyOfNumber(number)]) })
        .limit(most)
        .lean<CustomerDoc[]>(),

    /**
     * The customers with a number whom a member may see, who were active last first.
     * @returns whether there are others, too, such as colleagues' customers
     */
    async callers(member: Member, number: string, most: number) {
      const { organizationId } = member;
      const ofNumber = withContacts([keyOfNumber(number)]);
      const found = await customers
        .find({ $and: [visibleTo(member), ofNumber] })
        .sort({ activeAt: -1, _id: 1 })
        .limit(most)
        .lean<CustomerDoc[]>();
      const all = await customers.countDocuments({ organizationId, ...ofNumber }, { limit: most + 1 });
      return { customers: found, others: all > found.length };
    },
  };
}
