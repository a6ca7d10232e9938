import { domainToUnicode } from "node:url";

/**
 * A domain, or an address with one, as it is stored and, where that differs, as people write it: `xn--socit-esab.fr` and
 * `société.fr`. The second is for searching, and for a domain that an administrator has entered; other people's addresses are
 * shown as they are stored, where no letter looks like another one.
 */
export function domainSpellings(ascii: string): [stored: string] | [stored: string, written: string] {
  const domain = ascii.slice(ascii.lastIndexOf("@") + 1);
  const written = domainToUnicode(domain);
  // Empty for what is no name in any alphabet.
  return written === "" || written === domain ? [ascii] : [ascii, ascii.slice(0, -domain.length) + written];
}
