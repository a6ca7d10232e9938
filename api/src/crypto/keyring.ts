import {
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from "node:crypto";

/** The use of a derived key: a value made for one purpose proves nothing for another (RFC 5869, `info`). */
export type Purpose =
  | "access-token"
  | "renewal-cookie"
  | "device-cookie"
  | "verification-code"
  | "mailed-link"
  | "mail-quota"
  | "password-salt"
  | "audit-event"
  | "audit-head"
  | "audit-row"
  | "erased-customer"
  | "erasure-certificate"
  | "media-trial"
  | "release-report"
  | "remote-override"
  | "remote-preview"
  | "sso-secret"
  | "sso-attempt"
  | "webhook-secret";

export type Keyring = ReturnType<typeof createKeyring>;

/**
 * Purpose-bound keys of each secret. A key's id is derived from its secret, so that it does not depend on the secret's
 * position in the list: this makes rotation possible.
 */
export function createKeyring(secrets: readonly string[]) {
  const byKid = new Map(secrets.map((secret) => [kidOf(secret), deriver(secret)]));
  const [signing] = byKid.keys();
  if (signing === undefined) throw new Error("a keyring needs a secret");

  const key = (purpose: Purpose, kid: string): KeyObject | undefined => byKid.get(kid)?.(purpose);
  /** HMAC-SHA256 under the signing key, or under the named one. */
  const mac = (purpose: Purpose, text: string, kid: string = signing): Buffer => {
    const used = key(purpose, kid);
    if (used === undefined) throw new Error(`no key ${kid}`);
    return createHmac("sha256", used).update(text).digest();
  };
  return {
    /** The id of the key that signs; it is the first of those that verify. */
    signing,
    kids: [...byKid.keys()],
    key,
    mac,
    /** Whether `given` is the text's MAC under `kid`, compared in constant time; false for an unknown kid. */
    matches(purpose: Purpose, text: string, given: Buffer, kid: string): boolean {
      if (!byKid.has(kid)) return false;
      const expected = mac(purpose, text, kid);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

function kidOf(secret: string): string {
  return createHash("sha256").update(`kid:${secret}`).digest("base64url").slice(0, 8);
}

function deriver(secret: string): (purpose: Purpose) => KeyObject {
  const made = new Map<Purpose, KeyObject>();
  return (purpose) => {
    const known = made.get(purpose);
    if (known !== undefined) return known;
    // jsonwebtoken is about forty times faster with a KeyObject than with its bytes.
    const derived = createSecretKey(Buffer.from(hkdfSync("sha256", secret, "souffleur", purpose, 32)));
    made.set(purpose, derived);
    return derived;
  };
}
