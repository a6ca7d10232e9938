import { createHmac, randomBytes } from "node:crypto";
import { decryptText, encryptText } from "../crypto/encrypted-text.ts";
import type { Keyring } from "../crypto/keyring.ts";
import type { StoredSecret } from "./webhook-model.ts";

const prefix = "whsec_";

/** As the Standard Webhooks specification writes secrets: 24 to 64 random bytes. */
const newSecret = () => prefix + randomBytes(32).toString("base64");

export type WebhookSecrets = ReturnType<typeof createWebhookSecrets>;

/** The secrets of webhooks, which are stored encrypted: they must be read to sign. */
export function createWebhookSecrets(keys: Keyring) {
  return {
    create(webhookId: string, createdAt: Date): { secret: string; stored: StoredSecret } {
      const secret = newSecret();
      return { secret, stored: { value: encryptText(keys, "webhook-secret", secret, webhookId), createdAt } };
    },
    /** Those that are valid and that the configured keys decrypt. */
    valid(webhookId: string, stored: readonly StoredSecret[], now: Date): string[] {
      return stored.flatMap(({ value, expiresAt }) => {
        if (expiresAt !== undefined && expiresAt <= now) return [];
        const secret = decryptText(keys, "webhook-secret", value, webhookId);
        return secret === undefined ? [] : [secret];
      });
    },
  };
}

/** The headers of Standard Webhooks 1.0 (https://www.standardwebhooks.com), with a signature of each secret. */
export function signedHeaders(secrets: readonly string[], id: string, body: string, now: Date) {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const sign = (secret: string) =>
    createHmac("sha256", Buffer.from(secret.slice(prefix.length), "base64"))
      .update(`${id}.${timestamp}.${body}`)
      .digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets.map((secret) => `v1,${sign(secret)}`).join(" "),
  };
}
