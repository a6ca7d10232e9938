import { initiateVerification, limits, verifyCode, verifyEmail } from "@souffleur/contracts";
import { ok, refused } from "@souffleur/shared-ui/testing";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { api, button, holdTimers, open } from "../testing/page.ts";

const attemptsKey = "souffleur.verification.attempts";

const savedAttempts = () => JSON.parse(localStorage.getItem(attemptsKey) ?? "null");
const tooMany = () => refused("TOO_MANY_ATTEMPTS", "Too many failed attempts.");

test.each([
  ["code", { code: "CODE_EXPIRED" }],
  ["text", { error: "Code expired" }],
])("an expired code from the address, recognized by the %s, leads to the first step", async (_, body) => {
  api.on(verifyCode, () => ({ status: 400, body }));
  const app = await open("/verify-email?code=123456&session=session-9");
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Verification code has expired. Please request a new one.",
  );
  expect(button("Send Code")).toBeEnabled();
  expect(screen.getByRole("heading", { name: "Verify your email" })).toHaveFocus();
  expect(app.address()).toBe("/verify-email");
});

test("a session without attempts left blocks like five failed attempts", async () => {
  api.on(verifyCode, tooMany);
  const app = await open("/verify-email?code=123456&session=burnt");
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Too many failed attempts. Please wait 15 minutes before trying again.",
  );
  expect(savedAttempts()).toMatchObject({ count: 5, blocked: true });
  await app.user.click(button("Request New Verification"));
  await app.user.type(screen.getByLabelText("Email"), "camille@example.com");
  await app.user.click(button("Send Code"));
  expect(await screen.findByText("Account temporarily blocked. Please wait 15 minutes.")).toBeVisible();
  expect(api.callsOf(initiateVerification)).toHaveLength(0);
});

test("a typed code is blocked by the same refusal", async () => {
  api.on(verifyCode, tooMany);
  const app = await open("/verify-email?email=camille@example.com&method=code&session=burnt");
  fireEvent.change(screen.getByLabelText("Verification code"), { target: { value: "123456" } });
  await app.user.click(button("Verify"));
  expect(
    await screen.findByText("Too many failed attempts. Please wait 15 minutes before trying again."),
  ).toBeVisible();
  await waitFor(() => expect(button("Verify")).toBeEnabled());
  await app.user.click(button("Verify"));
  expect(await screen.findByText("Account temporarily blocked. Please wait 15 minutes.")).toBeVisible();
  expect(api.callsOf(verifyCode)).toHaveLength(1);
});

test.each([
  ["that has expired", { count: 5, lastAttempt: Date.now() - limits.verificationBlockMs, blocked: true }],
  [
    "in the future, from before the clock was set back,",
    { count: 5, lastAttempt: Date.now() + 60 * 60_000, blocked: true },
  ],
  ["that is invalid", { count: "many" }],
])("a record of attempts %s is removed when the page opens", async (_, record) => {
  await open("/verify-email", { stored: { [attemptsKey]: record } });
  expect(localStorage.getItem(attemptsKey)).toBeNull();
});

test("a valid record of attempts is kept", async () => {
  const record = { count: 4, lastAttempt: Date.now() - 60_000, blocked: false };
  await open("/verify-email", { stored: { [attemptsKey]: record } });
  expect(savedAttempts()).toEqual(record);
});

test("a mail requested too early shows the server's text, and the button's label stays", async () => {
  const wait = "Encore 42 secondes, s'il vous plaît.";
  api.on(initiateVerification, () => ({
    ...refused("RATE_LIMITED", wait),
    headers: { "Retry-After": "42" },
  }));
  const app = await open("/verify-email?email=camille@example.com");
  await app.user.click(button("Send Code"));
  expect(await screen.findByRole("alert")).toHaveTextContent(wait);
  expect(button("Send Code")).toBeEnabled();
});

test.each([
  ["a refusal", { status: 400, body: { success: false, error: "No such link", code: "LINK_INVALID" } }, 5],
  ["a refusal of another server", { status: 200, body: { success: false } }, 5],
  ["a fault of the server", { status: 503, body: { success: false, error: "Invalid state" } }, 4],
  ["a full bucket", { status: 429, body: { success: false, error: "Slow", code: "RATE_LIMITED" } }, 4],
  ["an answer that can't be read", { status: 200, body: "<html>" }, 4],
])("the link's answer counts as a failed attempt where it is a refusal: %s", async (_, answer, count) => {
  api.on(verifyEmail, () => answer);
  const record = { count: 4, lastAttempt: Date.now(), blocked: false };
  await open("/verify-email?token=abc", { stored: { [attemptsKey]: record } });
  const text =
    count === 5
      ? "Too many failed attempts. Please wait 15 minutes before trying again."
      : /Email verification failed|Failed to verify email/;
  expect(await screen.findByText(text)).toBeVisible();
  expect(savedAttempts()).toMatchObject({ count, blocked: count === 5 });
});

test.each([
  [400, "CODE_EXPIRED", "The code has expired.", 1],
  [409, "OF_A_NEWER_SERVER", "Already used.", 1],
  [422, undefined, "", 1],
  [500, "INTERNAL", "Invalid state", 0],
  [502, undefined, "Bad gateway: invalid response", 0],
])("a code that is answered with %s %s counts %#", async (status, code, error, count) => {
  api.on(verifyCode, () => ({ status, body: { success: false, code, error } }));
  await open("/verify-email?code=123456&session=s-1");
  await waitFor(() => expect(screen.queryByText(/^Verifying/)).not.toBeInTheDocument());
  expect(savedAttempts()?.count ?? 0).toBe(count);
});

test("the three seconds of a success start when the splash is gone", async () => {
  holdTimers();
  const splash = document.createElement("div");
  splash.id = "splash";
  document.body.append(splash);
  api.on(verifyEmail, () => ok(verifyEmail, {}));
  const app = await open("/verify-email?token=secret");
  const verified = await screen.findByText("Email verified successfully! You can now sign in.");
  await act(() => jest.advanceTimersByTimeAsync(10_000));
  expect(app.address()).toBe("/verify-email");
  await act(async () => splash.remove());
  await act(() => jest.advanceTimersByTimeAsync(limits.successRedirectMs - 1));
  expect(verified).toBeVisible();
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(app.address()).toMatch(/^\/login\?message=/);
});

test("an invalid email address in the address is not shown as the recipient of a code", async () => {
  await open("/verify-email?email=Call%200800%20123%20456%20now&method=code&session=session-9");
  expect(screen.getByRole("heading", { name: "Verify your email" })).toBeVisible();
  expect(screen.queryByText(/Sent to/)).not.toBeInTheDocument();
});
