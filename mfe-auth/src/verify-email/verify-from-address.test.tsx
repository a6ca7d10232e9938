import { initiateVerification, limits, verifyCode, verifyEmail } from "@souffleur/contracts";
import { ok, type Reply, refused, renderApp, startApi } from "@souffleur/shared-ui/testing";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import remote from "../routes.tsx";

const attemptsKey = "souffleur.verification.attempts";

let api: Awaited<ReturnType<typeof startApi>>;
let stop = () => {};
beforeEach(async () => {
  api = await startApi();
  document.elementFromPoint ??= () => null;
});
afterEach(async () => {
  stop();
  jest.useRealTimers();
  document.getElementById("splash")?.remove();
  await api.close();
});

async function open(path: string, stored: Record<string, unknown> = {}) {
  const app = await renderApp(remote, { path, stored });
  stop = app.stop;
  return app;
}

const savedAttempts = () => JSON.parse(localStorage.getItem(attemptsKey) ?? "null");
const tooMany = () => refused("TOO_MANY_ATTEMPTS", "Too many failed attempts.");

test.each([
  ["its text", () => refused("CODE_EXPIRED", "Verification code has expired.")],
  ["its code alone", () => ({ status: 400, body: { code: "CODE_EXPIRED" } })],
  ["another server's text", () => ({ status: 410, body: { error: "Code expired" } })],
] satisfies [string, () => Reply][])(
  "an expired code from the address leads to the first step, by %s",
  async (_, answer) => {
    api.on(verifyCode, answer);
    const app = await open("/verify-email?code=123456&session=session-9");
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Verification code has expired. Please request a new one.",
    );
    expect(screen.getByRole("button", { name: "Send Code" })).toBeEnabled();
    expect(screen.getByRole("heading", { name: "Verify your email" })).toHaveFocus();
    expect(app.address()).toBe("/verify-email");
  },
);

test("a session without tries left blocks as five failed attempts do", async () => {
  api.on(verifyCode, tooMany);
  const app = await open("/verify-email?code=123456&session=burnt");
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Too many failed attempts. Please wait 15 minutes before trying again.",
  );
  expect(savedAttempts()).toMatchObject({ count: 5, blocked: true });
  await app.user.click(screen.getByRole("button", { name: "Request New Verification" }));
  await app.user.type(screen.getByLabelText("Email"), "camille@example.com");
  await app.user.click(screen.getByRole("button", { name: "Send Code" }));
  expect(await screen.findByText("Account temporarily blocked. Please wait 15 minutes.")).toBeVisible();
  expect(api.callsOf(initiateVerification)).toHaveLength(0);
});

test("a code that is typed is blocked by the server's refusal, too", async () => {
  api.on(verifyCode, tooMany);
  const app = await open("/verify-email?email=camille@example.com&method=code&session=burnt");
  fireEvent.change(screen.getByLabelText("Verification code"), { target: { value: "123456" } });
  await app.user.click(screen.getByRole("button", { name: "Verify" }));
  expect(
    await screen.findByText("Too many failed attempts. Please wait 15 minutes before trying again."),
  ).toBeVisible();
  await waitFor(() => expect(screen.getByRole("button", { name: "Verify" })).toBeEnabled());
  await app.user.click(screen.getByRole("button", { name: "Verify" }));
  expect(await screen.findByText("Account temporarily blocked. Please wait 15 minutes.")).toBeVisible();
  expect(api.callsOf(verifyCode)).toHaveLength(1);
});

test("too many requests of any other kind do not block", async () => {
  api.on(verifyCode, () => refused("RATE_LIMITED", "Too many requests."));
  await open("/verify-email?code=123456&session=session-9");
  expect(await screen.findByRole("alert")).toHaveTextContent("Too many requests.");
  expect(savedAttempts()).toBeNull();
});

test.each([
  ["that is over", { count: 5, lastAttempt: Date.now() - limits.verificationBlockMs, blocked: true }],
  ["from before the clock was set back", { count: 5, lastAttempt: Date.now() + 60 * 60_000, blocked: true }],
  ["that can't be read", { count: "many" }],
])("a record of attempts %s is removed when the page is opened", async (_, record) => {
  await open("/verify-email", { [attemptsKey]: record });
  expect(localStorage.getItem(attemptsKey)).toBeNull();
});

test("a record of attempts that counts is kept", async () => {
  const record = { count: 4, lastAttempt: Date.now() - 60_000, blocked: false };
  await open("/verify-email", { [attemptsKey]: record });
  expect(savedAttempts()).toEqual(record);
});

test("a mail that is requested too early shows the waiting time, and the form counts it down", async () => {
  api.on(initiateVerification, () => ({
    ...refused("RATE_LIMITED", "Too many requests. Please wait a moment and try again."),
    headers: { "Retry-After": "42" },
  }));
  const app = await open("/verify-email?email=camille@example.com");
  await app.user.click(screen.getByRole("button", { name: "Send Code" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    /^Please wait 42 seconds before asking for another email.$/,
  );
  expect(screen.getByRole("button", { name: /^Send in 4[012]s$/ })).toBeVisible();
});

test.each([
  ["the server's error", { error: "No mails today.", code: "OF_A_NEWER_SERVER" }, "No mails today."],
  ["a text of its own", { code: "INTERNAL" }, "Failed to send verification code."],
])("a mail that can't be requested shows %s", async (_, body, text) => {
  api.on(initiateVerification, () => ({ status: 500, body }));
  const app = await open("/verify-email?email=camille@example.com");
  await app.user.click(screen.getByRole("button", { name: "Send Code" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(text);
});

test("a success that the splash covers is there for its three seconds after it", async () => {
  jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] });
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

test("a text in place of the e-mail address is not shown as the recipient of a code", async () => {
  await open("/verify-email?email=Call%200800%20123%20456%20now&method=code&session=session-9");
  expect(screen.getByRole("heading", { name: "Verify your email" })).toBeVisible();
  expect(screen.queryByText(/Sent to/)).not.toBeInTheDocument();
});
