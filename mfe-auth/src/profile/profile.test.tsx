import {
  changePassword,
  endOtherSessions,
  endSession,
  listSessions,
  prove,
  type Session,
  saveLanguage,
  saveProfile,
} from "@souffleur/contracts";
import { listPasskeys } from "@souffleur/contracts/passkeys";
import { sessionState } from "@souffleur/shared-ui";
import { endInAnotherLanguage, ok, refused, someUser } from "@souffleur/shared-ui/testing";
import { screen, waitFor, within } from "@testing-library/react";
import { accepted, api, button, open } from "../testing/page.ts";

const ada = someUser({ id: "ada", firstName: "Ada", lastName: "Person", email: "ada@acme.test" });
const session = (id: string, more: Partial<Session> = {}): Session => ({
  id,
  browser: "Firefox",
  system: "Windows",
  address: "192.0.2.1",
  startedAt: "2026-11-20T10:00:00Z",
  lastUsedAt: "2026-11-26T10:00:00Z",
  isCurrent: false,
  ...more,
});
const { browser: _browser, system: _system, address: _address, ...bare } = session("old");
let sessions: Session[];

beforeEach(() => {
  sessions = [
    session("here", { isCurrent: true }),
    session("phone", { browser: "Safari", system: "iOS" }),
    bare,
  ];
  api.on(listSessions, () => ok(listSessions, { data: { sessions } }));
  api.on(listPasskeys, () => ok(listPasskeys, { data: { passkeys: [], accepted: accepted() } }));
  api.on(prove, () => ok(prove, {}));
  api.on(saveLanguage, () => ok(saveLanguage, {}));
});

const openProfile = async () => {
  const app = await open("/profile", { as: ada });
  await screen.findByRole("region", { name: "Sessions" });
  return app;
};
const region = (name: string) => within(screen.getByRole("region", { name }));
const rows = () => region("Sessions").findAllByRole("listitem");
const proofRefused = () => refused("PROOF_REQUIRED", "Please enter your password again to continue.");

describe("sessions", () => {
  test("are listed with browser and address, and only others can be ended", async () => {
    await openProfile();
    const [here, phone, old] = await rows();
    expect(here).toHaveTextContent("Firefox · WindowsThis browser");
    expect(here).toHaveTextContent("192.0.2.1");
    expect(within(here as HTMLElement).queryByRole("button")).toBeNull();
    expect(
      within(phone as HTMLElement).getByRole("button", { name: "End session" }),
    ).toHaveAccessibleDescription("Safari · iOS");
    expect(old).toHaveTextContent("Unknown browser");
  });

  test("end after the password was entered again, where that is too long ago", async () => {
    let isProven = false;
    api.on(prove, ({ body }) => {
      if ((body as { password: string }).password !== "Right-Horse-7") {
        const text = "This is not your current password.";
        return refused("VALIDATION_ERROR", text, { field: "password", fields: { password: text } });
      }
      isProven = true;
      return ok(prove, {});
    });
    api.on(endSession, () => {
      if (!isProven) return proofRefused();
      sessions = sessions.filter(({ id }) => id !== "phone");
      return ok(endSession, {});
    });
    const { user } = await openProfile();
    const [, phone] = await rows();
    await user.click(within(phone as HTMLElement).getByRole("button", { name: "End session" }));
    const opened = await screen.findByRole("dialog", { name: "Enter your password" });
    // The dialog's layer takes the pointer in a render of its own.
    await waitFor(() => expect(getComputedStyle(opened).pointerEvents).toBe("auto"));
    const dialog = within(opened);
    await user.type(dialog.getByLabelText("Password"), "Wrong-Horse-7");
    await user.click(dialog.getByRole("button", { name: "Continue" }));
    await waitFor(() =>
      expect(dialog.getByLabelText("Password")).toHaveAccessibleDescription(
        "This is not your current password.",
      ),
    );
    await user.clear(dialog.getByLabelText("Password"));
    await user.type(dialog.getByLabelText("Password"), "Right-Horse-7{Enter}");
    expect(await screen.findByText("Session ended.")).toBeVisible();
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("stay where no password is given", async () => {
    api.on(endOtherSessions, proofRefused);
    const { user } = await openProfile();
    await rows();
    await user.click(button("End all others"));
    await screen.findByRole("dialog", { name: "Enter your password" });
    await user.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.callsOf(endOtherSessions)).toHaveLength(1);
    expect(await rows()).toHaveLength(3);
  });

  test("end all at once but this one", async () => {
    api.on(endOtherSessions, () => {
      sessions = sessions.filter(({ isCurrent }) => isCurrent);
      return ok(endOtherSessions, { data: { ended: 2 } });
    });
    const { user } = await openProfile();
    await rows();
    await user.click(button("End all others"));
    expect(await screen.findByText("Other sessions ended.")).toBeVisible();
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(screen.queryByRole("button", { name: "End all others" })).toBeNull();
  });

  test("that could not be loaded are asked for again", async () => {
    api.on(listSessions, () => refused("DATABASE_UNAVAILABLE", "Not now."));
    const { user } = await openProfile();
    expect(await region("Sessions").findByRole("alert")).toHaveTextContent("Not now.");
    api.on(listSessions, () => ok(listSessions, { data: { sessions } }));
    await user.click(button("Retry"));
    expect(await rows()).toHaveLength(3);
  });
});

describe("name and telephone", () => {
  test("are saved, and shown in the whole application", async () => {
    api.on(saveProfile, ({ body }) =>
      ok(saveProfile, { data: { user: { ...ada, ...(body as { firstName: string }) } } }),
    );
    const { user } = await openProfile();
    const card = region("Name and telephone");
    await user.clear(card.getByLabelText("First name"));
    await user.type(card.getByLabelText("First name"), "Grace");
    await user.click(card.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Profile saved.")).toBeVisible();
    expect(sessionState().user?.firstName).toBe("Grace");
  });

  test("that are typed are there after another language was chosen, and after no other end of the page", async () => {
    const { user, unmount } = await openProfile();
    await user.type(region("Name and telephone").getByLabelText("Last name"), " King");
    window.dispatchEvent(new Event("pagehide"));
    expect(sessionStorage).toHaveLength(0);
    endInAnotherLanguage();
    unmount();
    await openProfile();
    const card = region("Name and telephone");
    expect(card.getByLabelText("Last name")).toHaveValue(`${ada.lastName} King`);
    expect(card.getByLabelText("First name")).toHaveValue(ada.firstName);
    expect(sessionStorage).toHaveLength(0);
  });

  test("that are wrong are marked, and nothing is sent", async () => {
    const { user } = await openProfile();
    const card = region("Name and telephone");
    await user.clear(card.getByLabelText("Last name"));
    await user.click(card.getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(card.getByLabelText("Last name")).toHaveAccessibleDescription("Last name is required"),
    );
    expect(api.callsOf(saveProfile)).toHaveLength(0);
  });
});

describe("the password", () => {
  const fill = async (
    user: Awaited<ReturnType<typeof openProfile>>["user"],
    current: string,
    next: string,
  ) => {
    const card = region("Password");
    await user.click(card.getByRole("button", { name: "Change password" }));
    expect(card.getByLabelText("Current password")).toHaveFocus();
    await user.type(card.getByLabelText("Current password"), current);
    await user.type(card.getByLabelText("Password"), next);
    await user.type(card.getByLabelText("Confirm password"), next);
    await user.click(card.getByRole("button", { name: "Change password" }));
    return card;
  };

  test("is changed in fields that a press shows, and that then are gone with what was typed", async () => {
    api.on(changePassword, () => ok(changePassword, { message: "The password is changed." }));
    const { user } = await openProfile();
    const card = await fill(user, "Right-Horse-7", "Another-Horse-8");
    expect(await screen.findByText("The password is changed.")).toBeVisible();
    expect(api.callsOf(changePassword).map(({ body }) => body)).toEqual([
      { currentPassword: "Right-Horse-7", newPassword: "Another-Horse-8" },
    ]);
    expect(card.queryByLabelText("Current password")).toBeNull();
    expect(card.getByRole("button", { name: "Change password" })).toHaveFocus();
    await user.click(card.getByRole("button", { name: "Change password" }));
    expect(card.getByLabelText("Current password")).toHaveValue("");
    await user.click(card.getByRole("button", { name: "Cancel" }));
    expect(card.getByRole("button", { name: "Change password" })).toHaveFocus();
  });

  test.each([
    ["currentPassword", "Current password", "This is not your current password."],
    ["newPassword", "Password", "Choose a password that differs from the current one."],
  ])("that is refused is marked at its field (%s)", async (field, label, text) => {
    api.on(changePassword, () => refused("VALIDATION_ERROR", text, { field, fields: { [field]: text } }));
    const { user } = await openProfile();
    const card = await fill(user, "Wrong-Horse-7", "Password-1");
    await waitFor(() =>
      expect(card.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(text)),
    );
    expect(card.getByLabelText(label)).toHaveFocus();
  });
});

test("preferences are those of the settings menu", async () => {
  const { user } = await openProfile();
  await user.click(screen.getByRole("radio", { name: "Dark" }));
  expect(document.documentElement).toHaveAttribute("data-theme", "dark");
  await user.click(screen.getByRole("radio", { name: "System" }));
  expect(document.documentElement).not.toHaveAttribute("data-theme");
  expect(screen.getByRole("radio", { name: "English" })).toBeChecked();
  await user.click(screen.getByRole("radio", { name: "Off" }));
  expect(localStorage.getItem("souffleur.whisper-sound")).toBe("off");
});
