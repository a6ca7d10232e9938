import { createHash, randomUUID } from "node:crypto";
import { stringifySetCookie } from "cookie";
import type { Keyring } from "../crypto/keyring.ts";

const validSeconds = 180 * 24 * 60 * 60;
const form = /^v1\.([\w-]{8})\.([0-9a-f-]{36})\.(\d{1,12})\.([\w-]{43})$/;

export type DeviceCookies = ReturnType<typeof createDeviceCookies>;

/**
 * Proof that a browser has signed in to an address before: guesses from other browsers cannot lock it out. It
 * authenticates nobody: the password is still required. One cookie per address, since browsers are shared.
 */
export function createDeviceCookies(keys: Keyring, secure: boolean) {
  const nameOf = (email: string) =>
    `${secure ? "__Secure-" : ""}souffleur-device-${createHash("sha256").update(email).digest("hex").slice(0, 16)}`;
  const signed = (email: string, deviceId: string, issued: string) => `${email}|${deviceId}|${issued}`;
  return {
    /** The device's id, where the browser has signed in to this address before or has followed an unlock link. */
    read(cookies: Record<string, string | undefined>, email: string, now: Date): string | undefined {
      const [, kid, deviceId, issued, mac] = form.exec(cookies[nameOf(email)] ?? "") ?? [];
      if (kid === undefined || deviceId === undefined || issued === undefined || mac === undefined)
        return undefined;
      if (Number(issued) + validSeconds < now.getTime() / 1000) return undefined;
      const text = signed(email, deviceId, issued);
      return keys.matches("device-cookie", text, Buffer.from(mac, "base64url"), kid) ? deviceId : undefined;
    },
    /**
     * A Set-Cookie line that makes this browser known to the address. Browsers with the same `proof` (an unlock link)
     * are one device, so that following the link several times allows no more guesses.
     */
    issue(email: string, now: Date, proof?: string): string {
      const deviceId = proof === undefined ? randomUUID() : deviceOf(proof);
      const issued = String(Math.floor(now.getTime() / 1000));
      const mac = keys.mac("device-cookie", signed(email, deviceId, issued)).toString("base64url");
      return stringifySetCookie({
        name: nameOf(email),
        value: `v1.${keys.signing}.${deviceId}.${issued}.${mac}`,
        httpOnly: true,
        sameSite: "strict",
        path: "/api/auth",
        secure,
        maxAge: validSeconds,
      });
    },
  };
}

/** An id in the form of a random one, derived from the proof. */
function deviceOf(proof: string): string {
  const hex = createHash("sha256").update(`device:${proof}`).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    "-",
  );
}
