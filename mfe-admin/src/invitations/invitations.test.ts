import type { Invitation } from "@souffleur/contracts";
import { createInvitations, listInvitations, withdrawInvitation } from "@souffleur/contracts/invitations";
import { endInAnotherLanguage, ok, refused } from "@souffleur/shared-ui/testing";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { answerAfterProof } from "../testing/data.ts";
import { acme, api, button, findToast, open } from "../testing/page.ts";
import { admin, manager } from "../testing/user-management.ts";

const inOneWeek = new Date(Date.now() + 6.9 * 24 * 60 * 60_000).toISOString();
const waiting = (email: string, more: Partial<Invitation> = {}): Invitation => ({
  id: email,
  email,
  role: "agent",
  sentBy: "Ada Person",
  sentAt: "2026-03-12T09:00:00.000Z",
  expiresAt: inOneWeek,
  ...more,
});

let stored: Invitation[];
beforeEach(() => {
  stored = [
    waiting("old@acme.test", { expiresAt: "2026-03-19T09:00:00.000Z" }),
    waiting("boss@acme.test", { role: "admin" }),
  ];
  api.on(listInvitations, () => ok(listInvitations, { data: { invitations: stored } }));
  api.on(createInvitations, ({ body }) => {
    const { addresses } = body as { addresses: string };
    const sent = addresses.split("\n").map((email) => waiting(email));
    stored = [...sent, ...stored.filter(({ email }) => !sent.some((one) => one.email === email))];
    return ok(createInvitations, { message: `${sent.length} sent`, data: { invitations: sent } });
  });
  api.on(withdrawInvitation, ({ path }) => {
    stored = stored.filter(({ id }) => !path.endsWith(encodeURIComponent(id)));
    return ok(withdrawInvitation, { message: "Withdrawn" });
  });
});

const openInvitations = (as = admin) => open("/admin/invitations", { as, organization: acme });
const field = () => screen.getByLabelText("Email addresses");
/** Addresses are written in parts that may wrap. */
const rows = (email: string) =>
  screen.queryAllByRole("listitem").filter(({ textContent }) => textContent?.startsWith(email));
const rowOf = async (email: string) => {
  await waitFor(() => expect(rows(email)).toHaveLength(1));
  return within(rows(email)[0] as HTMLElement);
};

test("a pasted list is sent with its role, reported, and listed; the field is empty again", async () => {
  const { user } = await openInvitations();
  await user.click(field());
  await user.paste("ann@acme.test\nbob@acme.test");
  await user.selectOptions(screen.getByLabelText("Role"), "supervisor");
  await user.dblClick(button("Send invitations"));
  await findToast("2 sent");
  expect(api.callsOf(createInvitations).map(({ body }) => body)).toEqual([
    { addresses: "ann@acme.test\nbob@acme.test", role: "supervisor" },
  ]);
  await waitFor(() => expect(field()).toHaveValue(""));
  await waitFor(() => expect(field()).toHaveFocus());
  await rowOf("bob@acme.test");
});

test("each wrong address is named with its line before anything is sent, and by the server", async () => {
  const { user } = await openInvitations();
  await user.click(button("Send invitations"));
  expect(field()).toHaveAccessibleDescription("Enter at least one email address");
  expect(field()).toHaveFocus();
  await user.paste("ann@acme.test\ncamille@\n\nbob@gmial.com");
  expect(field()).not.toHaveAttribute("aria-invalid", "true");
  await user.click(button("Send invitations"));
  const problems =
    "Line 2: camille@ is not a valid email address\nLine 4: bob@gmial.com. Did you mean @gmail.com?";
  expect(field()).toHaveAccessibleDescription(problems);
  expect(api.callsOf(createInvitations)).toHaveLength(0);
  api.on(createInvitations, () =>
    refused("VALIDATION_ERROR", "Line 1: no", { fields: { "addresses.1": "Line 1: no", role: "x" } }),
  );
  await user.clear(field());
  await user.paste("ann@acme.test");
  await user.click(button("Send invitations"));
  await waitFor(() => expect(field()).toHaveAccessibleDescription("Line 1: no"));
  expect(field()).toHaveValue("ann@acme.test");
});

test("an administrator is invited once the password is given, and what was typed stays without it", async () => {
  answerAfterProof(createInvitations, () =>
    ok(createInvitations, { message: "1 sent", data: { invitations: [] } }),
  );
  const { user } = await openInvitations();
  await user.click(field());
  await user.paste("ann@acme.test");
  await user.click(button("Send invitations"));
  // By no pointer: a dialog takes them only after it has been drawn.
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(field()).toHaveValue("ann@acme.test");
  await user.click(button("Send invitations"));
  const dialog = within(await screen.findByRole("dialog", { name: "Enter your password" }));
  await user.type(dialog.getByLabelText("Password"), "Rideau-Rouge-7{Enter}");
  await waitFor(() => expect(field()).toHaveValue(""));
});

test("of many wrong addresses the first eight are named", async () => {
  const { user } = await openInvitations();
  await user.click(field());
  await user.paste("a@\n".repeat(11));
  await user.click(button("Send invitations"));
  expect(field()).toHaveAccessibleDescription(/Line 8: a@ is not a valid email address\nAnd 3 more\.$/);
});

test("without an answer the list is kept", async () => {
  const { user } = await openInvitations();
  await rowOf("old@acme.test");
  await user.click(field());
  await user.paste("ann@acme.test");
  await api.close();
  await user.click(button("Send invitations"));
  await waitFor(() =>
    expect(field()).toHaveAccessibleDescription(
      "The invitations could not be sent. Please check your connection.",
    ),
  );
  expect(field()).toHaveValue("ann@acme.test");
});

test("one whose mail was refused says why, until it is sent again", async () => {
  const mailFailure = {
    at: "2026-03-12T09:00:00.000Z",
    state: "refused",
    reply: "550 no such user",
  } as const;
  stored = [waiting("ann@acme.test", { mailFailure })];
  const { user } = await openInvitations();
  const row = await rowOf("ann@acme.test");
  expect(row.getByText("Not delivered")).toBeVisible();
  expect(row.getByText(/^Email refused .*2026: 550 no such user$/)).toBeVisible();
  await user.click(row.getByRole("button", { name: "Send again" }));
  await waitFor(async () => expect((await rowOf("ann@acme.test")).queryByText("Not delivered")).toBeNull());
});

test.each([
  [undefined, "the mail server could not be reached"],
  ["535 the sign-in failed", "535 the sign-in failed"],
])("one whose mail was given up says why: %s", async (reply, why) => {
  const mailFailure = { at: "2026-03-12T09:00:00.000Z", state: "givenUp", ...(reply && { reply }) } as const;
  stored = [waiting("ann@acme.test", { mailFailure })];
  await openInvitations();
  const row = await rowOf("ann@acme.test");
  expect(row.getByText(new RegExp(`^Email not delivered, given up .*2026: ${why}$`))).toBeVisible();
});

test("an expired invitation says so, and is sent again with its role", async () => {
  const { user } = await openInvitations();
  const row = await rowOf("old@acme.test");
  expect(row.getByText("Expired")).toBeVisible();
  await user.click(row.getByRole("button", { name: "Send again" }));
  await findToast("1 sent");
  expect(api.callsOf(createInvitations)[0]?.body).toEqual({ addresses: "old@acme.test", role: "agent" });
  await waitFor(async () => expect((await rowOf("old@acme.test")).queryByText("Expired")).toBeNull());
});

test("an invitation that was sent a moment ago is refused with the time to wait", async () => {
  api.on(createInvitations, () => refused("RATE_LIMITED", "Please wait 12 seconds."));
  const { user } = await openInvitations();
  await user.click((await rowOf("old@acme.test")).getByRole("button", { name: "Send again" }));
  await findToast("Please wait 12 seconds.");
});

test("an invitation is withdrawn after a confirmation, also where someone else was faster", async () => {
  const { user } = await openInvitations();
  const press = async (email: string) => {
    await user.click((await rowOf(email)).getByRole("button", { name: "Withdraw" }));
    expect(screen.getByRole("dialog", { name: "Withdraw this invitation?" })).toHaveTextContent(email);
    await user.click(button("Withdraw"));
  };
  await press("old@acme.test");
  await findToast("Withdrawn");
  await waitFor(() => expect(rows("old@acme.test")).toEqual([]));
  expect(document.body).not.toHaveFocus();
  api.on(withdrawInvitation, () => {
    stored = [];
    return refused("INVALID_TRANSITION", "It was accepted in the meantime.");
  });
  await press("boss@acme.test");
  await findToast("It was accepted in the meantime.");
  expect(await screen.findByText("No pending invitations.")).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a manager gives the roles of a team, and changes no administrator's invitation", async () => {
  await openInvitations(manager);
  const options = within(screen.getByLabelText("Role")).getAllByRole("option");
  expect(options.map(({ textContent }) => textContent)).toEqual(["Supervisor", "Analyst", "Agent"]);
  expect((await rowOf("boss@acme.test")).queryAllByRole("button")).toEqual([]);
  expect((await rowOf("old@acme.test")).getAllByRole("button")).toHaveLength(2);
});

test("a list that could not be loaded is loaded again by Retry", async () => {
  api.on(listInvitations, () => refused("DATABASE_UNAVAILABLE", "Not now."));
  const { user } = await openInvitations();
  expect(await screen.findByText("Not now.")).toBeVisible();
  api.on(listInvitations, () => ok(listInvitations, { data: { invitations: stored } }));
  await user.click(button("Retry"));
  expect((await rowOf("old@acme.test")).getByText("Expired")).toBeVisible();
});

test("a platform administrator is led to User Management, which has no link to it", async () => {
  const app = await open("/admin/invitations", { as: admin });
  await waitFor(() => expect(app.address()).toBe("/admin/users"));
  expect(screen.queryByRole("link", { name: "Invitations" })).toBeNull();
});

test("what is entered is there after another language was chosen, for the same person", async () => {
  const { user, unmount } = await openInvitations();
  await user.type(field(), "lea@acme.test");
  await user.selectOptions(screen.getByLabelText("Role"), "manager");
  endInAnotherLanguage();
  unmount();
  const other = await openInvitations(manager);
  expect(field()).toHaveValue("");
  other.unmount();
  await openInvitations();
  expect(field()).toHaveValue("lea@acme.test");
  expect(screen.getByLabelText("Role")).toHaveValue("manager");
  expect(sessionStorage).toHaveLength(0);
});
