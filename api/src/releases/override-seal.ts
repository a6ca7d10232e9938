import { RemoteOverride } from "@souffleur/contracts";
import type { Keyring } from "../crypto/keyring.ts";

const validMs = 24 * 3_600_000;
/** A character that no address and no id contains. */
const separator = "@";

export interface TimedOverride extends RemoteOverride {
  /** When it was set, in milliseconds. */
  at: number;
}

export interface SealedOverrides {
  overrides: readonly TimedOverride[];
  /** Undefined where they were set before the sign-in. */
  sessionId: string | undefined;
}

/** The value `(<remote>@<address>@<ms>@)…<session>@<kid>@<HMAC>`: each override is valid for a day, all for one session. */
export function createOverrideSeal(keys: Keyring) {
  return {
    close({ overrides, sessionId }: SealedOverrides): string {
      const parts = overrides.flatMap(({ remote, address, at }) => [remote, address, at]);
      const text = [...parts, sessionId ?? ""].join(separator);
      return [text, keys.signing, keys.mac("remote-override", text).toString("base64url")].join(separator);
    },
    open(value: string, now: Date): SealedOverrides | undefined {
      const parts = value.split(separator);
      const [kid = "", mac = ""] = parts.splice(-2);
      const text = parts.join(separator);
      if (!keys.matches("remote-override", text, Buffer.from(mac, "base64url"), kid)) return undefined;
      const sessionId = parts.pop();
      const overrides: TimedOverride[] = [];
      for (let n = 0; n < parts.length; n += 3) {
        const override = RemoteOverride.safeParse({ remote: parts[n], address: parts[n + 1] }).data;
        const at = Number(parts[n + 2]);
        if (override !== undefined && now.getTime() - at < validMs) overrides.push({ ...override, at });
      }
      return { overrides, sessionId: sessionId === "" ? undefined : sessionId };
    },
  };
}
