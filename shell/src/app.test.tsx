import { someUser } from "@souffleur/shared-ui/testing";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { address, mainNavigation, openApp as open, prepareApp } from "./testing/open-app.tsx";

prepareApp();

test.each(["/", "/dashboard", "/analytics", "/admin/users", "/no/such/page"])(
  "without a session %s leads to the sign-in page",
  async (path) => {
    await open(path);
    expect(address()).toBe("/login");
    expect(screen.queryByRole("navigation")).not.toBeInTheDocument();
  },
);

test.each(["/", "/no/such/page"])("with a session %s leads to the dashboard", async (path) => {
  await open(path, someUser());
  expect(address()).toBe("/dashboard");
  expect(document.title).toBe("Dashboard · Souffleur");
});

test("an agent is refused the user management, and is redirected to the dashboard after two seconds", async () => {
  jest.useFakeTimers();
  await open("/admin/users", someUser({ role: "agent" }));
  await act(async () => void (await jest.advanceTimersByTimeAsync(1900)));
  expect(screen.getByText("Access denied. Admin privileges required.")).toBeVisible();
  expect(document.title).toBe("User Management · Souffleur");
  expect(address()).toBe("/admin/users");
  await act(async () => void (await jest.advanceTimersByTimeAsync(100)));
  expect(address()).toBe("/dashboard");
});

test.each(["admin", "manager"] as const)("a %s may open the user management", async (role) => {
  await open("/admin/users", someUser({ role }));
  expect(address()).toBe("/admin/users");
  const link = mainNavigation().getByRole("link", { name: "User Management" });
  expect(link).toHaveAttribute("aria-current", "page");
});

test("a remote that can't be loaded shows an error card, and the top bar stays", async () => {
  await open("/dashboard", someUser());
  expect(await screen.findByRole("alert")).toHaveTextContent("This part of Souffleur could not be loaded.");
  expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
  expect(screen.getByRole("navigation", { name: "Main" })).toBeVisible();
  expect(screen.getByRole("status", { name: "" })).toHaveTextContent("Offline");
});

test("the badge offers Retry after the last attempt to connect", async () => {
  await open("/dashboard", someUser());
  const badge = await screen.findByRole("button", { name: "Offline" });
  expect(badge).toHaveAccessibleDescription("Could not reconnect. Retry?");
  await userEvent.hover(badge);
  await screen.findByRole("tooltip", { name: "Could not reconnect." });
  await userEvent.click(within(screen.getByRole("banner")).getByRole("button", { name: "Retry" }));
  expect(screen.queryByRole("button", { name: "Offline" })).not.toBeInTheDocument();
  expect(screen.getByRole("status", { name: "" })).toHaveTextContent("Offline");
});

test("New Call opens the live call, and the change of screen is announced", async () => {
  await open("/dashboard", someUser());
  await screen.findByRole("alert");
  await userEvent.click(screen.getByRole("button", { name: "New Call" }));
  expect(address()).toBe("/live-call");
  // The skeleton has a heading too, which the screen's replaces.
  await waitFor(() => expect(screen.getByRole("heading", { level: 1, name: "Live Call" })).toHaveFocus());
  expect(document.title).toBe("Live Call · Souffleur");
});

test("the user menu shows the user, the role and the actions", async () => {
  await open("/dashboard", someUser({ role: "supervisor" }));
  await userEvent.click(screen.getByRole("button", { name: "Open user menu" }));
  const menu = await screen.findByRole("menu");
  expect(menu).toHaveTextContent("Camille Moreau");
  expect(menu).toHaveTextContent("Supervisor");
  expect(within(menu).getByRole("menuitem", { name: "Profile" })).not.toHaveAttribute("aria-disabled");
  expect(within(menu).getByRole("menuitem", { name: "Settings" })).not.toHaveAttribute("aria-disabled");
});

test("the gear has theme, language, sounds and the list of shortcuts", async () => {
  await open("/dashboard", someUser());
  await userEvent.click(screen.getByRole("button", { name: "Settings" }));
  const menu = await screen.findByRole("menu");
  await userEvent.click(within(menu).getByRole("menuitemradio", { name: "Dark" }));
  expect(document.documentElement).toHaveAttribute("data-theme", "dark");
  expect(within(menu).getByRole("menuitemradio", { name: "Français" })).toBeVisible();
  expect(within(menu).getByRole("menuitemradio", { name: "On" })).toBeChecked();
  await userEvent.click(within(menu).getByRole("menuitemradio", { name: "Off" }));
  expect(within(menu).getByRole("menuitemradio", { name: "Off" })).toBeChecked();
  expect(localStorage.getItem("souffleur.whisper-sound")).toBe("off");
  await userEvent.click(within(menu).getByRole("menuitem", { name: "Keyboard shortcuts" }));
  expect(await screen.findByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
});

test("Logout leads to the sign-in page, and nothing is remembered for the next user", async () => {
  await open("/analytics", someUser());
  await userEvent.click(screen.getByRole("button", { name: "Open user menu" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Logout" }));
  expect(address()).toBe("/login");
  expect(window.history.state.usr ?? null).toBeNull();
  expect(localStorage.getItem("souffleur.auth")).toBeNull();
});

test("the button that scrolls to the top appears after 300 pixels", async () => {
  await open("/dashboard", someUser());
  const scrollTo = async (pixels: number) => {
    window.scrollY = pixels;
    await act(async () => void window.dispatchEvent(new Event("scroll")));
  };
  await scrollTo(300);
  expect(screen.queryByRole("button", { name: "Scroll to top" })).not.toBeInTheDocument();
  await scrollTo(301);
  await userEvent.click(screen.getByRole("button", { name: "Scroll to top" }));
  expect(window.scrollTo).toHaveBeenLastCalledWith({ top: 0, behavior: "smooth" });
  jest.spyOn(window, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList);
  await userEvent.click(screen.getByRole("button", { name: "Scroll to top" }));
  expect(window.scrollTo).toHaveBeenLastCalledWith({ top: 0, behavior: "instant" });
  await scrollTo(0);
});
