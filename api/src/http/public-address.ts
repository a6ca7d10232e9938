import { lookup as lookUp } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** The address must not be connected to. */
export class ForbiddenAddress extends Error {}

/** Global unicast (RFC 4291, 2.4): outside of it are addresses that lead to IPv4 ones, such as `::127.0.0.1` and `64:ff9b::/96`. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/** Whether an address belongs to the public internet: not to this machine, a private network or a reserved range. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  return parsed.range() === "unicast" && (parsed.kind() === "ipv4" || parsed.match(globalUnicast));
}

/**
 * Resolves a name for a connection, and refuses it if any of its addresses is not public. It is the connection's own
 * lookup, so that the name cannot lead elsewhere between the check and the connection.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookUp(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, "");
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new ForbiddenAddress(`${hostname} has an address that is not public`), "");
    if (options.all) return callback(null, addresses);
    const [{ address, family } = { address: "", family: 4 }] = addresses;
    callback(null, address, family);
  });
};

export const hasCredentials = ({ username, password }: URL): boolean => username !== "" || password !== "";

/** The host as sockets and lookups have it: an IPv6 address without brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "");

/** Whether an address is of https and may be a public one; names are checked when they are resolved. */
export function isPublicHttps(url: URL): boolean {
  const host = hostOf(url);
  return url.protocol === "https:" && !hasCredentials(url) && (isIP(host) === 0 || isPublicAddress(host));
}
