import { readDigits } from "@souffleur/contracts";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";

/** What a mailed link of the product brings. */
interface MailedLink {
  token?: string;
  code?: string;
  session?: string;
  unlock?: string;
}

const names = ["token", "code", "session", "unlock"] as const;
/** The length of a link's token: 256 bits in base64url. */
const tokenLength = 43;
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

/**
 * The parameters of a mailed link, read through what mail programs do to links: HTML-escaped ampersands (`&amp;session=`),
 * quoted-printable (`=3D`, and `=` at the end of a line), a second percent-encoding, and the punctuation or bracket after
 * the link taken for a part of it. What does not look like the expected value stays as it is, for the server to refuse.
 * @param address its query and fragment: `&#38;` begins one
 */
export function readMailedLink({ search, hash }: Pick<Location, "search" | "hash">): MailedLink {
  const found: MailedLink = {};
  for (const part of separated(`${search}${hash}`)) {
    const [, name, value] = /^(token|code|session|unlock)\s*=(.*)$/is.exec(part) ?? [];
    const known = names.find((one) => one === name?.toLowerCase());
    if (known === undefined || value === undefined || found[known] !== undefined) continue;
    const read = readers[known](value);
    if (read !== "") found[known] = read;
  }
  return found;
}

function separated(address: string): string[] {
  return decoded(address.replaceAll("+", " "))
    .replace(/&(?:amp|#0*38|#x0*26);?/gi, "&")
    .replace(/&(?:amp;)+/gi, "&")
    .replace(/=\s*\n\s*/g, "")
    .split(/[?&#]/)
    .map((part) => part.trim());
}

/** Percent-encoded up to three times; what is not well-formed stays. */
function decoded(text: string): string {
  let current = text;
  for (let times = 0; times < 3 && current.includes("%"); times++) {
    const next = current.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => {
      try {
        return decodeURIComponent(bytes);
      } catch {
        return bytes;
      }
    });
    if (next === current) break;
    current = next;
  }
  return current;
}

function readToken(value: string): string {
  // What follows in the same text is no part of it; a break in the middle is removed.
  const written = /[\w-]{43,}/.exec(value)?.[0] ?? value.replace(/[^\w-]/g, "");
  const isQuoted = /^3D/i.test(written) && written.length >= tokenLength + 2;
  return written.length < tokenLength
    ? value.trim()
    : written.slice(isQuoted ? 2 : 0, tokenLength + (isQuoted ? 2 : 0));
}

const readers: Record<(typeof names)[number], (value: string) => string> = {
  token: readToken,
  unlock: readToken,
  code: (value) => {
    const digits = readDigits(value.replace(/^\s*3D(?=\D*(?:\d\D*){6}$)/i, ""));
    return digits.length === 6 ? digits : value.trim();
  },
  session: (value) => {
    const plain = value
      .normalize("NFKC")
      .replace(/\p{Pd}/gu, "-")
      .replace(/[\s\p{Cf}=]/gu, "");
    return uuid.exec(plain)?.[0].toLowerCase() ?? value.trim();
  },
};

/**
 * The token of the mailed link that led to this page. It does not stay in the address, which could be shared or seen by others,
 * but survives a reload.
 */
export function useMailedToken(): string {
  const location = useLocation();
  const navigate = useNavigate();
  const kept = (location.state as { token?: unknown } | null)?.token;
  const [token] = useState(() => readMailedLink(location).token ?? (typeof kept === "string" ? kept : ""));
  const { search } = location;
  useEffect(() => {
    if (search !== "") void navigate(".", { replace: true, state: { token } });
  }, [search, token, navigate]);
  return token;
}
