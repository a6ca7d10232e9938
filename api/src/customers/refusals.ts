import { appError } from "../http/errors.ts";
import type { Member } from "../http/guard.ts";
import { maySee } from "./access.ts";
import { contactsOf, type Known, keyOfNumber } from "./customer-content.ts";
import { type CustomerDoc, toStoredCustomer } from "./customer-model.ts";

export const notFound = () => appError("NOT_FOUND", { text: "This customer was not found." });

/** A program that may only write must not read by writing. */
const mayRead = ({ scopes }: Member) => scopes?.includes("customers:read") ?? true;

export function changedElsewhere(stored: CustomerDoc, caller: Member) {
  return appError("INVALID_TRANSITION", {
    text: "This customer was changed elsewhere.",
    ...(mayRead(caller) && { current: toStoredCustomer(stored) }),
  });
}

/** Names the number or address that another customer has, and that customer where it is the only one and the caller may see it. */
export function exists(wanted: Known, holders: readonly CustomerDoc[], caller: Member) {
  const [holder, another] = holders as [CustomerDoc, CustomerDoc?];
  const held = contactsOf(holder);
  const shared = contactsOf(wanted).find((one) => held.includes(one)) ?? "";
  const number = wanted.numbers.find((one) => keyOfNumber(one) === shared);
  const field = number === undefined ? "emails" : "numbers";
  const value = number ?? shared;
  if (another !== undefined)
    return appError("CUSTOMER_EXISTS", {
      text: "Several customers have {value} already. Enter a name.",
      values: { value },
      field,
    });
  if (!maySee(holder, caller))
    return appError("CUSTOMER_EXISTS", {
      text: "A colleague's customer has {value}. Ask a manager.",
      values: { value },
      field,
    });
  const { _id: id, name } = holder;
  // The id is what such a program needs to save that customer.
  if (!mayRead(caller))
    return appError("CUSTOMER_EXISTS", {
      text: "Another customer has {value} already.",
      values: { value },
      field,
      current: { id },
    });
  return appError("CUSTOMER_EXISTS", {
    text: "{name} has {value} already.",
    values: { value, name },
    field,
    current: { id, name },
  });
}
