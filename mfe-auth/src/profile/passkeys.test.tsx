import { listSessions, saveProfile, type z } from "@souffleur/contracts";
import {
  addPasskey,
  listPasskeys,
  type Passkey,
  type PasskeyCreation,
  removePasskey,
  renamePasskey,
  startPasskey,
  startPasskeyProof,
} from "@souffleur/contracts/passkeys";
import { setPasskeyFrom } from "@souffleur/shared-ui";
import { ok, refused, someUser } from "@souffleur/shared-ui/testing";
import { act, screen, waitFor, within } from "@testing-library/react";
import { accepted, api, open } from "../testing/page.ts";

const ada = someUser({ id: "ada", firstName: "Ada", lastName: "Person", email: "ada@acme.test" });
const passkey = (id: string, more: Partial<Passkey> = {}): Passkey => ({
  id,
  name: id,
  createdAt: "2026-11-20T10:00:00Z",
  isSynced: false,
  isBlocked: false,
  ...more,
});
const notCompleted = "The passkey request was cancelled or could not be completed. You can try again.";
const request = {
  challenge: "Y2hhbGxlbmdl",
  rpId: "localhost",
  timeout: 1,
  userVerification: "required",
} as const;
const creation: z.input<typeof PasskeyCreation> = {
  challenge: "Y2hhbGxlbmdl",
  rp: { id: "localhost", name: "Souffleur" },
  user: { id: "YWRh", name: "ada@acme.test", displayName: "Ada Person" },
  pubKeyCredParams: [],
  timeout: 1,
  attestation: "none",
  excludeCredentials: [],
  authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
};
let passkeys: Passkey[];

beforeEach(() => {
  passkeys = [
    passkey("Laptop", { lastUsedAt: "2026-11-26T10:00:00Z" }),
    passkey("Telephone", { isSynced: true }),
  ];
  api.on(listSessions, () => ok(listSessions, { data: { sessions: [] } }));
  api.on(listPasskeys, () =>
    ok(listPasskeys, { data: { passkeys, accepted: accepted(...passkeys.map(({ id }) => id)) } }),
  );
});
afterEach(() => {
  Reflect.deleteProperty(window, "PublicKeyCredential");
  Reflect.deleteProperty(navigator, "credentials");
});

const givePasskeys = (signals = {}) =>
  Object.defineProperty(window, "PublicKeyCredential", {
    value: Object.assign(class {}, signals),
    configurable: true,
  });
const openProfile = async () => {
  const app = await open("/profile", { as: ada });
  const card = within(await screen.findByRole("region", { name: "Passkeys" }));
  return { ...app, card };
};

test("passkeys are listed with their use, and a browser without them says so", async () => {
  passkeys.push(passkey("Copy", { isBlocked: true }));
  const { card } = await openProfile();
  const [laptop, telephone, copy] = await card.findAllByRole("listitem");
  expect(laptop).toHaveTextContent("LaptopLast used");
  expect(telephone).toHaveTextContent("TelephoneSyncedNot used yet");
  expect(copy).toHaveTextContent("CopyBlockedIt seems to have been copied and is no longer accepted.");
  expect(card.getByText(/^This browser has no passkeys/)).toBeVisible();
  expect(card.queryByRole("button", { name: "Add a passkey" })).toBeNull();
});

test("a passkey gets another name", async () => {
  api.on(renamePasskey, ({ body }) => {
    passkeys = [passkey("Laptop", { name: (body as { name: string }).name })];
    return ok(renamePasskey, { data: { passkey: passkeys[0] as Passkey } });
  });
  const { card, user } = await openProfile();
  const [laptop] = await card.findAllByRole("listitem");
  await user.click(within(laptop as HTMLElement).getByRole("button", { name: "Rename" }));
  const field = await screen.findByLabelText("Passkey name");
  await user.clear(field);
  await user.click(screen.getByRole("button", { name: "Rename passkey" }));
  expect(field).toHaveAccessibleDescription(expect.stringContaining("Passkey name is required"));
  await user.type(field, "Work{Enter}");
  await waitFor(() => expect(card.getByRole("listitem")).toHaveTextContent("Work"));
});

test("the removal says what it does, with its verb on the button; a refusal is shown", async () => {
  api.on(removePasskey, () => refused("INVALID_TRANSITION", "Your organization requires a passkey."));
  const { card, user } = await openProfile();
  const [laptop] = await card.findAllByRole("listitem");
  await user.click(within(laptop as HTMLElement).getByRole("button", { name: "Remove" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Remove Laptop?" }));
  await user.click(dialog.getByRole("button", { name: "Remove passkey" }));
  expect(await screen.findByText("Your organization requires a passkey.")).toBeVisible();
});

test("the device is told what the account has, and its name, when they are shown and after each change", async () => {
  const signalAllAcceptedCredentials = jest.fn(async () => {});
  const signalCurrentUserDetails = jest.fn(async () => Promise.reject(new TypeError("no authenticator")));
  givePasskeys({ signalAllAcceptedCredentials, signalCurrentUserDetails });
  api.on(removePasskey, () => {
    passkeys = passkeys.filter(({ id }) => id !== "Laptop");
    return ok(removePasskey, { message: "Passkey removed" });
  });
  api.on(saveProfile, () => ok(saveProfile, { data: { user: ada } }));
  const { card, user } = await openProfile();
  const [laptop] = await card.findAllByRole("listitem");
  const site = { rpId: "localhost", userId: "YWRh" };
  const both = { ...site, allAcceptedCredentialIds: ["Laptop", "Telephone"] };
  expect(signalAllAcceptedCredentials.mock.calls).toEqual([[both]]);
  const shown = { ...site, name: "ada@acme.test", displayName: "Ada Person" };
  expect(signalCurrentUserDetails.mock.calls).toEqual([[shown]]);
  await user.click(within(laptop as HTMLElement).getByRole("button", { name: "Remove" }));
  await user.click(await screen.findByRole("button", { name: "Remove passkey" }));
  await waitFor(() =>
    expect(signalAllAcceptedCredentials).toHaveBeenLastCalledWith({
      ...site,
      allAcceptedCredentialIds: ["Telephone"],
    }),
  );
  await user.type(screen.getByLabelText("First name"), "line");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(signalCurrentUserDetails).toHaveBeenCalledTimes(3));
});

test.each(["NotAllowedError", "ConstraintError", "NotSupportedError", "UnknownError"])(
  "an authenticator that makes no passkey (%s) is not blamed",
  async (name) => {
    givePasskeys();
    const create = jest.fn(async () => Promise.reject(new DOMException("no", name)));
    Object.defineProperty(navigator, "credentials", { value: { create }, configurable: true });
    api.on(startPasskey, () => ok(startPasskey, { data: { options: creation } }));
    const { card, user } = await openProfile();
    await user.click(await card.findByRole("button", { name: "Add a passkey" }));
    await user.type(await screen.findByLabelText("Passkey name"), "Laptop{Enter}");
    expect(await screen.findByText(notCompleted)).toBeVisible();
    expect(api.callsOf(addPasskey)).toHaveLength(0);
  },
);

test("a proof by passkey that is not completed leaves the password's field as it was", async () => {
  givePasskeys();
  const get = jest.fn(async () => Promise.reject(new DOMException("no", "NotAllowedError")));
  Object.defineProperty(navigator, "credentials", { value: { get }, configurable: true });
  api.on(renamePasskey, () => refused("PROOF_REQUIRED", ""));
  const options = { ...request, allowCredentials: [] };
  api.on(startPasskeyProof, () => ok(startPasskeyProof, { data: { options } }));
  const { card, user } = await openProfile();
  const [laptop] = await card.findAllByRole("listitem");
  await user.click(within(laptop as HTMLElement).getByRole("button", { name: "Rename" }));
  await user.type(await screen.findByLabelText("Passkey name"), "2{Enter}");
  const dialog = within(await screen.findByRole("dialog", { name: "Enter your password" }));
  await user.click(dialog.getByRole("button", { name: "Use a passkey instead" }));
  const text = await dialog.findByText(notCompleted);
  expect(text).toHaveAttribute("aria-live", "polite");
  expect(dialog.getByLabelText("Password")).toBeValid();
});

test("a session that lacks a demanded passkey shows only its adding, or its use", async () => {
  givePasskeys();
  const { card } = await openProfile();
  await card.findAllByRole("listitem");
  act(() => setPasskeyFrom("2026-01-01T00:00:00Z"));
  expect(await screen.findByRole("button", { name: "Use a passkey" })).toBeVisible();
  expect(screen.queryByRole("region", { name: "Sessions" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Add a passkey" })).toBeNull();
});

test("an account that needs its first passkey adds it", async () => {
  givePasskeys();
  passkeys = [];
  api.on(startPasskey, () => refused("INVALID_TRANSITION", "An account has at most 20 passkeys."));
  const { user } = await openProfile();
  act(() => setPasskeyFrom("2026-01-01T00:00:00Z"));
  await user.click(await screen.findByRole("button", { name: "Add a passkey" }));
  await user.type(await screen.findByLabelText("Passkey name"), "Laptop{Enter}");
  expect(await screen.findByText("An account has at most 20 passkeys.")).toBeVisible();
  expect(api.callsOf(addPasskey)).toHaveLength(0);
});
