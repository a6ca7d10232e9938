import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { Request } from "express";
import ipaddr from "ipaddr.js";

/** The source that limits count a request for: an IPv4 address, or the /64 network of an IPv6 address. */
export function sourceOf(req: Request): string {
  return sourceOfAddress(req.ip ?? "") ?? sourceOfAddress(req.socket.remoteAddress ?? "") ?? "unknown";
}

/** The same for a request that does not pass through Express; `proxies` is the number of trusted proxies. */
export function sourceOfMessage(message: IncomingMessage, proxies: number): string {
  const forwarded = String(message.headers["x-forwarded-for"] ?? "").split(",");
  const passed = [message.socket.remoteAddress ?? "", ...forwarded.reverse().map((each) => each.trim())];
  const known = passed.filter(Boolean);
  return sourceOfAddress(known[Math.min(proxies, known.length - 1)] ?? "") ?? "unknown";
}

/** With a port, as some proxies forward an address (Azure's Application Gateway, IIS): `1.2.3.4:80`, `[::1]:80`. */
const withPort = /^(?:\[(?<v6>[^\]]+)\](?::\d+)?|(?<v4>[\d.]+):\d+)$/;

/**
 * An IPv4-mapped address counts as its IPv4 address, and a port does not count. Undefined for text that is no IP address:
 * a forwarded header may hold anything.
 */
export function sourceOfAddress(address: string): string | undefined {
  const { v4, v6 } = withPort.exec(address)?.groups ?? {};
  const [bare = ""] = (v4 ?? v6 ?? address).split("%", 1);
  // The library also accepts text that is not an address, such as "1.2.3".
  if (isIP(bare) === 0) return undefined;
  // The library parses "::1.2.3.4" as "::ffff:1.2.3.4", which is another address, but "0::1.2.3.4" correctly.
  const ip = ipaddr.process(bare.replace(/^::(?=\d+\.)/, "0::"));
  if (ip.kind() === "ipv4") return ip.toString();
  return `${ip.toNormalizedString().split(":", 4).join(":")}::/64`;
}
