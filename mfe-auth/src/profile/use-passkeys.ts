import { listPasskeys } from "@souffleur/contracts/passkeys";
import { call } from "@souffleur/shared-ui";
import { useLoaded } from "./use-loaded.ts";

const read = async (signal?: AbortSignal) => (await call(listPasskeys, {}, signal)).data.passkeys;

export type Passkeys = ReturnType<typeof usePasskeys>;

/** The user's passkeys, for their card and as proofs. */
export function usePasskeys() {
  const { data: passkeys, ...loaded } = useLoaded(read);
  return { ...loaded, passkeys, hasUsable: passkeys?.some(({ isBlocked }) => !isBlocked) ?? false };
}
