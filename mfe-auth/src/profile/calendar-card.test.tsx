import { listSessions } from "@souffleur/contracts";
import {
  type CalendarLink,
  endCalendarLink,
  readCalendarLink,
  renewCalendarLink,
} from "@souffleur/contracts/next-steps";
import { listPasskeys } from "@souffleur/contracts/passkeys";
import { ok, refused, someUser } from "@souffleur/shared-ui/testing";
import { screen, waitFor, within } from "@testing-library/react";
import { accepted, api, button, open } from "../testing/page.ts";

const organization = { id: "org", name: "Lumière", industryType: "technology" } as const;
const address = "https://app.example/api/calendars/secret.ics";
const made = { createdAt: "2026-03-12T09:30:00.000Z" };
let link: CalendarLink;

beforeEach(() => {
  link = {};
  api.on(listSessions, () => ok(listSessions, { data: { sessions: [] } }));
  api.on(listPasskeys, () => ok(listPasskeys, { data: { passkeys: [], accepted: accepted() } }));
  api.on(readCalendarLink, () => ok(readCalendarLink, { data: link }));
  api.on(renewCalendarLink, () => {
    link = made;
    return ok(renewCalendarLink, { data: { ...made, address } });
  });
  api.on(endCalendarLink, () => {
    link = {};
    return ok(endCalendarLink, {});
  });
  HTMLElement.prototype.scrollIntoView = () => {};
});

const card = () => within(screen.getByRole("region", { name: "Calendar" }));
/** Waits until no request is running, while which a press does nothing. */
const settled = () => waitFor(() => expect(button("New link")).not.toHaveAttribute("aria-busy"));
async function openProfile() {
  const app = await open("/profile#calendar", { as: someUser(), organization });
  // The page's cards come together.
  await screen.findByRole("region", { name: "Calendar" });
  return app;
}

test("a link is made with one press and its address shown once, then renewed and ended after a question", async () => {
  const { user } = await openProfile();
  await user.click(await card().findByRole("button", { name: "Make a link" }));
  expect(await card().findByRole("textbox", { name: "Address for your calendar program" })).toHaveValue(
    address,
  );
  expect(card().getByText(/Not read yet/)).toBeVisible();
  await settled();
  await user.click(button("New link"));
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "New link" }));
  await waitFor(() => expect(api.callsOf(renewCalendarLink)).toHaveLength(2));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await settled();
  await user.click(button("End link"));
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "End link" }));
  expect(await card().findByRole("button", { name: "Make a link" })).toBeVisible();
  expect(card().queryByRole("textbox")).toBeNull();
});

test("an address is not shown again", async () => {
  link = { ...made, lastReadAt: "2026-03-13T10:00:00.000Z" };
  await openProfile();
  expect(await card().findByText(/Last read Mar 13, 2026/)).toBeVisible();
  expect(card().queryByRole("textbox")).toBeNull();
});

test("a failure is told, and the link stays as it is", async () => {
  api.on(renewCalendarLink, () => refused("DATABASE_UNAVAILABLE", "Try again in a moment."));
  const { user } = await openProfile();
  await user.click(await card().findByRole("button", { name: "Make a link" }));
  expect(await screen.findByText("Try again in a moment.")).toBeVisible();
  expect(card().getByRole("button", { name: "Make a link" })).toBeVisible();
});

test("an account without an organization has no next steps, and no calendar", async () => {
  await open("/profile", { as: someUser() });
  await screen.findByRole("region", { name: "Sessions" });
  expect(screen.queryByRole("region", { name: "Calendar" })).toBeNull();
});
