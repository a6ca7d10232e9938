import {
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from "node:crypto";

/** What a key is for: a value made for one purpose proves nothing for another (RFC 5869, `info`). */
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
  | "remote-override";

export interface Keyring {
  /** The id of the key that signs, first of all that verify. */
  readonly signing: string;
  readonly kids: readonly string[];
  key(purpose: Purpose, kid: string): KeyObject | undefined;
  /** HMAC-SHA256 under the signing key, or under the named one. */
  mac(purpose: Purpose, text: string, kid?: string): Buffer;
  /** Whether `mac` is the text's under `kid`, compared in constant time; an unknown kid is a no. */
  matches(purpose: Purpose, text: string, mac: Buffer, kid: string): boolean;
}

/**
 * Purpose-bound keys of each secret. A key's id comes from its secret's hash, so that it stays the same
 * wherever the secret stands in the list: that is what makes rotation work.
 */
export function createKeyring(secrets: readonly string[]): Keyring {
  const byKid = new Map(secrets.map((secret) => [kidOf(secret), deriver(secret)]));
  const [signing] = byKid.keys();
  if (signing === undefined) throw new Error("a keyring needs a secret");

  const key: Keyring["key"] = (purpose, kid) => byKid.get(kid)?.(purpose);
  const mac: Keyring["mac"] = (purpose, text, kid = signing) => {
    const used = key(purpose, kid);
    if (used === undefined) throw new Error(`no key ${kid}`);
    return createHmac("sha256", used).update(text).digest();
  };
  return {
    signing,
    kids: [...byKid.keys()],
    key,
    mac,
    matches(purpose, text, given, kid) {
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
    // A KeyObject and not its bytes: jsonwebtoken is some forty times faster with it.
    const derived = createSecretKey(Buffer.from(hkdfSync("sha256", secret, "souffleur", purpose, 32)));
    made.set(purpose, derived);
    return derived;
  };
}
