import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Keyring, Purpose } from "./keyring.ts";

const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/** `<kid>.<iv, tag and ciphertext>` under the signing key; only the same `context` decrypts it. */
export function encryptText(keys: Keyring, purpose: Purpose, text: string, context: string): string {
  const key = keys.key(purpose, keys.signing);
  if (key === undefined) throw new Error(`no key ${keys.signing}`);
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(context));
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return `${keys.signing}.${Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString("base64url")}`;
}

/** Undefined where the key was removed from the configuration, or the stored text or its context were changed. */
export function decryptText(
  keys: Keyring,
  purpose: Purpose,
  stored: string,
  context: string,
): string | undefined {
  const [kid = "", data = ""] = stored.split(".");
  const key = keys.key(purpose, kid);
  const bytes = Buffer.from(data, "base64url");
  if (key === undefined || bytes.length < ivBytes + tagBytes) return undefined;
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  try {
    return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, "utf8") + decipher.final("utf8");
  } catch {
    return undefined;
  }
}
