import type { AcceptedPasskeys } from "@souffleur/contracts/passkeys";
import { testPage } from "@souffleur/shared-ui/testing";
import remote from "../routes.tsx";

/** Importing this file starts and closes the tests' servers. */
export const { api, open, button } = testPage(remote);

/** What the device is told of an account with these passkeys. */
export const accepted = (...allAcceptedCredentialIds: string[]): AcceptedPasskeys => ({
  rpId: "localhost",
  userId: "YWRh",
  name: "ada@acme.test",
  displayName: "Ada Person",
  allAcceptedCredentialIds,
});

/** From here on the test advances the timers, also while it waits; network answers arrive by themselves. */
export function holdTimers(): void {
  jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] });
}

/** Sets a field's value as a password manager may, past React and without any event. */
export function putWithoutEvent(field: HTMLElement, value: string): void {
  const { prototype } = field instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
}
