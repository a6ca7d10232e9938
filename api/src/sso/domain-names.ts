import type { ProviderDomain } from "@souffleur/contracts/sso";
import { domainSpellings } from "../texts/domain-spellings.ts";

/** The names of a domain. @param stored in ASCII */
export function domainNames(stored: string): Pick<ProviderDomain, "name" | "unicode"> {
  const [name, unicode] = domainSpellings(stored);
  return unicode === undefined ? { name } : { name, unicode };
}
