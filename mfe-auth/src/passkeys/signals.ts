import { type AcceptedPasskeys, listPasskeys } from "@souffleur/contracts/passkeys";
import { call } from "@souffleur/shared-ui";

type Signal = "signalAllAcceptedCredentials" | "signalCurrentUserDetails" | "signalUnknownCredential";
type Signals = Partial<Record<Signal, (options: object) => Promise<void>>>;

/** What authenticators can be told (Web Authentication, 5.1.10); browsers without it have none of this. */
const signals = () => (window as { PublicKeyCredential?: Signals }).PublicKeyCredential ?? {};

/** A hint: nobody waits for it, and an authenticator that can't follow it keeps what it has. */
function tell(signal: Signal, options: object): void {
  signals()
    [signal]?.(options)
    .catch(() => undefined);
}

/** Has the device forget what the account no longer has, and show its present name and address. */
export function tellOfAccount({
  rpId,
  userId,
  name,
  displayName,
  allAcceptedCredentialIds,
}: AcceptedPasskeys): void {
  tell("signalAllAcceptedCredentials", { rpId, userId, allAcceptedCredentialIds });
  tell("signalCurrentUserDetails", { rpId, userId, name, displayName });
}

/** Has the device forget a passkey that no account has. */
export function tellOfUnknown(rpId: string, credentialId: string): void {
  tell("signalUnknownCredential", { rpId, credentialId });
}

/** Tells the device after a sign-in what has changed elsewhere since the last one. */
export function tellOfOwnAccount(): void {
  if (signals().signalAllAcceptedCredentials === undefined) return;
  call(listPasskeys).then(
    ({ data }) => tellOfAccount(data.accepted),
    () => undefined,
  );
}
