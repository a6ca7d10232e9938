import { acceptInvitation, login, readInvitation } from "@souffleur/contracts";
import { ok, refused, someUser } from "@souffleur/shared-ui/testing";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { api, button, holdTimers, open } from "../testing/page.ts";

const token = "hV3Zr0yq8t1mJ5bXc7Kd2wLsPnEfGaUiQoRxYzT9vB4";
const path = `/invitation?token=${token}`;
const offered = {
  email: "ann@acme.test",
  role: "supervisor",
  organizationName: "Acme",
  invitedBy: "Ada Person",
} as const;
const invalid = "This invitation is no longer valid.";

beforeEach(() => {
  api.on(readInvitation, () => ok(readInvitation, { data: offered }));
  api.on(acceptInvitation, () => ok(acceptInvitation, { message: "Your account is ready." }));
});

const complete = {
  "First name": "Ann",
  "Last name": "Moreau",
  Password: "Secret-123",
  "Confirm password": "Secret-123",
};
function fillIn(differences: Partial<typeof complete> = {}) {
  for (const [label, value] of Object.entries({ ...complete, ...differences }))
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  fireEvent.click(screen.getByLabelText("I agree to the Terms and Conditions"));
}
const submit = () => act(async () => void fireEvent.click(button("Create Account")));
const shown = () => screen.findByRole("heading", { level: 1, name: "Join Acme" });

test("shows who invites, to what and as what, with the address, and takes the token out of the address", async () => {
  const app = await open(path);
  await shown();
  expect(screen.getByText("Ada Person invites you. Your role: Supervisor.")).toBeVisible();
  expect(screen.getByLabelText("Email")).toHaveValue("ann@acme.test");
  expect(screen.getByLabelText("Email")).toHaveAttribute("readonly");
  expect(app.address()).toBe("/invitation");
  expect(api.callsOf(readInvitation)).toHaveLength(1);
});

test("is accepted once, and leads to the sign-in with the address", async () => {
  const app = await open(path);
  await shown();
  fillIn();
  holdTimers();
  await submit();
  await submit();
  await waitFor(() => expect(screen.getByText("Your account is ready. You can now sign in.")).toBeVisible());
  expect(api.callsOf(acceptInvitation).map(({ body }) => body)).toEqual([
    { token, firstName: "Ann", lastName: "Moreau", password: "Secret-123" },
  ]);
  act(() => void jest.advanceTimersByTime(3000));
  await waitFor(() => expect(app.address()).toMatch(/^\/login\?message=Your%20account%20is%20ready/));
  expect(screen.getByLabelText("Email")).toHaveValue("ann@acme.test");
});

test("marks every missing field, focuses the first, and sends nothing", async () => {
  await open(path);
  await shown();
  await submit();
  for (const text of [
    "Please correct the errors below",
    "First name is required",
    "Last name is required",
    "Password is required",
    "Please confirm your password",
    "You must agree to the terms and conditions",
  ])
    expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByLabelText("First name")).toHaveFocus();
  fillIn({ "Confirm password": "Secret-12" });
  await submit();
  expect(await screen.findByText("Passwords do not match")).toBeVisible();
  expect(api.callsOf(acceptInvitation)).toHaveLength(0);
});

test("shows the server's refusal of a field at the field", async () => {
  api.on(acceptInvitation, () =>
    refused("VALIDATION_ERROR", "No such name", { field: "lastName", fields: { lastName: "No such name" } }),
  );
  await open(path);
  await shown();
  fillIn();
  await submit();
  await waitFor(() => expect(screen.getByLabelText("Last name")).toHaveAccessibleDescription("No such name"));
  expect(screen.getByLabelText("Last name")).toHaveFocus();
});

test("that is no longer valid when it is accepted says so", async () => {
  await open(path);
  await shown();
  fillIn();
  api.on(acceptInvitation, () => refused("LINK_INVALID", invalid));
  await submit();
  expect(await screen.findByRole("alert")).toHaveTextContent(invalid);
});

test("without a token, or with one that is not valid, says so and offers no retry", async () => {
  api.on(readInvitation, () => refused("LINK_INVALID", invalid));
  const app = await open("/invitation");
  expect(await screen.findByRole("alert")).toHaveTextContent(invalid);
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
  await app.user.click(button("Back to Login"));
  await waitFor(() => expect(app.address()).toBe("/login"));
});

test("is asked for again after a failure", async () => {
  api.on(readInvitation, () => refused("DATABASE_UNAVAILABLE", "Not now."));
  const app = await open(path);
  expect(await screen.findByRole("alert")).toHaveTextContent("Not now.");
  api.on(readInvitation, () => ok(readInvitation, { data: offered }));
  await app.user.click(button("Retry"));
  await shown();
});

test("is accepted at the organization's provider where its people sign in there: no password is chosen", async () => {
  api.on(readInvitation, () => ok(readInvitation, { data: { ...offered, signIn: "provider" } }));
  api.on(login, () => refused("SSO_UNAVAILABLE", "Your organization's sign-in can't be reached."));
  const app = await open(path);
  await shown();
  expect(await screen.findByText(/^Acme lets you in through its own sign-in/)).toBeVisible();
  expect(screen.queryByLabelText("Password")).toBeNull();
  await app.user.click(button("Use single sign-on"));
  expect(await screen.findByRole("alert")).toHaveTextContent("can't be reached");
  expect(api.callsOf(login).map(({ body }) => body)).toEqual([
    { email: offered.email, password: "", rememberMe: false },
  ]);
});

test("that leads nowhere says so before anything is typed, and offers no retry", async () => {
  api.on(readInvitation, () => refused("SSO_REQUIRED", "Acme lets people in through its own sign-in only."));
  await open(path);
  expect(await screen.findByRole("alert")).toHaveTextContent("its own sign-in only");
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
});

test("keeps what was typed where there is no answer", async () => {
  await open(path);
  await shown();
  fillIn();
  await api.close();
  await submit();
  expect(await screen.findByRole("alert")).toHaveTextContent(/connect/);
  expect(screen.getByLabelText("First name")).toHaveValue("Ann");
});

test("in the browser of another account asks to sign out first", async () => {
  const app = await open(path, { as: someUser({ email: "ada@acme.test" }) });
  const asked = await screen.findByText(/^You are signed in as/);
  expect(asked.closest("p")).toHaveTextContent("ada@acme.test");
  expect(screen.queryByLabelText("Password")).toBeNull();
  await app.user.click(button("Sign out"));
  expect(await screen.findByLabelText("Password")).toBeVisible();
});
