import { Customer } from "@souffleur/contracts";
import { shownPhone } from "../phone/phone-number.ts";

/**
 * A call's customer in the call itself, as it is stored: a field for each of the
 * customer's, such as `clientName`.
 */
export type CallCustomer = {
  [Field in keyof Customer as `client${Capitalize<Field>}`]: NonNullable<Customer[Field]>;
};

/** These identify the person: calls are grouped, found and erased by them. Other fields may be the same for many people. */
const identifying: readonly (keyof Customer)[] = ["name", "number", "id"];

const fields = Customer.keyof().options.map((field) => ({
  field,
  stored: `client${field.charAt(0).toUpperCase()}${field.slice(1)}` as keyof CallCustomer,
  isOptional: Customer.shape[field].isOptional(),
}));

/** An object with the value of each stored field, without those that have none. */
function perField<Value>(toValue: (field: (typeof fields)[number]) => Value | undefined) {
  const entries = fields.flatMap((one) => {
    const value = toValue(one);
    return value === undefined ? [] : [[one.stored, value]];
  });
  return Object.fromEntries(entries) as Required<{ [Stored in keyof CallCustomer]: Value }>;
}

const perIdentifying: typeof perField = (toValue) =>
  perField((one) => (identifying.includes(one.field) ? toValue(one) : undefined));

export const customerSchema = perField(({ isOptional }) => ({ type: String, required: !isOptional }));
export const customerProjection = perField(() => 1 as const);
/** The index that has each customer of an organization once. */
export const customerIndex = perIdentifying(() => 1 as const);
/** The group of an aggregation that has each customer once. */
export const customerGroup = perIdentifying(({ stored }) => `$${stored}`);
/** What an erasure sets and removes. */
export const erasedCustomer = {
  set: perField(({ isOptional }) => (isOptional ? undefined : "")),
  unset: perField(({ isOptional }) => (isOptional ? "" : undefined)),
};

/** The fields of a call to store. */
export const storeCustomer = (customer: Customer): CallCustomer => perField(({ field }) => customer[field]);

/** The condition that finds the calls with a customer. */
export const withCustomer = (call: CallCustomer) => perIdentifying(({ stored }) => call[stored] ?? null);

/** By what a request to erase a person finds them. */
export const namesOfCustomer = ({ clientName, clientNumber }: CallCustomer): string[] =>
  [clientName, clientNumber ?? ""].filter(Boolean);

/** All that people know of a call's customer, the name first. */
export const customerTexts = (call: CallCustomer): string[] =>
  fields.flatMap(({ field, stored }) => (field !== "id" && call[stored]) || []);

/** A call's customer for pages. */
export function toCustomerDto(call: CallCustomer): { customer: Customer } {
  const known = fields.flatMap(({ field, stored }) =>
    call[stored] === undefined ? [] : [[field, call[stored]]],
  );
  const customer = Object.fromEntries(known) as Customer;
  if (customer.number !== undefined) customer.number = shownPhone(customer.number);
  return { customer };
}
