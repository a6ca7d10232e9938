import type { Keyring, Purpose } from "./keyring.ts";

/** `<kid>.<HMAC(key, text)>`: proves that the product wrote the text for this purpose. */
export function sealOf(keys: Keyring, purpose: Purpose, text: string): string {
  return `${keys.signing}.${keys.mac(purpose, text).toString("base64url")}`;
}

/** Whether a stored value, of any type, is the text's seal under one of the listed keys. */
export function isSealOf(keys: Keyring, purpose: Purpose, text: string, seal: unknown): boolean {
  const [kid = "", mac = ""] = String(seal).split(".");
  return keys.matches(purpose, text, Buffer.from(mac, "base64url"), kid);
}
