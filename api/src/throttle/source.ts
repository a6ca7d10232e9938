import type { IncomingMessage } from "node:http";
import { isIPv4, isIPv6 } from "node:net";
import type { Request } from "express";

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
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return undefined;
  const groups = groupsOf(bare);
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (mapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join(".");
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

/** The eight 16-bit groups of a valid IPv6 address, however it is abbreviated. */
function groupsOf(address: string): number[] {
  const [head = "", tail] = address.split("::", 2);
  const before = parse(head);
  if (tail === undefined) return before;
  const after = parse(tail);
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function parse(part: string): number[] {
  if (part === "") return [];
  return part.split(":").flatMap((group) => {
    if (!group.includes(".")) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
    return [(a << 8) | b, (c << 8) | d];
  });
}
