import { login, resendVerification, unlock } from "@souffleur/contracts";
import { deferred, ok, type RenderedApp, refused, someUser, tokenFor } from "@souffleur/shared-ui/testing";
import { act, screen, waitFor, within } from "@testing-library/react";
import { api, button, open, putWithoutEvent } from "../testing/page.ts";

const user = someUser();
const signedIn = () => ok(login, { data: { accessToken: tokenFor(user), user, organization: null } });

async function fillIn({ user }: RenderedApp) {
  await user.type(screen.getByLabelText("Email"), "camille@example.com");
  await user.type(screen.getByLabelText("Password"), "Secret-123");
}

/** Opens the page, fills in the form and presses Sign In. */
async function submit() {
  const app = await open("/login");
  await fillIn(app);
  await app.user.click(button("Sign In"));
  return app;
}

test("after a registration the address is filled in and a link leads to the code", async () => {
  const state = { email: "camille@example.com", done: "registered" };
  const app = await open("/register");
  await act(() => app.router.navigate("/login", { state }));
  expect(screen.getByLabelText("Email")).toHaveValue(state.email);
  expect(screen.getByText(/^We emailed a link to/).parentElement).toHaveTextContent(
    "We emailed a link to camille@example.com. Enter a code",
  );
  expect(screen.getByRole("heading", { level: 1, name: "Check your inbox" })).toBeVisible();
  const steps = within(screen.getByRole("list", { name: "Next steps" })).getAllByRole("listitem");
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    "1VerifyOpen the link in that email.",
    "2ApprovalAn administrator reviews your account. We'll email you.",
    "3StartSign in here and practice your first call.",
  ]);
  expect(steps[0]).toHaveAttribute("aria-current", "step");
  await app.user.click(screen.getByRole("link", { name: "Enter a code" }));
  expect(app.address()).toBe("/verify-email?email=camille%40example.com&method=code");
  expect(await screen.findByLabelText("Email")).toHaveValue(state.email);
});

test("after a verification the next step is the approval", async () => {
  const app = await open("/register");
  const state = { email: "camille@example.com", done: "verified" };
  await act(() => app.router.navigate("/login", { state }));
  expect(screen.getByRole("heading", { level: 1, name: "Almost there" })).toBeVisible();
  expect(screen.getByLabelText("Email")).toHaveValue(state.email);
  const current = screen
    .getAllByRole("listitem")
    .filter((one) => one.getAttribute("aria-current") === "step");
  expect(current.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/Approval/)]);
});

test("empty fields are marked, and the first has the focus", async () => {
  const app = await open("/login");
  await app.user.click(button("Sign In"));
  expect(await screen.findByText("Email is required")).toBeVisible();
  expect(screen.getByText("Password is required")).toBeVisible();
  expect(screen.getByLabelText("Email")).toHaveFocus();
  expect(screen.getByLabelText("Email")).toHaveAccessibleDescription("Email is required");
  expect(api.calls).toHaveLength(0);
});

test("an address is checked when its field is left", async () => {
  const app = await open("/login");
  await app.user.type(screen.getByLabelText("Email"), "camille@nowhere");
  await app.user.tab();
  expect(await screen.findByText("Please enter a valid email address")).toBeVisible();
});

test("a sign-in shows its success and redirects to the dashboard after a second", async () => {
  api.on(login, signedIn);
  const app = await open("/login");
  await fillIn(app);
  await app.user.click(screen.getByLabelText("Remember me"));
  await app.user.click(button("Sign In"));
  expect(await screen.findByText("Login successful! Redirecting...")).toBeVisible();
  expect(app.address()).toBe("/login");
  expect(api.callsOf(login)[0]?.body).toEqual({
    email: "camille@example.com",
    password: "Secret-123",
    rememberMe: true,
  });
  await waitFor(() => expect(app.address()).toBe("/dashboard"));
});

test("the button reads 'Signing in...' during the sign-in, and ignores a second press", async () => {
  const answer = deferred();
  api.on(login, async () => {
    await answer.promise;
    return signedIn();
  });
  const app = await submit();
  const signingIn = await screen.findByRole("button", { name: "Signing in..." });
  expect(signingIn).toHaveAttribute("aria-disabled", "true");
  expect(signingIn).toHaveAttribute("aria-busy", "true");
  expect(signingIn).toHaveFocus();
  await app.user.keyboard("{Enter} ");
  await app.user.type(screen.getByLabelText("Password"), "{Enter}");
  await waitFor(() => expect(api.callsOf(login)).toHaveLength(1));
  answer.resolve();
  expect(await screen.findByText("Login successful! Redirecting...")).toBeVisible();
  await app.user.type(screen.getByLabelText("Password"), "{Enter}");
  expect(api.callsOf(login)).toHaveLength(1);
});

test("two presses before the next render sign in once", async () => {
  api.on(login, signedIn);
  const app = await open("/login");
  await fillIn(app);
  const signInButton = button("Sign In");
  act(() => {
    signInButton.click();
    signInButton.click();
  });
  expect(await screen.findByText("Login successful! Redirecting...")).toBeVisible();
  expect(api.callsOf(login)).toHaveLength(1);
});

test("after a refusal the focus stays on the button", async () => {
  api.on(login, () => refused("INVALID_CREDENTIALS", "Invalid email or password."));
  const app = await open("/login");
  await fillIn(app);
  const signInButton = button("Sign In");
  signInButton.focus();
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    await app.user.keyboard("{Enter}");
    expect(signInButton).toHaveFocus();
    await waitFor(() => expect(api.callsOf(login)).toHaveLength(attempt));
    await waitFor(() => expect(signInButton).not.toHaveAttribute("aria-disabled"));
    expect(signInButton).toHaveFocus();
  }
});

test("a sign-in leads to the path that was requested before it", async () => {
  api.on(login, signedIn);
  const app = await open("/login");
  await act(() => app.router.navigate("/login", { state: { from: "/analytics?range=7d" } }));
  await fillIn(app);
  await app.user.click(button("Sign In"));
  await waitFor(() => expect(app.address()).toBe("/analytics?range=7d"));
});

test("a signed-in user is redirected to the dashboard", async () => {
  const app = await open("/login", { as: user });
  await waitFor(() => expect(app.address()).toBe("/dashboard"));
});

test("a refusal shows the server's message", async () => {
  const message = "Your account has been rejected. Please contact support.";
  api.on(login, () => refused("ACCOUNT_REJECTED", message));
  await submit();
  expect(await screen.findByRole("alert")).toHaveTextContent(message);
  expect(button("Sign In")).not.toHaveAttribute("aria-disabled");
  expect(screen.queryByRole("button", { name: "Resend Verification Email" })).not.toBeInTheDocument();
});

test("an unreachable server is shown as an error", async () => {
  const app = await open("/login");
  await fillIn(app);
  await api.close();
  await app.user.click(button("Sign In"));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Unable to connect to the server. Please check your internet connection and try again.",
  );
});

test("a sign-in with an unverified address offers another verification mail", async () => {
  api.on(login, () => refused("EMAIL_NOT_VERIFIED", "Please verify your email address before signing in."));
  api.on(resendVerification, () => ok(resendVerification, {}));
  const app = await submit();
  await app.user.click(await screen.findByRole("button", { name: "Resend Verification Email" }));
  expect(await screen.findByText("Verification email sent successfully!")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Resend Verification Email" })).not.toBeInTheDocument();
  expect(api.callsOf(resendVerification)[0]?.body).toEqual({ email: "camille@example.com" });
  await app.user.click(button("Sign In"));
  api.on(resendVerification, () => ({
    ...refused("RATE_LIMITED", "Please wait 42 seconds before asking for another email."),
    headers: { "Retry-After": "42" },
  }));
  await app.user.click(await screen.findByRole("button", { name: "Resend Verification Email" }));
  expect(await screen.findByText("Please wait 42 seconds before asking for another email.")).toBeVisible();
  expect(button("Resend Verification Email")).toBeEnabled();
  expect(screen.getByRole("link", { name: "Enter a code" })).toHaveAttribute(
    "href",
    "/verify-email?email=camille%40example.com&method=code",
  );
});

test("a refusal without a text shows the catalogue's text", async () => {
  api.on(login, () => ({ status: 200, body: { success: false } }));
  const app = await submit();
  expect(await screen.findByRole("alert")).toHaveTextContent("Login failed");
  api.on(login, () => ({ status: 200, body: "no valid answer" }));
  await app.user.click(button("Sign In"));
  expect(await screen.findByText("An unexpected error occurred. Please try again.")).toBeVisible();
});

test("a refusal for an unverified address is recognized by its code alone", async () => {
  api.on(login, () => ({ status: 401, body: { code: "EMAIL_NOT_VERIFIED" } }));
  await submit();
  expect(await screen.findByRole("button", { name: "Resend Verification Email" })).toBeVisible();
  expect(screen.getByRole("alert")).toHaveTextContent("Please verify your email address before signing in.");
});

test("a pending approval is shown as a warning", async () => {
  api.on(login, () => refused("ACCOUNT_PENDING_APPROVAL", "Your account is pending admin approval."));
  await submit();
  const notice = await screen.findByRole("alert");
  expect(notice).toHaveTextContent("Your account is pending admin approval.");
  expect(notice).toHaveClass("warning");
  expect(screen.queryByRole("button", { name: "Resend Verification Email" })).not.toBeInTheDocument();
});

test("a resend that is refused without a text is shown as an error", async () => {
  api.on(login, () => refused("EMAIL_NOT_VERIFIED", "Please verify your email address before signing in."));
  api.on(resendVerification, () => ({ status: 200, body: { success: false } }));
  const app = await submit();
  await app.user.click(await screen.findByRole("button", { name: "Resend Verification Email" }));
  expect(await screen.findByText("Failed to send verification email")).toBeVisible();
});

test("a call that throws in the browser is shown as an error", async () => {
  api.on(login, () => refused("EMAIL_NOT_VERIFIED", "Please verify your email address before signing in."));
  const app = await submit();
  const resend = await screen.findByRole("button", { name: "Resend Verification Email" });
  const broken = jest.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    throw new TypeError("AbortSignal.timeout is not a function");
  });
  await app.user.click(resend);
  expect(await screen.findByText("Failed to send verification email.")).toBeVisible();
  await app.user.click(button("Sign In"));
  expect(await screen.findByText("An unexpected error occurred. Please try again.")).toBeVisible();
  broken.mockRestore();
});

test("Forgot password? shows an alert", async () => {
  const alert = jest.spyOn(window, "alert").mockImplementation(() => {});
  const app = await open("/login");
  await app.user.click(screen.getByRole("link", { name: "Forgot password?" }));
  expect(alert).toHaveBeenCalledWith("Password reset feature is coming soon.");
  alert.mockRestore();
});

test("the password can be shown and hidden", async () => {
  const app = await open("/login");
  expect(screen.getByLabelText("Password")).toHaveAttribute("type", "password");
  await app.user.click(button("Show password"));
  expect(screen.getByLabelText("Password")).toHaveAttribute("type", "text");
  await app.user.click(button("Hide password"));
  expect(screen.getByLabelText("Password")).toHaveAttribute("type", "password");
});

test("an unlock token is used once and removed from the address", async () => {
  api.on(unlock, () => ok(unlock, { message: "You can sign in again." }));
  const app = await open("/login?unlock=abc");
  expect(await screen.findByText("You can sign in again.")).toBeVisible();
  expect(api.callsOf(unlock)).toHaveLength(1);
  expect(app.address()).toBe("/login");
});

test("what a password manager puts into the fields without an event is sent", async () => {
  api.on(login, signedIn);
  const app = await open("/login");
  await app.user.type(screen.getByLabelText("Email"), "typed@example.com");
  putWithoutEvent(screen.getByLabelText("Email"), "camille@example.com");
  putWithoutEvent(screen.getByLabelText("Password"), "Secret-123");
  await app.user.click(button("Sign In"));
  expect(await screen.findByText("Login successful! Redirecting...")).toBeVisible();
  expect(api.callsOf(login)[0]?.body).toMatchObject({ email: "camille@example.com", password: "Secret-123" });
});

test("an address alone is sent too: its organization may have a sign-in of its own; else the password is asked for", async () => {
  api.on(login, () => refused("VALIDATION_ERROR", "Password is required", { field: "password" }));
  const app = await open("/login");
  await app.user.type(screen.getByLabelText("Email"), "camille@example.com");
  await app.user.click(button("Sign In"));
  expect(await screen.findByText("Password is required")).toBeVisible();
  expect(screen.getByLabelText("Password")).toHaveFocus();
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  expect(api.callsOf(login)[0]?.body).toEqual({
    email: "camille@example.com",
    password: "",
    rememberMe: false,
  });
});
