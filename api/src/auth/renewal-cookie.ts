import { type SetCookie, stringifySetCookie } from "cookie";
import type { Keyring } from "../crypto/keyring.ts";

/** A session and how often it has been renewed. */
export interface RenewalTicket {
  sessionId: string;
  n: number;
}

export interface RenewalCookies {
  readonly name: string;
  /** The value `v1.<kid>.<sid>.<n>.<HMAC>`; nothing that is stored could make it. */
  seal(ticket: RenewalTicket): string;
  open(value: string): RenewalTicket | undefined;
  /** A Set-Cookie line; without `maxAgeSeconds` the cookie ends with the browser. */
  set(value: string, maxAgeSeconds?: number): string;
  clear(): string;
}

const form = /^v1\.([\w-]{8})\.([0-9a-f-]{36})\.(0|[1-9]\d{0,9})\.([\w-]{43})$/;

export function createRenewalCookies(keys: Keyring, secure: boolean): RenewalCookies {
  const name = secure ? "__Secure-souffleur-renewal" : "souffleur-renewal";
  const attributes = { httpOnly: true, sameSite: "strict", path: "/api/auth", secure } as const;
  const line = (cookie: Pick<SetCookie, "value" | "maxAge">) =>
    stringifySetCookie({ name, ...attributes, ...cookie });
  return {
    name,
    seal({ sessionId, n }) {
      const mac = keys.mac("renewal-cookie", `${sessionId}|${n}`).toString("base64url");
      return `v1.${keys.signing}.${sessionId}.${n}.${mac}`;
    },
    open(value) {
      const [, kid, sessionId, n, mac] = form.exec(value) ?? [];
      if (kid === undefined || sessionId === undefined || mac === undefined) return undefined;
      const genuine = keys.matches("renewal-cookie", `${sessionId}|${n}`, Buffer.from(mac, "base64url"), kid);
      return genuine ? { sessionId, n: Number(n) } : undefined;
    },
    set: (value, maxAgeSeconds) =>
      line({ value, ...(maxAgeSeconds !== undefined && { maxAge: maxAgeSeconds }) }),
    clear: () => line({ value: "", maxAge: 0 }),
  };
}
