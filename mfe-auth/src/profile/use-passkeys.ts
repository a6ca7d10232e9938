import { listPasskeys } from "@souffleur/contracts/passkeys";
import { call } from "@souffleur/shared-ui";
import { tellOfAccount } from "../passkeys/signals.ts";
import { useLoaded } from "./use-loaded.ts";

/** Whatever changes them, or the account's name, is read again after it, so the device is told of each change. */
async function read(signal?: AbortSignal) {
  const { passkeys, accepted } = (await call(listPasskeys, {}, signal)).data;
  tellOfAccount(accepted);
  return passkeys;
}

export type Passkeys = ReturnType<typeof usePasskeys>;

/** The user's passkeys, for their card and as proofs. */
export function usePasskeys() {
  const { data: passkeys, ...loaded } = useLoaded(read);
  return { ...loaded, passkeys, hasUsable: passkeys?.some(({ isBlocked }) => !isBlocked) ?? false };
}
