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
import { failureText } from "../layout/failures.ts";
import { t } from "../texts/texts.ts";

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
  await call(proveByPasskey, { body: { answer: answer as never } });
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
  await enter(() => signInBy(() => request(signInByPasskey, { body })));
}

export const offersAutofill = browserSupportsWebAuthnAutofill;

/** Ends the request that is open, as when the page is left. */
export function stopAsking(): void {
  WebAuthnAbortService.cancelCeremony();
}

/** The text of a failure; undefined where the user has changed their mind. */
export function passkeyFailure(error: unknown): string | undefined {
  if (error instanceof RequestError || !(error instanceof Error)) return failureText(error);
  const code = error instanceof WebAuthnError ? error.code : undefined;
  if (code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED")
    return t("This device already has a passkey of your account.");
  if (error.name === "NotAllowedError" || error.name === "AbortError") return undefined;
  if (error.name === "SecurityError") return t("Passkeys don't work at this address.");
  return t("Your browser could not use a passkey. Please try again.");
}
