import { login, resendVerification, unlock } from "@souffleur/contracts";
import { deferred, ok, refused, someUser, tokenFor } from "@souffleur/shared-ui/testing";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { api, button, open, putWithoutEvent } from "../testing/page.ts";

const user = someUser();
const signedIn = () => ok(login, { data: { accessToken: tokenFor(user), user, organization: null } });

function fillIn() {
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: "camille@example.com" } });
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: "Secret-123" } });
}

/** Opens the page, fills in the form and presses Sign In. */
async function submit() {
  const app = await open("/login");
  fillIn();
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
  fillIn();
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

test("two presses before the next render, and all until the answer, sign in once; the button reads 'Signing in...'", async () => {
  const answer = deferred();
  api.on(login, async () => {
    await answer.promise;
    return signedIn();
  });
  const app = await open("/login");
  fillIn();
  const signInButton = button("Sign In");
  act(() => {
    signInButton.focus();
    signInButton.click();
    signInButton.click();
  });
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

test("after a refusal the focus stays on the button", async () => {
  api.on(login, () => refused("INVALID_CREDENTIALS", "Invalid email or password."));
  const app = await open("/login");
  fillIn();
  const signInButton = button("Sign In");
  act(() => signInButton.focus());
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
  fillIn();
  await app.user.click(button("Sign In"));
  await waitFor(() => expect(app.address()).toBe("/analytics?range=7d"));
});

test.each([
  ["a user", user, "/dashboard"],
  ["the platform's administrator", someUser({ role: "admin" }), "/admin/users"],
])("%s who is signed in is redirected to their first screen", async (_, as, path) => {
  const app = await open("/login", { as });
  await waitFor(() => expect(app.address()).toBe(path));
});

test.each([
  [
    "the server's text",
    refused("ACCOUNT_REJECTED", "This account is closed."),
    "This account is closed.",
    "error",
  ],
  [
    "a warning where approval is pending",
    refused("ACCOUNT_PENDING_APPROVAL", ""),
    "Your account is pending admin approval.",
    "warning",
  ],
  ["a text of its own", { status: 200, body: { success: false } }, "Login failed", "error"],
  [
    "one for an answer that is none",
    { status: 200, body: "no valid answer" },
    "An unexpected error occurred. Please try again.",
    "error",
  ],
])("a refusal shows %s", async (_what, reply, text, kind) => {
  api.on(login, () => reply);
  await submit();
  const notice = await screen.findByRole("alert");
  expect(notice).toHaveTextContent(text);
  expect(notice).toHaveClass(kind);
  expect(button("Sign In")).not.toHaveAttribute("aria-disabled");
  expect(screen.queryByRole("button", { name: "Resend Verification Email" })).not.toBeInTheDocument();
});

test("an unreachable server is shown as an error", async () => {
  const app = await open("/login");
  fillIn();
  await api.close();
  await app.user.click(button("Sign In"));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Unable to connect to the server. Please check your internet connection and try again.",
  );
});

test("a sign-in with an unverified address, known by its code alone, offers another verification mail", async () => {
  api.on(login, () => ({ status: 401, body: { code: "EMAIL_NOT_VERIFIED" } }));
  api.answer(resendVerification, () => ({}));
  const app = await submit();
  const resend = async () =>
    app.user.click(await screen.findByRole("button", { name: "Resend Verification Email" }));
  await resend();
  expect(await screen.findByText("Verification email sent successfully!")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Resend Verification Email" })).not.toBeInTheDocument();
  expect(api.callsOf(resendVerification)[0]?.body).toEqual({ email: "camille@example.com" });
  await app.user.click(button("Sign In"));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Please verify your email address before signing in.",
  );
  const wait = "Please wait 42 seconds before asking for another email.";
  api.on(resendVerification, () => ({ ...refused("RATE_LIMITED", wait), headers: { "Retry-After": "42" } }));
  await resend();
  expect(await screen.findByText(wait)).toBeVisible();
  expect(button("Resend Verification Email")).toBeEnabled();
  const code = screen.getByRole("link", { name: "Enter a code" });
  expect(code).toHaveAttribute("href", "/verify-email?email=camille%40example.com&method=code");
  api.on(resendVerification, () => ({ status: 200, body: { success: false } }));
  await resend();
  expect(await screen.findByText("Failed to send verification email")).toBeVisible();
  // A call may also throw in the browser.
  const broken = jest.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    throw new TypeError("AbortSignal.timeout is not a function");
  });
  await resend();
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
  api.answer(unlock, () => ({ message: "You can sign in again." }));
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

test("an empty password is told when its field is left, and at once when the form is sent", async () => {
  const app = await open("/login");
  await app.user.type(screen.getByLabelText("Email"), "camille@example.com");
  await app.user.tab();
  await app.user.tab();
  expect(await screen.findByText("Password is required")).toBeVisible();
  await app.user.type(screen.getByLabelText("Password"), "x");
  await app.user.tab();
  await waitFor(() => expect(screen.queryByText("Password is required")).not.toBeInTheDocument());
  await app.user.clear(screen.getByLabelText("Password"));
  await app.user.type(screen.getByLabelText("Email"), "{Enter}");
  expect(await screen.findByText("Password is required")).toBeVisible();
  expect(screen.getByLabelText("Password")).toHaveFocus();
  expect(api.callsOf(login)).toHaveLength(0);
});
