import { appError } from "../http/errors.ts";
import type { Member } from "../http/guard.ts";
import { maySee } from "./access.ts";
import { keyOfNumber } from "./customer-content.ts";
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

/** Names the number or address that another customer has, and that customer where the caller may see it. */
export function exists(
  { numbers, keys = [] }: Pick<CustomerDoc, "numbers" | "keys">,
  holder: CustomerDoc,
  caller: Member,
) {
  const shared = keys.find((key) => holder.keys?.includes(key)) ?? "";
  const number = numbers.find((one) => keyOfNumber(one) === shared);
  const field = number === undefined ? "emails" : "numbers";
  const value = number ?? shared;
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
