import { RemoteOverride } from "@souffleur/contracts";
import type { Keyring } from "../crypto/keyring.ts";

const validMs = 24 * 3_600_000;
/** A character that no address and no id contains. */
const separator = "@";

interface SealedOverride {
  override: RemoteOverride;
  /** Undefined where it was set before the sign-in. */
  sessionId: string | undefined;
}

/** The value `<remote>@<address>@<session>@<ms>@<kid>@<HMAC>`: valid for a day, and for one session. */
export function createOverrideSeal(keys: Keyring) {
  return {
    close({ remote, address }: RemoteOverride, sessionId: string | undefined, now: Date): string {
      const text = [remote, address, sessionId ?? "", now.getTime()].join(separator);
      return [text, keys.signing, keys.mac("remote-override", text).toString("base64url")].join(separator);
    },
    open(value: string, now: Date): SealedOverride | undefined {
      const [remote, address, sessionId, at, kid = "", mac = "", ...more] = value.split(separator);
      const text = [remote, address, sessionId, at].join(separator);
      if (more.length > 0 || !keys.matches("remote-override", text, Buffer.from(mac, "base64url"), kid))
        return undefined;
      const override = RemoteOverride.safeParse({ remote, address }).data;
      if (override === undefined || now.getTime() - Number(at) >= validMs) return undefined;
      return { override, sessionId: sessionId === "" ? undefined : sessionId };
    },
  };
}
