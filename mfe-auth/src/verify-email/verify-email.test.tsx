import { initiateVerification, limits, verifyCode, verifyEmail } from "@souffleur/contracts";
import { deferred, ok, refused } from "@souffleur/shared-ui/testing";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { api, button, holdTimers, open, putWithoutEvent } from "../testing/page.ts";

const sent = () => ok(initiateVerification, { data: { sessionId: "session-1" } });
const code = () => screen.getByLabelText("Verification code");
/** At once, like a paste. */
const enter = (value: string) => fireEvent.change(code(), { target: { value } });
const wrong = () => refused("CODE_INVALID", "Invalid verification code.");

async function openCodeStep() {
  api.on(initiateVerification, sent);
  const app = await open("/verify-email?email=camille@example.com");
  await app.user.click(button("Send Code"));
  await screen.findByText("Verification code sent! Please check your email.");
  return app;
}

test("the email address is required and must be valid", async () => {
  const app = await open("/verify-email");
  await app.user.click(button("Send Code"));
  expect(screen.getByText("Email is required")).toBeVisible();
  expect(screen.getByLabelText("Email")).toHaveFocus();
  await app.user.type(screen.getByLabelText("Email"), "camille");
  await app.user.click(button("Send Code"));
  expect(screen.getByText("Please enter a valid email address")).toBeVisible();
  expect(api.calls).toHaveLength(0);
});

test("a code is mailed, then asked for; both steps show the cooldown, which is stored", async () => {
  const app = await openCodeStep();
  expect(api.callsOf(initiateVerification)[0]?.body).toEqual({
    email: "camille@example.com",
    method: "code",
  });
  expect(code()).toBeVisible();
  expect(button(/^Resend in \d\ds$/)).toHaveAttribute("aria-disabled", "true");
  await app.user.click(button("Back"));
  expect(button(/^Send in \d\ds$/)).toHaveAttribute("aria-disabled", "true");
  expect(Number(localStorage.getItem("souffleur.verification.cooldown"))).toBeGreaterThan(
    Date.now() + 50_000,
  );
});

test("a complete code is sent automatically after half a second, and success leads to the sign-in page", async () => {
  holdTimers();
  const answer = deferred();
  api.on(verifyCode, async () => {
    await answer.promise;
    return ok(verifyCode, {});
  });
  const app = await openCodeStep();
  expect(code()).toHaveFocus();
  enter("123459");
  await act(() => jest.advanceTimersByTimeAsync(limits.codeAutoSubmitMs - 1));
  // Corrected at the last moment: the half second restarts.
  enter("123456");
  await act(() => jest.advanceTimersByTimeAsync(limits.codeAutoSubmitMs - 1));
  expect(button("Verify")).not.toHaveAttribute("aria-disabled");
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(button("Verify")).toHaveAttribute("aria-disabled", "true");
  answer.resolve();
  expect(await screen.findByText("Email verified successfully! You can now sign in.")).toBeVisible();
  expect(screen.getByRole("listitem", { current: "step" })).toHaveTextContent(/^2Approval/);
  expect(api.callsOf(verifyCode).map(({ body }) => body)).toEqual([
    { code: "123456", sessionId: "session-1" },
  ]);
  const message = encodeURIComponent("Email verified successfully! You can now sign in.");
  await waitFor(() => expect(app.address()).toBe(`/login?message=${message}`));
});

test("the code is read from what is inserted, whatever that has around it", async () => {
  api.answer(verifyCode, () => ({}));
  await openCodeStep();
  for (const inserted of [
    ...[
      "123 456",
      "123\u00a0456",
      "123\u202f456\n",
      "123-456",
      "123‑456",
      "Code: 123456.",
      "\u200b123456\ufeff",
    ],
    ...["١٢٣٤٥٦", "۱۲۳ ۴۵۶", "１２３４５６", "१२३४५६", "𝟙𝟚𝟛𝟜𝟝𝟞", "1234567"],
  ]) {
    enter("");
    enter(inserted);
    expect(code()).toHaveValue("123456");
  }
  await screen.findByText("Email verified successfully! You can now sign in.");
  expect(api.callsOf(verifyCode).map(({ body }) => body)).toMatchObject([{ code: "123456" }]);
});

test("a code and an address that were put in without an event are sent, whatever is drawn meanwhile", async () => {
  holdTimers();
  api.on(initiateVerification, sent);
  api.answer(verifyCode, () => ({}));
  const app = await open("/verify-email");
  putWithoutEvent(screen.getByLabelText("Email"), "camille@example.com");
  await app.user.click(screen.getByRole("radio", { name: "Secure link" }));
  await app.user.click(screen.getByRole("radio", { name: "6-digit code" }));
  await app.user.click(button("Send Code"));
  await screen.findByText("Verification code sent! Please check your email.");
  putWithoutEvent(code(), "123 456");
  // The countdown goes on.
  await act(() => jest.advanceTimersByTimeAsync(2000));
  await app.user.click(button("Verify"));
  await screen.findByText("Email verified successfully! You can now sign in.");
  expect(api.callsOf(initiateVerification)[0]?.body).toMatchObject({ email: "camille@example.com" });
  expect(api.callsOf(verifyCode)[0]?.body).toMatchObject({ code: "123456" });
});

test("a code's link with an escaped ampersand is verified, and leaves the address", async () => {
  api.answer(verifyCode, () => ({}));
  const app = await open("/verify-email?code=123456&#38;session=session-9");
  await screen.findByText("Email verified successfully! You can now sign in.");
  expect(api.callsOf(verifyCode)[0]?.body).toEqual({ code: "123456", sessionId: "session-9" });
  expect(app.address()).toBe("/verify-email");
});

test("the code field accepts digits only, at most six", async () => {
  const app = await openCodeStep();
  await app.user.type(code(), "12a3");
  expect(code()).toHaveValue("123");
  await app.user.click(button("Verify"));
  expect(screen.getByText("Please enter a valid 6-digit code")).toBeVisible();
  expect(code()).toHaveFocus();
  await app.user.clear(code());
  await app.user.click(button("Verify"));
  expect(screen.getByText("Verification code is required")).toBeVisible();
});

test("a wrong code is shown and counted; the fifth blocks, and the page sends no further attempt", async () => {
  api.on(verifyCode, wrong);
  const app = await openCodeStep();
  enter("000000");
  expect(await screen.findByText("Invalid verification code. Please check and try again.")).toBeVisible();
  expect(code()).toHaveAttribute("aria-invalid", "true");
  expect(screen.getByText(/^Sent to/).parentElement).toHaveTextContent("Sent to camille@example.com");
  // The next code is typed over the whole of this one.
  await waitFor(() => expect(code()).toMatchObject({ selectionStart: 0, selectionEnd: 6 }));
  for (let attempt = 2; attempt <= 5; attempt++) {
    // A code that is typed again is sent automatically; the same code by Verify.
    if (attempt === 2) {
      enter("00000");
      expect(code()).toHaveAttribute("aria-invalid", "false");
      enter("000000");
    } else await app.user.click(button("Verify"));
    await waitFor(() => expect(api.callsOf(verifyCode)).toHaveLength(attempt));
    await waitFor(() => expect(button("Verify")).not.toHaveAttribute("aria-disabled"));
  }
  expect(
    await screen.findByText("Too many failed attempts. Please wait 15 minutes before trying again."),
  ).toBeVisible();
  await app.user.click(button("Verify"));
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

test("a network failure during the check of a code is shown and not counted", async () => {
  await openCodeStep();
  await api.close();
  enter("123456");
  expect(
    await screen.findByText("Failed to verify code. Please check your connection and try again."),
  ).toBeVisible();
  expect(localStorage.getItem("souffleur.verification.attempts")).toBeNull();
});

test("a new code is mailed after the cooldown, and the old one is not sent for it", async () => {
  holdTimers();
  api.on(verifyCode, wrong);
  const app = await openCodeStep();
  enter("000000");
  await screen.findByText("Invalid verification code. Please check and try again.");
  await act(() => jest.advanceTimersByTimeAsync(limits.resendCooldownSeconds * 1000));
  api.answer(initiateVerification, () => ({ data: { sessionId: "session-2" } }));
  await app.user.click(button("Resend Code"));
  expect(await screen.findByText("New verification code sent!")).toBeVisible();
  expect(code()).toHaveValue("");
  expect(code()).toHaveFocus();
  await act(() => jest.advanceTimersByTimeAsync(limits.codeAutoSubmitMs));
  expect(api.callsOf(verifyCode)).toHaveLength(1);
});

test("with method=link a link is mailed", async () => {
  api.on(initiateVerification, sent);
  const app = await open("/verify-email?method=link&email=camille@example.com");
  await app.user.click(button("Send Link"));
  await waitFor(() => expect(api.callsOf(initiateVerification)[0]?.body).toMatchObject({ method: "link" }));
  expect(await screen.findByRole("status")).toHaveTextContent(
    "Verification link sent! Please check your email.",
  );
});

test("Use secure link instead selects the link", async () => {
  const app = await openCodeStep();
  await app.user.click(button("Use secure link instead"));
  expect(screen.getByRole("radio", { name: "Secure link" })).toBeChecked();
});

test("a token in the address is verified once, without a press, and removed from the address", async () => {
  api.answer(verifyEmail, () => ({}));
  const app = await open("/verify-email?token=secret");
  expect(await screen.findByText("Email verified successfully! You can now sign in.")).toBeVisible();
  expect(api.callsOf(verifyEmail).map(({ body }) => body)).toEqual([{ token: "secret" }]);
  expect(app.address()).toBe("/verify-email");
});

test("a link that fails offers a new verification", async () => {
  api.on(verifyEmail, () => refused("LINK_EXPIRED", "This link has expired."));
  const app = await open("/verify-email?token=old");
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Email verification failed. The link may be expired or invalid.",
  );
  await app.user.click(button("Request New Verification"));
  expect(button("Send Code")).toBeVisible();
});

test("a code with its session in the address is verified without a press", async () => {
  api.on(verifyCode, wrong);
  const app = await open("/verify-email?code=123456&session=session-9");
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Invalid verification code. Please check and try again.",
  );
  expect(api.callsOf(verifyCode)[0]?.body).toEqual({ code: "123456", sessionId: "session-9" });
  await app.user.click(button("Back to Login"));
  expect(app.address()).toBe("/login");
});

test("a success clears the failed attempts", async () => {
  api.on(verifyCode, wrong);
  const app = await openCodeStep();
  enter("000000");
  await screen.findByText("Invalid verification code. Please check and try again.");
  expect(localStorage.getItem("souffleur.verification.attempts")).not.toBeNull();
  api.answer(verifyCode, () => ({}));
  await app.user.click(button("Verify"));
  await screen.findByText("Email verified successfully! You can now sign in.");
  expect(localStorage.getItem("souffleur.verification.attempts")).toBeNull();
});

describe("a page that is reloaded", () => {
  const blocked = (minutesAgo: number) => {
    const lastAttempt = Date.now() - minutesAgo * 60_000;
    return { "souffleur.verification.attempts": { count: 5, lastAttempt, blocked: true } };
  };

  test("shows the same step, with the session of the mailed code", async () => {
    const app = await openCodeStep();
    const address = "/verify-email?email=camille%40example.com&method=code&session=session-1";
    await waitFor(() => expect(app.address()).toBe(address));
    app.stop();
    app.unmount();
    api.answer(verifyCode, () => ({}));
    await open(address);
    expect(screen.getByText(/^Sent to/).parentElement).toHaveTextContent("camille@example.com");
    enter("123456");
    await screen.findByText("Email verified successfully! You can now sign in.");
    expect(api.callsOf(verifyCode)[0]?.body).toEqual({ code: "123456", sessionId: "session-1" });
  });

  test("forgets the session after Back", async () => {
    const app = await openCodeStep();
    await app.user.click(button("Back"));
    await waitFor(() => expect(app.address()).toBe("/verify-email"));
    expect(screen.getByLabelText("Email")).toHaveValue("camille@example.com");
    expect(screen.getByRole("heading", { name: "Verify your email" })).toHaveFocus();
  });

  test("still counts down", async () => {
    const stored = { "souffleur.verification.cooldown": Date.now() + 60_000 };
    await open("/verify-email", { stored });
    expect(button(/^Send in \d\ds$/)).toHaveAttribute("aria-disabled", "true");
  });

  test("counts down when another tab has sent the mail", async () => {
    await open("/verify-email");
    expect(button("Send Code")).not.toHaveAttribute("aria-disabled");
    const key = "souffleur.verification.cooldown";
    localStorage.setItem(key, String(Date.now() + 60_000));
    act(() => void window.dispatchEvent(new StorageEvent("storage", { key })));
    expect(button(/^Send in \d\ds$/)).toHaveAttribute("aria-disabled", "true");
  });

  test("still blocks", async () => {
    const app = await open("/verify-email?email=camille@example.com", { stored: blocked(14) });
    await app.user.click(button("Send Code"));
    expect(await screen.findByText("Account temporarily blocked. Please wait 15 minutes.")).toBeVisible();
    expect(api.calls).toHaveLength(0);
  });

  test("shows the block when its address has a code", async () => {
    await open("/verify-email?code=123456&session=session-9", { stored: blocked(1) });
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Account temporarily blocked. Please wait 15 minutes.",
    );
    expect(button("Request New Verification")).toBeVisible();
    expect(api.calls).toHaveLength(0);
  });
});
