import { resetPassword } from "@souffleur/contracts";
import { ok, refused, someUser } from "@souffleur/shared-ui/testing";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { api, button, holdTimers, open } from "../testing/page.ts";

const token = "hV3Zr0yq8t1mJ5bXc7Kd2wLsPnEfGaUiQoRxYzT9vB4";
const path = `/new-password?token=${token}`;
const chosen = "Your new password is set. You can now sign in.";

beforeEach(() => {
  api.on(resetPassword, () => ok(resetPassword, { message: chosen }));
});

async function fillIn(password = "Another-Horse-8", confirmation = password) {
  fireEvent.change(await screen.findByLabelText("Password"), { target: { value: password } });
  fireEvent.change(screen.getByLabelText("Confirm password"), { target: { value: confirmation } });
}
const submit = () => act(async () => void fireEvent.click(button("Save password")));

test("is chosen once, and leads to the sign-in; the token is taken out of the address", async () => {
  const app = await open(path);
  await fillIn();
  expect(app.address()).toBe("/new-password");
  holdTimers();
  await submit();
  await submit();
  await waitFor(() => expect(screen.getByText(chosen)).toBeVisible());
  expect(api.callsOf(resetPassword).map(({ body }) => body)).toEqual([
    { token, password: "Another-Horse-8" },
  ]);
  act(() => void jest.advanceTimersByTime(3000));
  await waitFor(() => expect(app.address()).toMatch(/^\/login\?message=Your%20new%20password/));
});

test("is checked before it is sent", async () => {
  await open(path);
  await fillIn("short", "other");
  await submit();
  expect(await screen.findByText("Minimum 8 characters required")).toBeVisible();
  expect(screen.getByText("Passwords do not match")).toBeVisible();
  expect(api.callsOf(resetPassword)).toHaveLength(0);
});

test("that the server refuses is marked at its field, and can be replaced", async () => {
  const text = "Choose another password.";
  api.on(resetPassword, () =>
    refused("VALIDATION_ERROR", text, { field: "password", fields: { password: text } }),
  );
  await open(path);
  await fillIn("Password-1");
  await submit();
  await waitFor(() =>
    expect(screen.getByLabelText("Password")).toHaveAccessibleDescription(/Choose another password/),
  );
  expect(screen.getByLabelText("Password")).toHaveFocus();
});

test.each(["LINK_INVALID", "LINK_EXPIRED"] as const)(
  "a link that is refused (%s) says what to do",
  async (code) => {
    api.on(resetPassword, () => refused(code, "This link has ended."));
    const app = await open(path);
    await fillIn();
    await submit();
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "This link has ended. Ask your administrator for a new link.",
    );
    await app.user.click(button("Back to Login"));
    await waitFor(() => expect(app.address()).toBe("/login"));
  },
);

test("in the browser of an account that is signed in asks to sign out first", async () => {
  const app = await open(path, { as: someUser({ email: "ada@acme.test" }) });
  const asked = await screen.findByText(/^You are signed in as/);
  expect(asked.closest("p")).toHaveTextContent("ada@acme.test");
  await app.user.click(button("Sign out"));
  expect(await screen.findByLabelText("Password")).toBeVisible();
});
