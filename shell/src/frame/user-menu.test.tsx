import { callInProgress, ownPageCall, sessionState } from "@souffleur/shared-ui";
import { someUser } from "@souffleur/shared-ui/testing";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openApp, prepareApp } from "../testing/open-app.tsx";

prepareApp();

const button = (name: string | RegExp) => screen.getByRole("button", { name });

async function pressLogout() {
  const user = userEvent.setup();
  await user.click(button("Open user menu"));
  await user.click(await screen.findByRole("menuitem", { name: "Logout" }));
  return user;
}

test("signs out at once without a call", async () => {
  await openApp("/dashboard", someUser());
  await pressLogout();
  await waitFor(() => expect(sessionState().user).toBeNull());
});

test.each([
  ["manager", "Manager"],
  ["agent", "Agent"],
  // Of a newer server, or of none.
  ["coach", "Agent"],
  ["toString", "Agent"],
  ["", "Agent"],
])("the role %j is shown as %s", async (role, label) => {
  await openApp("/dashboard", { ...someUser(), role } as ReturnType<typeof someUser>);
  await userEvent.setup().click(button("Open user menu"));
  const menu = await screen.findByRole("menu");
  expect(within(menu).getByText(label)).toBeVisible();
});

test("asks before signing out in a call, whose way back is on every screen", async () => {
  await openApp("/dashboard", someUser());
  let show: ReturnType<typeof ownPageCall> = () => {};
  act(() => {
    show = ownPageCall(() => {});
    show({ startedAt: Date.now() - 65_000 });
  });
  expect(button(/^Return to call 01:0\d$/)).toBeVisible();
  const user = await pressLogout();
  const dialog = within(screen.getByRole("dialog", { name: "Sign out during the call?" }));
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  expect(sessionState().user).not.toBeNull();
  await pressLogout();
  await user.click(screen.getByRole("button", { name: "Sign out" }));
  await waitFor(() => expect(sessionState().user).toBeNull());
  act(() => show(undefined));
});

test("has no way back to a call that is only being connected, and an earlier owner lets go", async () => {
  await openApp("/dashboard", someUser());
  const letGo = jest.fn();
  act(() => ownPageCall(letGo)({ startedAt: undefined }));
  expect(button("New Call")).toBeVisible();
  expect(letGo).not.toHaveBeenCalled();
  act(() => void ownPageCall(() => {}));
  expect(letGo).toHaveBeenCalledTimes(1);
  expect(callInProgress()).toBeUndefined();
});
