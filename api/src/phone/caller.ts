import { unknownCustomer } from "@souffleur/contracts";
import { phoneKey } from "./phone-number.ts";
import { isWithheld, userOf } from "./withheld.ts";

/** Of names and numbers of calls. */
const most = 100;

/**
 * Who calls, by what a telephone exchange says: a number only where one can be read, since customers are saved and found by
 * it. What is hidden is neither a name nor a number.
 */
export function callerOf(said: { name: string; number: string }): { name: string; number?: string } {
  const [name, number] = [said.name, userOf(said.number)].map((text) =>
    isWithheld(text) || isOtherDigits(text) ? "" : text.slice(0, most),
  ) as [string, string];
  return { name: name || number || unknownCustomer, ...(phoneKey(number) !== undefined && { number }) };
}

/** Figures that are no number, such as a country code and zeros. */
const isOtherDigits = (text: string) => !/\p{L}/u.test(text) && phoneKey(text) === undefined;
