import { limits, register } from "@souffleur/contracts";
import { endInAnotherLanguage, refused } from "@souffleur/shared-ui/testing";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { api, button, holdTimers, open, putWithoutEvent } from "../testing/page.ts";

const complete = {
  "First name": "Camille",
  "Last name": "Moreau",
  Email: "camille@example.com",
  "Phone (optional)": "0612345678",
  "Organization name": "Atelier Lumen",
  Industry: "technology",
  Password: "Secret-123",
  "Confirm password": "Secret-123",
};

function fillIn(differences: Partial<Record<keyof typeof complete, string>> = {}) {
  for (const [label, value] of Object.entries({ ...complete, ...differences })) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
  fireEvent.click(screen.getByLabelText("I agree to the Terms and Conditions"));
}

const submit = () => act(async () => void fireEvent.click(button("Create Account")));

/** Opens the page, fills in the form and submits it. */
async function registerWith(differences?: Parameters<typeof fillIn>[0]) {
  const app = await open("/register");
  fillIn(differences);
  await submit();
  return app;
}

test("an empty form marks every required field, and focuses the first", async () => {
  const app = await open("/register");
  await submit();
  expect(await screen.findByText("Please correct the errors below")).toBeVisible();
  for (const text of [
    "First name is required",
    "Last name is required",
    "Email is required",
    "Organization name is required",
    "Please select an industry",
    "Password is required",
    "Please confirm your password",
    "You must agree to the terms and conditions",
  ]) {
    expect(screen.getByText(text)).toBeVisible();
  }
  expect(screen.getByLabelText("First name")).toHaveFocus();
  expect(api.calls).toHaveLength(0);
  await app.user.selectOptions(screen.getByLabelText("Industry"), "Retail");
  await waitFor(() => expect(screen.queryByText("Please select an industry")).not.toBeInTheDocument());
  await app.user.click(screen.getByLabelText("I agree to the Terms and Conditions"));
  await waitFor(() =>
    expect(screen.queryByText("You must agree to the terms and conditions")).not.toBeInTheDocument(),
  );
});

test("a field that is left with a wrong value shows why", async () => {
  await open("/register");
  // The rules themselves are the contracts' tests.
  for (const [label, value, message] of [
    ["First name", "A", "First name must be at least 2 characters"],
    ["Last name", "M0reau", "Last name contains invalid characters"],
    ["Email", "camille@nowhere", "Please enter a valid email (camille@nowhere)"],
    ["Email", "camille@gmial.com", "Did you mean @gmail.com?"],
    ["Phone (optional)", "061234", "Phone number must have at least 10 digits"],
    ["Organization name", "A".repeat(101), "Organization name is too long"],
    ["Password", "abcdefgh", "Add uppercase, numbers or symbols for better security"],
  ] as const) {
    const field = screen.getByLabelText(label);
    fireEvent.change(field, { target: { value } });
    fireEvent.blur(field);
    expect(await screen.findByText(message)).toBeVisible();
  }
});

test("what was typed is there after another language was chosen, but for the passwords", async () => {
  const { unmount } = await open("/register");
  fillIn();
  endInAnotherLanguage();
  unmount();
  await open("/register");
  for (const [label, value] of Object.entries({ ...complete, "Phone (optional)": "(061) 234-5678" }))
    expect(screen.getByLabelText(label)).toHaveValue(/password/i.test(label) ? "" : value);
  expect(sessionStorage).toHaveLength(0);
});

test("passwords that differ show an error until they match", async () => {
  const app = await open("/register");
  await app.user.type(screen.getByLabelText("Password"), "Secret-123");
  await app.user.type(screen.getByLabelText("Confirm password"), "Secret-12");
  await app.user.tab();
  expect(await screen.findByText("Passwords do not match")).toBeVisible();
  await app.user.type(screen.getByLabelText("Confirm password"), "3");
  await waitFor(() => expect(screen.queryByText("Passwords do not match")).not.toBeInTheDocument());
});

test("the rules of a password are shown before they are broken, and marked when they are met", async () => {
  const app = await open("/register");
  const password = screen.getByLabelText("Password");
  expect(password).toHaveAccessibleDescription(/^At least 8 characters, and 3 of these: Lowercase Uppercase/);
  const met = () =>
    screen
      .getAllByRole("listitem")
      .filter(({ dataset }) => dataset.met === "true")
      .map(({ textContent }) => textContent);
  expect(met()).toEqual([]);
  await app.user.type(password, "aB3");
  expect(met()).toEqual(["Lowercase", "Uppercase", "Digit"]);
});

test("the terms are a page of their own beside the form", async () => {
  await open("/register");
  const link = screen.getByRole("link", { name: "Terms and Conditions" });
  expect(link).toHaveAttribute("href", "/api/terms");
  expect(link).toHaveAttribute("target", "_blank");
});

test("the strength meter follows the typed password", async () => {
  const app = await open("/register");
  const meter = screen.getByRole("meter", { name: "Password strength" });
  for (const [typed, score, label] of [
    ["a", 1, "Weak"],
    ["B", 2, "Weak"],
    ["3", 3, "Fair"],
    ["-", 4, "Good"],
    ["abcdefgh", 5, "Strong"],
  ] as const) {
    await app.user.type(screen.getByLabelText("Password"), typed);
    expect(meter).toHaveAttribute("aria-valuenow", String(score));
    expect(screen.getByText(label)).toBeVisible();
  }
});

test("the meter says that a password is one of the commonest, before anything is sent", async () => {
  const app = await open("/register");
  const meter = screen.getByRole("meter", { name: "Password strength" });
  const field = screen.getByLabelText("Password");
  await app.user.type(field, "Password1");
  expect(meter).toHaveAttribute("aria-valuetext", "Fair, but very common");
  expect(screen.getByText("Fair, but very common")).toBeVisible();
  await waitFor(() => expect(field).toHaveAccessibleDescription(/one of the most common passwords/));
  await app.user.clear(field);
  await app.user.type(field, "Ateliers2026!");
  expect(meter).toHaveAttribute("aria-valuetext", "Strong");
  await waitFor(() => expect(field).not.toHaveAccessibleDescription(/most common/));
});

test("one press applies the suggested domain", async () => {
  const app = await open("/register");
  await app.user.type(screen.getByLabelText("Email"), "Camille@hotmial.com");
  await app.user.tab();
  await app.user.click(await screen.findByRole("button", { name: "Use @hotmail.com" }));
  expect(screen.getByLabelText("Email")).toHaveValue("camille@hotmail.com");
  expect(screen.getByLabelText("Email")).toHaveFocus();
  await waitFor(() => expect(screen.queryByText("Did you mean @hotmail.com?")).not.toBeInTheDocument());
});

test("the phone number is formatted as it is typed", async () => {
  const app = await open("/register");
  await app.user.type(screen.getByLabelText("Phone (optional)"), "0612345678");
  expect(screen.getByLabelText("Phone (optional)")).toHaveValue("(061) 234-5678");
  await app.user.type(screen.getByLabelText("Phone (optional)"), "9");
  expect(screen.getByLabelText("Phone (optional)")).toHaveValue("+0 (612) 345-6789");
  const behindTheSpace = { initialSelectionStart: 9, initialSelectionEnd: 9 };
  await app.user.type(screen.getByLabelText("Phone (optional)"), "{Backspace}", behindTheSpace);
  expect(screen.getByLabelText("Phone (optional)")).toHaveValue("(061) 345-6789");
});

test("a registration shows its success, clears the form and leads to the sign-in page after 3 seconds", async () => {
  api.answer(register, () => ({}));
  const app = await registerWith();
  expect(
    await screen.findByText("Account created successfully! Please check your email to verify your account."),
  ).toBeVisible();
  expect(screen.getByLabelText("First name")).toHaveValue("");
  expect(api.callsOf(register)[0]?.body).toEqual({
    firstName: "Camille",
    lastName: "Moreau",
    email: "camille@example.com",
    phone: "(061) 234-5678",
    organizationName: "Atelier Lumen",
    industryType: "technology",
    password: "Secret-123",
    confirmPassword: "Secret-123",
  });
  const message = encodeURIComponent("Registration successful! Please verify your email before signing in.");
  await waitFor(() => expect(app.address()).toBe(`/login?message=${message}`));
  await waitFor(() => expect(screen.getByLabelText("Email")).toHaveValue("camille@example.com"));
  // The cooldown starts with the registration's mail.
  expect(Number(localStorage.getItem("souffleur.verification.cooldown"))).toBeGreaterThan(
    Date.now() + 50_000,
  );
});

test("what a browser puts into the fields without an event is sent", async () => {
  api.answer(register, () => ({}));
  await open("/register");
  for (const [label, value] of Object.entries(complete)) putWithoutEvent(screen.getByLabelText(label), value);
  (screen.getByLabelText("I agree to the Terms and Conditions") as HTMLInputElement).checked = true;
  await submit();
  expect(await screen.findByText(/^Account created successfully!/)).toBeVisible();
  expect(api.callsOf(register)[0]?.body).toMatchObject({
    firstName: "Camille",
    industryType: "technology",
    phone: "0612345678",
    password: "Secret-123",
  });
});

test.each([
  ["Organization name", "organizationName", { fields: { organizationName: "It is too short" } }],
  ["Email", "email", {}],
])("an error is shown at its field, %s", async (label, field, fields) => {
  api.on(register, () => ({ status: 400, body: { error: "It is too short", field, ...fields } }));
  await registerWith();
  await waitFor(() => expect(screen.getByLabelText(label)).toHaveAccessibleDescription("It is too short"));
  expect(screen.getByLabelText(label)).toHaveFocus();
  expect(screen.getByLabelText("First name")).toHaveValue("Camille");
});

test("composed and decomposed letters are the same password, and an empty phone number is not sent", async () => {
  const decomposed = "Sécret-123".normalize("NFD");
  await registerWith({ Password: "Sécret-123", "Confirm password": decomposed, "Phone (optional)": "" });
  await waitFor(() => expect(api.callsOf(register)).toHaveLength(1));
  expect(screen.queryByText("Passwords do not match")).not.toBeInTheDocument();
  expect(api.callsOf(register)[0]?.body).not.toHaveProperty("phone");
});

test.each([
  [refused("RATE_LIMITED", "Too many requests."), "Too many requests."],
  [{ status: 200, body: { success: false } }, "Registration failed"],
  [{ status: 200, body: { success: false, error: "Closed today." } }, "Closed today."],
])("another error is shown above the form, and the fields keep their values: %j", async (reply, text) => {
  api.on(register, () => reply);
  await registerWith();
  expect(await screen.findByRole("alert")).toHaveTextContent(text);
  expect(screen.getByLabelText("Email")).toHaveValue("camille@example.com");
});

test("a call that throws in the browser is shown as an error", async () => {
  await open("/register");
  fillIn();
  const broken = jest.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    throw new TypeError("AbortSignal.timeout is not a function");
  });
  await submit();
  expect(await screen.findByRole("alert")).toHaveTextContent("Registration failed. Please try again.");
  broken.mockRestore();
  expect(api.calls).toHaveLength(0);
});

test.each(Object.entries(limits.registerDebounceMs))("%s is checked after %d ms", async (name, ms) => {
  holdTimers();
  await open("/register");
  const field = document.querySelector(`[name="${name}"]`);
  if (field === null) throw new Error(`no field ${name}`);
  const wrong = name === "email" ? "x" : name.includes("assword") ? "a" : "1";
  fireEvent.change(field, { target: { value: wrong } });
  await act(() => jest.advanceTimersByTimeAsync(ms - 1));
  expect(field).toBeValid();
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(field).toBeInvalid();
});
