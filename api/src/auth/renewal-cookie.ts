import { type SetCookie, stringifySetCookie } from "cookie";
import type { Keyring } from "../crypto/keyring.ts";

/** A session and the number of its renewals. */
export interface RenewalTicket {
  sessionId: string;
  n: number;
}

export type RenewalCookies = ReturnType<typeof createRenewalCookies>;

const form = /^v1\.([\w-]{8})\.([0-9a-f-]{36})\.(0|[1-9]\d{0,9})\.([\w-]{43})$/;

export function createRenewalCookies(keys: Keyring, secure: boolean) {
  const name = secure ? "__Secure-souffleur-renewal" : "souffleur-renewal";
  const attributes = { httpOnly: true, sameSite: "strict", path: "/api/auth", secure } as const;
  const line = (cookie: Pick<SetCookie, "value" | "maxAge">) =>
    stringifySetCookie({ name, ...attributes, ...cookie });
  return {
    name,
    /** The value `v1.<kid>.<sid>.<n>.<HMAC>`, which cannot be derived from stored data. */
    seal({ sessionId, n }: RenewalTicket): string {
      const mac = keys.mac("renewal-cookie", `${sessionId}|${n}`).toString("base64url");
      return `v1.${keys.signing}.${sessionId}.${n}.${mac}`;
    },
    /** Undefined for a value that is not genuine. */
    open(value: string): RenewalTicket | undefined {
      const [, kid, sessionId, n, mac] = form.exec(value) ?? [];
      if (kid === undefined || sessionId === undefined || mac === undefined) return undefined;
      const genuine = keys.matches("renewal-cookie", `${sessionId}|${n}`, Buffer.from(mac, "base64url"), kid);
      return genuine ? { sessionId, n: Number(n) } : undefined;
    },
    /** A Set-Cookie line. Without `maxAgeSeconds` the cookie ends with the browser. */
    set: (value: string, maxAgeSeconds?: number): string =>
      line({ value, ...(maxAgeSeconds !== undefined && { maxAge: maxAgeSeconds }) }),
    clear: (): string => line({ value: "", maxAge: 0 }),
  };
}
