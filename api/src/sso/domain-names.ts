import { domainToUnicode } from "node:url";
import type { ProviderDomain } from "@souffleur/contracts/sso";

/** The names of a domain. @param name in ASCII, as it is stored */
export function domainNames(name: string): Pick<ProviderDomain, "name" | "unicode"> {
  const unicode = domainToUnicode(name);
  // Empty for what is no name in any alphabet.
  return unicode === "" || unicode === name ? { name } : { name, unicode };
}
