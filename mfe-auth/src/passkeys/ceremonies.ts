import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from "@simplewebauthn/browser";
import {
  addPasskey,
  proveByPasskey,
  signInByPasskey,
  startPasskey,
  startPasskeyProof,
  startPasskeySignIn,
} from "@souffleur/contracts/passkeys";
import { call, RequestError, request, setPasskeyFrom, signInBy } from "@souffleur/shared-ui";
import type { PageNotice } from "../layout/address-notices.ts";
import { failureText } from "../layout/failures.ts";
import { t } from "../texts/texts.ts";
import { tellOfOwnAccount, tellOfUnknown } from "./signals.ts";

// Everything that talks to the browser's authenticators; only lazy chunks import it.

/** @throws RequestError, or what the browser throws: `passkeyFailure` has the text */
export async function createPasskey(name: string): Promise<void> {
  const { data } = await call(startPasskey);
  const answer = await startRegistration({ optionsJSON: data.options });
  await call(addPasskey, { body: { name, answer: answer as never } });
  setPasskeyFrom(undefined);
}

/** Proves with a passkey who the user is. @throws as `createPasskey` */
export async function proveWithPasskey(): Promise<void> {
  const { data } = await call(startPasskeyProof);
  const answer = await startAuthentication({ optionsJSON: data.options });
  await whileKnown(data.options.rpId, answer.id, () =>
    call(proveByPasskey, { body: { answer: answer as never } }),
  );
  setPasskeyFrom(undefined);
}

/**
 * Asks for a passkey and signs in with it.
 * @param autofill whether the browser offers passkeys in the address field, for as long as that takes
 * @param signal of an offer that may be gone before it has a challenge: it must not end what was begun since
 * @param enter runs the sign-in once a passkey was chosen
 * @throws what the browser throws
 */
export async function signInWithPasskey({
  autofill,
  signal,
  rememberMe,
  enter,
}: {
  autofill: boolean;
  signal?: AbortSignal;
  rememberMe: () => boolean;
  enter: (open: () => Promise<void>) => Promise<void>;
}): Promise<void> {
  const { data } = await request(startPasskeySignIn, {}, { signal });
  signal?.throwIfAborted();
  const answer = await startAuthentication({ optionsJSON: data.options, useBrowserAutofill: autofill });
  const body = { answer: answer as never, rememberMe: rememberMe() };
  await enter(async () => {
    const send = () => request(signInByPasskey, { body });
    await signInBy(() => whileKnown(data.options.rpId, answer.id, send));
    tellOfOwnAccount();
  });
}

/** Sends the use of a passkey; the device forgets one that no account has any more. */
async function whileKnown<Answer>(rpId: string, id: string, send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof RequestError && error.code === "PASSKEY_UNKNOWN") tellOfUnknown(rpId, id);
    throw error;
  }
}

export const offersAutofill = browserSupportsWebAuthnAutofill;

/** Ends the request that is open, as when the page is left. */
export function stopAsking(): void {
  WebAuthnAbortService.cancelCeremony();
}

/**
 * What is shown of a failure; undefined where the page has ended the request. Browsers do not say whether somebody has changed
 * their mind, the time was over, the finger unknown or the authenticator full: so nothing is blamed.
 */
export function passkeyFailure(error: unknown): PageNotice | undefined {
  if (error instanceof RequestError || !(error instanceof Error))
    return { kind: "error", text: failureText(error) };
  const code = error instanceof WebAuthnError ? error.code : undefined;
  if (code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED")
    return { kind: "error", text: t("This device already has a passkey of your account.") };
  if (error.name === "AbortError") return undefined;
  if (error.name === "SecurityError")
    return { kind: "error", text: t("Passkeys don't work at this address.") };
  const text = t("The passkey request was cancelled or could not be completed. You can try again.");
  return { kind: "info", text };
}
