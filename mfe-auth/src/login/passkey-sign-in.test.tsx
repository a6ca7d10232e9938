import { listPasskeys, signInByPasskey, startPasskeySignIn } from "@souffleur/contracts/passkeys";
import { request } from "@souffleur/shared-ui";
import { deferred, ok, refused, someUser, tokenFor } from "@souffleur/shared-ui/testing";
import { act, screen, waitFor } from "@testing-library/react";
import { accepted, api, button, open } from "../testing/page.ts";

const user = someUser();
const options = {
  challenge: "Y2hhbGxlbmdl",
  rpId: "localhost",
  timeout: 300_000,
  userVerification: "required" as const,
  allowCredentials: [],
};
const bytes = new TextEncoder().encode("signed").buffer;
/** What a browser answers once its user has confirmed. */
const credential = {
  id: "cGFzc2tleQ",
  rawId: bytes,
  type: "public-key",
  response: { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: null },
  getClientExtensionResults: () => ({}),
};
let get: jest.Mock;

beforeEach(() => {
  get = jest.fn(async () => credential);
  // A browser with passkeys that does not offer them in the field.
  Object.defineProperty(window, "PublicKeyCredential", { value: class {}, configurable: true });
  Object.defineProperty(navigator, "credentials", { value: { get }, configurable: true });
  api.on(startPasskeySignIn, () => ok(startPasskeySignIn, { data: { options } }));
});
afterEach(() => {
  Reflect.deleteProperty(window, "PublicKeyCredential");
  Reflect.deleteProperty(navigator, "credentials");
});

const giveBrowser = (methods: Record<string, () => Promise<unknown>>) =>
  Object.defineProperty(window, "PublicKeyCredential", {
    value: Object.assign(class {}, methods),
    configurable: true,
  });
/** A browser that offers passkeys in the address field. */
const offerInField = () => giveBrowser({ isConditionalMediationAvailable: async () => true });

async function press() {
  const app = await open("/login");
  await app.user.click(await screen.findByRole("button", { name: "Use a passkey" }));
  return app;
}

test("a browser without passkeys has no button for them", async () => {
  Reflect.deleteProperty(window, "PublicKeyCredential");
  await open("/login");
  expect(button("Sign In")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Use a passkey" })).toBeNull();
  expect(api.callsOf(startPasskeySignIn)).toHaveLength(0);
});

test("the button signs in with a passkey, without an address and as Remember me says", async () => {
  api.on(signInByPasskey, () =>
    ok(signInByPasskey, { data: { accessToken: tokenFor(user), user, organization: null } }),
  );
  const app = await open("/login");
  await app.user.click(screen.getByLabelText("Remember me"));
  await app.user.click(await screen.findByRole("button", { name: "Use a passkey" }));
  expect(await screen.findByText("Login successful! Redirecting...")).toBeVisible();
  const [asked] = get.mock.calls[0] as [{ publicKey: { rpId: string; userVerification: string } }];
  expect(asked.publicKey).toMatchObject({ rpId: "localhost", userVerification: "required" });
  expect(api.callsOf(signInByPasskey).map(({ body }) => body)).toMatchObject([
    { answer: { id: credential.id, type: "public-key" }, rememberMe: true },
  ]);
});

test("a user who changes their mind is told one neutral sentence, and can press again", async () => {
  get.mockRejectedValueOnce(new DOMException("no", "NotAllowedError"));
  api.on(signInByPasskey, () => refused("PASSKEY_INVALID", "This passkey was not accepted."));
  const app = await press();
  const text = "The passkey request was cancelled or could not be completed. You can try again.";
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByRole("status")).toHaveTextContent(text);
  expect(api.callsOf(signInByPasskey)).toHaveLength(0);
  await app.user.click(button("Use a passkey"));
  expect(await screen.findByText("This passkey was not accepted.")).toBeVisible();
  expect(api.callsOf(signInByPasskey)).toHaveLength(1);
});

test("the device forgets a passkey that no account has, and no other that is refused", async () => {
  const signalUnknownCredential = jest.fn(async () => {});
  giveBrowser({ signalUnknownCredential });
  api.on(signInByPasskey, () => refused("PASSKEY_INVALID", "This passkey was not accepted."));
  const app = await press();
  expect(await screen.findByText("This passkey was not accepted.")).toBeVisible();
  expect(signalUnknownCredential).not.toHaveBeenCalled();
  api.on(signInByPasskey, () => refused("PASSKEY_UNKNOWN", "This passkey is no longer known."));
  await app.user.click(button("Use a passkey"));
  expect(await screen.findByText("This passkey is no longer known.")).toBeVisible();
  expect(signalUnknownCredential.mock.calls).toEqual([[{ rpId: "localhost", credentialId: credential.id }]]);
});

test("a sign-in tells the device what the account has", async () => {
  const signalAllAcceptedCredentials = jest.fn(async () => {});
  giveBrowser({ signalAllAcceptedCredentials });
  api.on(signInByPasskey, () =>
    ok(signInByPasskey, { data: { accessToken: tokenFor(user), user, organization: null } }),
  );
  api.on(listPasskeys, () => ok(listPasskeys, { data: { passkeys: [], accepted: accepted("one") } }));
  await press();
  await waitFor(() =>
    expect(signalAllAcceptedCredentials.mock.calls).toEqual([
      [{ rpId: "localhost", userId: "YWRh", allAcceptedCredentialIds: ["one"] }],
    ]),
  );
});

test("a server that offers no challenge is told, and the browser asks for nothing", async () => {
  api.on(startPasskeySignIn, () => refused("RATE_LIMITED", "Too many requests."));
  await press();
  expect(await screen.findByText("Too many requests.")).toBeVisible();
  expect(get).not.toHaveBeenCalled();
});

test("a passkey that the field offers is refused with its text, and not offered again", async () => {
  api.on(signInByPasskey, () => refused("PASSKEY_INVALID", "This passkey was not accepted."));
  offerInField();
  await open("/login");
  expect(await screen.findByText("This passkey was not accepted.")).toBeVisible();
  await waitFor(() => expect(button("Use a passkey")).not.toHaveAttribute("aria-disabled"));
  // Answered after the challenge of another offer.
  await act(() => request(startPasskeySignIn));
  expect(get).toHaveBeenCalledTimes(1);
});

test("an offer of the field that gets its challenge late does not end what the button has begun", async () => {
  const late = deferred();
  let challenges = 0;
  api.on(startPasskeySignIn, async () => {
    challenges += 1;
    if (challenges === 1) await late.promise;
    return ok(startPasskeySignIn, { data: { options } });
  });
  get.mockReturnValue(new Promise(() => undefined));
  offerInField();
  const app = await open("/login");
  await waitFor(() => expect(challenges).toBe(1));
  await app.user.click(await screen.findByRole("button", { name: "Use a passkey" }));
  await waitFor(() => expect(get).toHaveBeenCalledTimes(1));
  const [{ mediation, signal }] = get.mock.calls[0] as [{ mediation?: string; signal: AbortSignal }];
  expect(mediation).toBeUndefined();
  late.resolve();
  // Answered after the late challenge.
  await act(() => request(startPasskeySignIn));
  expect(signal.aborted).toBe(false);
  expect(get).toHaveBeenCalledTimes(1);
});
