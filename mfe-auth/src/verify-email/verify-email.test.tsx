import { initiateVerification, limits, verifyCode, verifyEmail } from "@souffleur/contracts";
import { ok, refused, renderApp, startApi } from "@souffleur/shared-ui/testing";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import remote from "../routes.tsx";

let api: Awaited<ReturnType<typeof startApi>>;
let stop = () => {};
beforeEach(async () => {
  api = await startApi();
  document.elementFromPoint ??= () => null;
});
afterEach(async () => {
  stop();
  jest.useRealTimers();
  await api.close();
});

async function open(path = "/verify-email", stored: Record<string, unknown> = {}) {
  const app = await renderApp(remote, { path, stored });
  stop = app.stop;
  return app;
}

/** From here on the test advances the timers, also while it waits; network answers arrive by themselves. */
function holdTimers() {
  jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] });
}

const sent = () => ok(initiateVerification, { data: { sessionId: "session-1" } });
const code = () => screen.getByLabelText("Verification code");
/** All at once, as a paste: the field's library looks after the caret by timers, which meet a slow typist's keys. */
const enter = (value: string) => fireEvent.change(code(), { target: { value } });
const wrong = () => refused("CODE_INVALID", "Invalid verification code.");

async function openCodeStep() {
  api.on(initiateVerification, sent);
  const app = await open("/verify-email?email=camille@example.com");
  await app.user.click(screen.getByRole("button", { name: "Send Code" }));
  await screen.findByText("Verification code sent! Please check your email.");
  return app;
}

test("the address is required and must be one", async () => {
  const app = await open();
  await app.user.click(screen.getByRole("button", { name: "Send Code" }));
  expect(screen.getByText("Email is required")).toBeVisible();
  expect(screen.getByLabelText("Email")).toHaveFocus();
  await app.user.type(screen.getByLabelText("Email"), "camille");
  await app.user.click(screen.getByRole("button", { name: "Send Code" }));
  expect(screen.getByText("Please enter a valid email address")).toBeVisible();
  expect(api.calls).toHaveLength(0);
});

test("a code is sent, then requested; the cooldown counts down and survives a reload", async () => {
  const app = await openCodeStep();
  expect(api.callsOf(initiateVerification)[0]?.body).toEqual({
    email: "camille@example.com",
    method: "code",
  });
  expect(code()).toBeVisible();
  expect(screen.getByRole("button", { name: /^Resend in \d\ds$/ })).toHaveAttribute("aria-disabled", "true");
  await app.user.click(screen.getByRole("button", { name: "Back" }));
  expect(screen.getByRole("button", { name: /^Send in \d\ds$/ })).toHaveAttribute("aria-disabled", "true");
  expect(Number(localStorage.getItem("souffleur.verification.cooldown"))).toBeGreaterThan(
    Date.now() + 50_000,
  );
});

test("a complete code is sent automatically after half a second, and success leads to the sign-in page", async () => {
  holdTimers();
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  api.on(verifyCode, async () => {
    await answered;
    return ok(verifyCode, {});
  });
  const app = await openCodeStep();
  expect(code()).toHaveFocus();
  enter("123459");
  await act(() => jest.advanceTimersByTimeAsync(limits.codeAutoSubmitMs - 1));
  // Corrected at the last moment: the half second restarts.
  enter("123456");
  await act(() => jest.advanceTimersByTimeAsync(limits.codeAutoSubmitMs - 1));
  expect(screen.getByRole("button", { name: "Verify" })).not.toHaveAttribute("aria-disabled");
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(screen.getByRole("button", { name: "Verify" })).toHaveAttribute("aria-disabled", "true");
  answer();
  expect(await screen.findByText("Email verified successfully! You can now sign in.")).toBeVisible();
  expect(api.callsOf(verifyCode).map(({ body }) => body)).toEqual([
    { code: "123456", sessionId: "session-1" },
  ]);
  const message = encodeURIComponent("Email verified successfully! You can now sign in.");
  await waitFor(() => expect(app.address()).toBe(`/login?message=${message}`));
});

test("the code field accepts digits only, at most six", async () => {
  const app = await openCodeStep();
  await app.user.type(code(), "12a3");
  expect(code()).toHaveValue("123");
  await app.user.click(screen.getByRole("button", { name: "Verify" }));
  expect(screen.getByText("Please enter a valid 6-digit code")).toBeVisible();
  expect(code()).toHaveFocus();
  await app.user.clear(code());
  await app.user.click(screen.getByRole("button", { name: "Verify" }));
  expect(screen.getByText("Verification code is required")).toBeVisible();
});

test("a wrong code is shown and counted; the fifth blocks, and a further attempt is refused here", async () => {
  api.on(verifyCode, wrong);
  const app = await openCodeStep();
  enter("000000");
  expect(await screen.findByText("Invalid verification code. Please check and try again.")).toBeVisible();
  expect(code()).toHaveAttribute("aria-invalid", "true");
  expect(screen.getByText(/^Sent to/)).toHaveTextContent("Sent to camille@example.com");
  // The next code is typed over the whole of this one.
  await waitFor(() => expect(code()).toMatchObject({ selectionStart: 0, selectionEnd: 6 }));
  for (let attempt = 2; attempt <= 5; attempt++) {
    // A code that is typed again is sent automatically; the same code by Verify.
    if (attempt === 2) {
      enter("00000");
      expect(code()).toHaveAttribute("aria-invalid", "false");
      enter("000000");
    } else await app.user.click(screen.getByRole("button", { name: "Verify" }));
    await waitFor(() => expect(api.callsOf(verifyCode)).toHaveLength(attempt));
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Verify" })).not.toHaveAttribute("aria-disabled"),
    );
  }
  expect(
    await screen.findByText("Too many failed attempts. Please wait 15 minutes before trying again."),
  ).toBeVisible();
  await app.user.click(screen.getByRole("button", { name: "Verify" }));
  expect(await screen.findByText("Account temporarily blocked. Please wait 15 minutes.")).toBeVisible();
  expect(api.callsOf(verifyCode)).toHaveLength(5);
  const record = JSON.parse(localStorage.getItem("souffleur.verification.attempts") ?? "{}");
  expect(record).toMatchObject({ count: 5, blocked: true });
});

test("an expired code leads back to the first step", async () => {
  api.on(verifyCode, () => refused("CODE_EXPIRED", "Verification code has expired."));
  await openCodeStep();
  enter("123456");
  expect(await screen.findByText("Verification code has expired. Please request a new one.")).toBeVisible();
  expect(screen.getByLabelText("Email")).toHaveValue("camille@example.com");
});

test("a code that can't be checked because of the network is shown and does not count", async () => {
  await openCodeStep();
  await api.close();
  enter("123456");
  expect(
    await screen.findByText("Failed to verify code. Please check your connection and try again."),
  ).toBeVisible();
  expect(localStorage.getItem("souffleur.verification.attempts")).toBeNull();
  api = await startApi();
});

test("a new code is sent after the cooldown, and the old one is not tried on it", async () => {
  holdTimers();
  api.on(verifyCode, wrong);
  const app = await openCodeStep();
  enter("000000");
  await screen.findByText("Invalid verification code. Please check and try again.");
  await act(() => jest.advanceTimersByTimeAsync(limits.resendCooldownSeconds * 1000));
  api.on(initiateVerification, () => ok(initiateVerification, { data: { sessionId: "session-2" } }));
  await app.user.click(screen.getByRole("button", { name: "Resend Code" }));
  expect(await screen.findByText("New verification code sent!")).toBeVisible();
  expect(code()).toHaveValue("");
  expect(code()).toHaveFocus();
  await act(() => jest.advanceTimersByTimeAsync(limits.codeAutoSubmitMs));
  expect(api.callsOf(verifyCode)).toHaveLength(1);
});

test("a link is sent where a link is requested", async () => {
  api.on(initiateVerification, sent);
  const app = await open("/verify-email?method=link&email=camille@example.com");
  await app.user.click(screen.getByRole("button", { name: "Send Link" }));
  await waitFor(() => expect(api.callsOf(initiateVerification)[0]?.body).toMatchObject({ method: "link" }));
  expect(await screen.findByRole("status")).toHaveTextContent(
    "Verification link sent! Please check your email.",
  );
});

test("from the code one can switch to the link", async () => {
  const app = await openCodeStep();
  await app.user.click(screen.getByRole("button", { name: "Use secure link instead" }));
  expect(screen.getByRole("radio", { name: "Secure link" })).toBeChecked();
});

test("a mail that can't be sent shows the server's words", async () => {
  api.on(initiateVerification, () => refused("RATE_LIMITED", "Please wait 30 seconds before asking again."));
  const app = await open("/verify-email?email=camille@example.com");
  await app.user.click(screen.getByRole("button", { name: "Send Code" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Please wait 30 seconds before asking again.");
});

test("a token in the address is verified at once, once, and leaves the address", async () => {
  api.on(verifyEmail, () => ok(verifyEmail, {}));
  const app = await open("/verify-email?token=secret");
  expect(await screen.findByText("Email verified successfully! You can now sign in.")).toBeVisible();
  expect(api.callsOf(verifyEmail).map(({ body }) => body)).toEqual([{ token: "secret" }]);
  expect(app.address()).toBe("/verify-email");
});

test("a link that fails offers a new verification and the way back", async () => {
  api.on(verifyEmail, () => refused("LINK_EXPIRED", "This link has expired."));
  const app = await open("/verify-email?token=old");
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Email verification failed. The link may be expired or invalid.",
  );
  await app.user.click(screen.getByRole("button", { name: "Request New Verification" }));
  expect(screen.getByRole("button", { name: "Send Code" })).toBeVisible();
});

test("a code with its session in the address is verified at once", async () => {
  api.on(verifyCode, wrong);
  const app = await open("/verify-email?code=123456&session=session-9");
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Invalid verification code. Please check and try again.",
  );
  expect(api.callsOf(verifyCode)[0]?.body).toEqual({ code: "123456", sessionId: "session-9" });
  await app.user.click(screen.getByRole("button", { name: "Back to Login" }));
  expect(app.address()).toBe("/login");
});

test("a success clears the failed attempts", async () => {
  api.on(verifyCode, wrong);
  const app = await openCodeStep();
  enter("000000");
  await screen.findByText("Invalid verification code. Please check and try again.");
  expect(localStorage.getItem("souffleur.verification.attempts")).not.toBeNull();
  api.on(verifyCode, () => ok(verifyCode, {}));
  await app.user.click(screen.getByRole("button", { name: "Verify" }));
  await screen.findByText("Email verified successfully! You can now sign in.");
  expect(localStorage.getItem("souffleur.verification.attempts")).toBeNull();
});

describe("a page that is reloaded", () => {
  const blocked = (minutesAgo: number) => ({
    "souffleur.verification.attempts": {
      count: 5,
      lastAttempt: Date.now() - minutesAgo * 60_000,
      blocked: true,
    },
  });

  test("is where it was, with the code that was sent", async () => {
    const app = await openCodeStep();
    const address = "/verify-email?email=camille%40example.com&method=code&session=session-1";
    await waitFor(() => expect(app.address()).toBe(address));
    stop();
    app.unmount();
    api.on(verifyCode, () => ok(verifyCode, {}));
    await open(address);
    expect(screen.getByText("camille@example.com")).toBeVisible();
    enter("123456");
    await screen.findByText("Email verified successfully! You can now sign in.");
    expect(api.callsOf(verifyCode)[0]?.body).toEqual({ code: "123456", sessionId: "session-1" });
  });

  test("forgets the session after Back", async () => {
    const app = await openCodeStep();
    await app.user.click(screen.getByRole("button", { name: "Back" }));
    await waitFor(() => expect(app.address()).toBe("/verify-email"));
    expect(screen.getByLabelText("Email")).toHaveValue("camille@example.com");
    expect(screen.getByRole("heading", { name: "Verify your email" })).toHaveFocus();
  });

  test("still counts down", async () => {
    await open("/verify-email", { "souffleur.verification.cooldown": Date.now() + 60_000 });
    expect(screen.getByRole("button", { name: /^Send in \d\ds$/ })).toHaveAttribute("aria-disabled", "true");
  });

  test("counts down with the tab in which the mail was sent", async () => {
    await open();
    expect(screen.getByRole("button", { name: "Send Code" })).not.toHaveAttribute("aria-disabled");
    const key = "souffleur.verification.cooldown";
    localStorage.setItem(key, String(Date.now() + 60_000));
    act(() => void window.dispatchEvent(new StorageEvent("storage", { key })));
    expect(screen.getByRole("button", { name: /^Send in \d\ds$/ })).toHaveAttribute("aria-disabled", "true");
  });

  test("still blocks", async () => {
    const app = await open("/verify-email?email=camille@example.com", blocked(14));
    await app.user.click(screen.getByRole("button", { name: "Send Code" }));
    expect(await screen.findByText("Account temporarily blocked. Please wait 15 minutes.")).toBeVisible();
    expect(api.calls).toHaveLength(0);
  });

  test("blocks no longer when 15 minutes are over", async () => {
    api.on(initiateVerification, sent);
    const app = await open("/verify-email?email=camille@example.com", blocked(15));
    await app.user.click(screen.getByRole("button", { name: "Send Code" }));
    expect(await screen.findByText("Verification code sent! Please check your email.")).toBeVisible();
  });

  test("shows the block where the address has a code", async () => {
    await open("/verify-email?code=123456&session=session-9", blocked(1));
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Account temporarily blocked. Please wait 15 minutes.",
    );
    expect(screen.getByRole("button", { name: "Request New Verification" })).toBeVisible();
    expect(api.calls).toHaveLength(0);
  });
});

test("a success disappears after 5 seconds", async () => {
  holdTimers();
  await open("/verify-email?message=Look%20into%20your%20mailbox");
  await act(() => jest.advanceTimersByTimeAsync(4999));
  expect(screen.getByText("Look into your mailbox")).toBeVisible();
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(screen.queryByText("Look into your mailbox")).not.toBeInTheDocument();
});

test("a link that can't be checked because of the network is shown as an error", async () => {
  await api.close();
  await open("/verify-email?token=secret");
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Failed to verify email. Please check your connection and try again.",
  );
  api = await startApi();
});
