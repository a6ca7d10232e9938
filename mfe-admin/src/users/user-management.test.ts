import { forgetSignIn, listUsers, sendMailAgain, sendPasswordLink, type User } from "@souffleur/contracts";
import { resetPasskeys } from "@souffleur/contracts/passkeys";
import { screen, waitFor, within } from "@testing-library/react";
import { api, button, open } from "../testing/page.ts";
import {
  admin,
  buttonsIn,
  firstNames,
  manager,
  openUsers,
  person,
  rowOf,
  serveAccounts,
  team,
  tile,
} from "../testing/user-management.ts";

describe("what is shown", () => {
  test("the four counts, and a count on each tab", async () => {
    serveAccounts([...team, person("new", "Nora", { status: "pending_verification" })]);
    await openUsers();
    await waitFor(() => expect(tile("Total Users")).toHaveTextContent("7"));
    expect(tile("Active Users")).toHaveTextContent("3");
    expect(tile("Pending Approval")).toHaveTextContent("2");
    expect(tile("Pending Verification")).toHaveTextContent("1");
    const countOn = (name: string) =>
      screen.getByRole("tab", { name }).querySelector("[data-count]")?.getAttribute("data-count");
    await waitFor(() => expect(countOn("Pending Approval")).toBe("2"));
    expect(countOn("All Users")).toBe("7");
    expect(countOn("Active")).toBe("3");
  });

  test("the pending users at first, the longest waiting time first, each with Approve and Reject", async () => {
    serveAccounts(team);
    await openUsers();
    expect(screen.getByRole("tab", { name: "Pending Approval" })).toHaveAttribute("aria-selected", "true");
    expect(buttonsIn(await rowOf("Wanda"))).toEqual(["Approve", "Reject"]);
    expect(firstNames()).toEqual(["Wanda", "Albert"]);
    expect(api.callsOf(listUsers)).toHaveLength(0);
  });

  test("everyone on All Users, the active on Active, with the one status button that fits", async () => {
    serveAccounts(team);
    const { user } = await openUsers();
    await user.click(screen.getByRole("tab", { name: "All Users" }));
    expect(buttonsIn(await rowOf("Gilles"))).toEqual(["Deactivate", "More actions"]);
    expect(buttonsIn(await rowOf("Ines"))).toEqual(["Reactivate"]);
    expect(buttonsIn(await rowOf("Wanda"))).toEqual([]);
    expect(buttonsIn(await rowOf("Marta"))).toEqual(["Deactivate", "More actions"]);
    expect(buttonsIn(await rowOf("Ada"))).toEqual([]);
    expect(await rowOf("Ada")).toHaveTextContent("You");
    await user.click(screen.getByRole("tab", { name: "Active" }));
    await waitFor(() => expect(firstNames()).toEqual(["Ada", "Gilles", "Marta"]));
    expect(buttonsIn(await rowOf("Gilles"))).toEqual(["Deactivate", "More actions"]);
  });

  test("how far the last password link of an account is, and a label for each of the seven statuses", async () => {
    const at = "2026-11-26T10:30:00Z";
    const links = {
      waiting: "Link waits to be sent",
      sent: /Link sent .*2026/,
      expired: "Link expired unused",
      used: /Link used .*2026/,
    };
    const statuses: Record<User["status"], string> = {
      active: "Active",
      inactive: "Inactive",
      pending_approval: "Pending approval",
      pending_verification: "Pending verification",
      rejected: "Rejected",
      suspended: "Suspended",
      locked: "Locked",
    };
    const keysOf = <Key extends string>(texts: Record<Key, unknown>) => Object.keys(texts) as Key[];
    serveAccounts([
      ...keysOf(links).map((state) => person(state, state, { passwordLink: { state, at } })),
      ...keysOf(statuses).map((status) => person(status, `is-${status}`, { status })),
    ]);
    await openUsers("?tab=all&size=20");
    for (const [state, text] of Object.entries(links)) expect(await rowOf(state)).toHaveTextContent(text);
    for (const [status, label] of Object.entries(statuses))
      expect(within(await rowOf(`is-${status}`)).getByText(label)).toBeVisible();
  });

  test("that a password link was sent and lost passkeys removed, after confirmations that say what they do", async () => {
    serveAccounts(team);
    api.answer(resetPasskeys, () => ({ message: "Passkeys removed" }));
    const { user } = await openUsers("?tab=all");
    const choose = async (item: string, name: string) => {
      await user.click(within(await rowOf("Gilles")).getByRole("button", { name: "More actions" }));
      await user.click(await screen.findByRole("menuitem", { name: item }));
      return screen.findByRole("dialog", { name });
    };
    const sending = await choose("Send a password link", "Send Gilles Person a password link?");
    expect(sending).toHaveTextContent("agent@acme.test will get a link to choose a new password");
    await user.click(within(sending).getByRole("button", { name: "Confirm" }));
    await waitFor(async () => expect(await rowOf("Gilles")).toHaveTextContent(/Link sent/));
    expect(api.callsOf(sendPasswordLink)).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const removing = await choose("Remove lost passkeys", "Remove all passkeys of Gilles Person?");
    await user.click(within(removing).getByRole("button", { name: "Confirm" }));
    expect(await screen.findByText("Passkeys removed")).toBeVisible();
    expect(api.callsOf(resetPasskeys)).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    api.answer(forgetSignIn, () => ({ message: "Sign-in forgotten" }));
    const forgetting = await choose("Forget the sign-in", "Forget who signs in as Gilles Person?");
    expect(forgetting).toHaveTextContent("agent@acme.test will be signed out everywhere");
    await user.click(within(forgetting).getByRole("button", { name: "Confirm" }));
    expect(await screen.findByText("Sign-in forgotten")).toBeVisible();
    expect(api.callsOf(forgetSignIn)).toHaveLength(1);
  });

  test("why the last mail to an account was not delivered, in any state, and that it is sent again", async () => {
    const mailFailure = { at: "2026-11-26T10:30:00Z", state: "givenUp", isRepeatable: true } as const;
    const refusal = {
      ...mailFailure,
      state: "refused",
      reply: "550 no such user",
      isRepeatable: false,
    } as const;
    serveAccounts([
      person("new", "Nora", { status: "rejected", mailFailure }),
      person("old", "Olga", { status: "inactive", mailFailure: refusal }),
    ]);
    api.answer(sendMailAgain, () => ({ message: "Email sent again" }));
    const { user } = await openUsers("?tab=all");
    const row = await rowOf("Nora");
    expect(row).toHaveTextContent(/Email not delivered, given up .*2026/);
    expect(await rowOf("Olga")).toHaveTextContent(/Email refused .*2026: 550 no such user/);
    expect(buttonsIn(await rowOf("Olga"))).toEqual(["Reactivate"]);
    await user.click(within(row).getByRole("button", { name: "More actions" }));
    await user.click(await screen.findByRole("menuitem", { name: "Send the email again" }));
    expect(screen.queryByRole("menuitem", { name: "Send a password link" })).toBeNull();
    const dialog = await screen.findByRole("dialog", { name: "Send the last email to Nora Person again?" });
    await user.click(within(dialog).getByRole("button", { name: "Confirm" }));
    expect(await screen.findByText("Email sent again")).toBeVisible();
    expect(api.callsOf(sendMailAgain)).toHaveLength(1);
  });

  test("a manager gets no button for an admin or another manager", async () => {
    serveAccounts([...team, person("boss", "Bea", { role: "manager" })]);
    await openUsers("?tab=all", manager);
    expect(buttonsIn(await rowOf("Gilles"))).toEqual(["Deactivate", "More actions"]);
    expect(buttonsIn(await rowOf("Ada"))).toEqual([]);
    expect(buttonsIn(await rowOf("Bea"))).toEqual([]);
    expect(buttonsIn(await rowOf("Marta"))).toEqual([]);
  });

  test("organizations to a platform administrator", async () => {
    serveAccounts([person("one", "Olga", { organizationName: "Globex", status: "pending_approval" })]);
    await open("/admin/users", { as: admin });
    expect(await rowOf("Olga")).toHaveTextContent("Globex");
    expect(screen.getByRole("columnheader", { name: "Organization" })).toBeVisible();
  });

  test("no organization column within one organization, even where the address sorts by it", async () => {
    serveAccounts(team.map((user) => ({ ...user, organizationName: "Acme" })));
    await openUsers("?sort=-organization");
    expect(await rowOf("Wanda")).not.toHaveTextContent("Acme");
    expect(screen.queryByRole("columnheader", { name: "Organization" })).not.toBeInTheDocument();
    expect(firstNames()).toEqual(["Wanda", "Albert"]);
  });

  test("one line and one action without pending users", async () => {
    serveAccounts([admin]);
    const { user } = await openUsers();
    expect(await screen.findByText("No pending requests.")).toBeVisible();
    await user.click(button("Show all users"));
    expect(await rowOf("Ada")).toBeVisible();
  });
});
