import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { Request } from "express";
import ipaddr from "ipaddr.js";

/** Who a request comes from, as far as limits go: an IPv4 address, or the /64 that an IPv6 host may roam in. */
export function sourceOf(req: Request): string {
  return sourceOfAddress(req.ip ?? "") ?? sourceOfAddress(req.socket.remoteAddress ?? "") ?? "unknown";
}

/** The same of a message that Express does not see, behind so many proxies that are trusted. */
export function sourceOfMessage(message: IncomingMessage, proxies: number): string {
  const forwarded = String(message.headers["x-forwarded-for"] ?? "").split(",");
  const passed = [message.socket.remoteAddress ?? "", ...forwarded.reverse().map((each) => each.trim())];
  const known = passed.filter(Boolean);
  return sourceOfAddress(known[Math.min(proxies, known.length - 1)] ?? "") ?? "unknown";
}

/** Undefined for what is no IP address: a forwarded header may hold anything. */
export function sourceOfAddress(address: string): string | undefined {
  const [bare = ""] = address.split("%", 1);
  // The library reads more than addresses, such as "1.2.3".
  if (isIP(bare) === 0) return undefined;
  const ip = ipaddr.process(bare);
  if (ip.kind() === "ipv4") return ip.toString();
  return `${ip.toNormalizedString().split(":", 4).join(":")}::/64`;
}
