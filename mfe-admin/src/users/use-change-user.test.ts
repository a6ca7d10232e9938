import {
  approvalEffect,
  changeUserRole,
  changeUserStatus,
  decideUser,
  pendingUsers,
} from "@souffleur/contracts";
import { deferred, refused } from "@souffleur/shared-ui/testing";
import { screen, waitFor, within } from "@testing-library/react";
import { api, button, findToast, open } from "../testing/page.ts";
import {
  admin,
  alsoWaiting,
  firstNames,
  manager,
  openUsers,
  person,
  rowOf,
  serveAccounts,
  team,
  tile,
} from "../testing/user-management.ts";

const joins = { founds: false, sameDomain: [], similarNames: [], organizations: [] };

beforeEach(() => {
  serveAccounts(team);
  api.answer(approvalEffect, () => ({ data: joins }));
});

/** An approval waits for its effect. */
const confirmable = () => waitFor(() => expect(button("Confirm")).not.toHaveAttribute("aria-disabled"));

/** Opens the list and presses a button in the row of a user. */
async function press(name: string, firstName: string, query = "") {
  const { user } = await openUsers(query);
  await user.click(within(await rowOf(firstName)).getByRole("button", { name }));
  await confirmable();
  return user;
}

describe("a decision", () => {
  test("is confirmed, sent once, reported with the server's text, and shown at once", async () => {
    const user = await press("Approve", "Wanda");
    const dialog = screen.getByRole("dialog", { name: "Approve Wanda Person?" });
    expect(within(dialog).queryByRole("textbox")).not.toBeInTheDocument();
    // The second click arrives before the render after the first.
    await user.dblClick(within(dialog).getByRole("button", { name: "Confirm" }));
    await findToast("The account is approved.");
    await waitFor(() => expect(firstNames()).toEqual(["Albert"]));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(api.callsOf(decideUser).map(({ path, body }) => [path, body])).toEqual([
      ["/api/auth/admin/users/waiting/approve", { decision: "approve" }],
    ]);
    await waitFor(() => expect(tile("Pending Approval")).toHaveTextContent("1"));
    // The counts and the list are requested together: either may arrive first.
    await waitFor(() => expect(api.callsOf(pendingUsers).length).toBeGreaterThan(1));
    await waitFor(() => expect(document.activeElement).toContainElement(screen.getByRole("table")));
    expect(document.body).not.toHaveFocus();
  });

  describe("of a platform administrator", () => {
    const founder = person("waiting", "Wanda", {
      status: "pending_approval",
      organizationName: "Acme SAS",
      email: "wanda@acme.test",
    });
    const organizations = [
      { id: "acme", name: "Acme" },
      { id: "acme-inc", name: "ACME Inc." },
    ];
    const effect = {
      founds: true,
      sameDomain: ["Acme France"],
      similarNames: ["Acme", "ACME Inc."],
      organizations,
    };
    const openQuestion = async () => {
      serveAccounts([founder]);
      const { user } = await open("/admin/users", { as: admin });
      await user.click(within(await rowOf("Wanda")).getByRole("button", { name: "Approve" }));
      return { user, dialog: within(screen.getByRole("dialog")) };
    };

    test("on a founder shows the consequence and similar organizations, and puts them into one that is chosen", async () => {
      api.answer(approvalEffect, () => ({ data: effect }));
      const { user, dialog } = await openQuestion();
      expect(await dialog.findByRole("alert")).toHaveTextContent(
        "Acme SAS is a new organization. Wanda Person becomes its administrator. This can't be undone by deactivating them: an organization's last administrator can't be deactivated.",
      );
      const similar = dialog.getAllByRole("definition").map(({ textContent }) => textContent);
      expect(similar).toEqual(["Acme", "ACME Inc.", "Acme France"]);
      expect(dialog.getByText("Same email domain (acme.test)")).toBeVisible();
      expect(api.callsOf(approvalEffect).map(({ path }) => path)).toEqual([
        "/api/auth/admin/users/waiting/approval",
      ]);
      const choice = dialog.getByRole("combobox", { name: "Organization" });
      expect(choice).toHaveDisplayValue("A new organization");
      expect(dialog.queryByRole("combobox", { name: "Role" })).toBeNull();
      await user.selectOptions(choice, "Acme");
      const text = "They join Acme with the role Agent. Its administrators will get an email.";
      expect(dialog.getByText(text)).toBeVisible();
      expect(dialog.queryByRole("alert")).toBeNull();
      await user.selectOptions(dialog.getByRole("combobox", { name: "Role" }), "supervisor");
      await user.click(dialog.getByRole("button", { name: "Confirm" }));
      await findToast("The account is approved.");
      expect(api.callsOf(decideUser).map(({ body }) => body)).toEqual([
        { decision: "approve", role: "supervisor", organizationId: "acme" },
      ]);
    });

    test("waits until the consequence is loaded; after a failure a warning is shown", async () => {
      api.on(approvalEffect, () => refused("INTERNAL", "Broken"));
      const { user, dialog } = await openQuestion();
      const confirm = dialog.getByRole("button", { name: "Confirm" });
      await user.click(confirm);
      expect(await dialog.findByRole("alert")).toHaveTextContent(/If it is new, Wanda Person becomes/);
      expect(api.callsOf(decideUser)).toHaveLength(0);
      api.answer(approvalEffect, () => ({ data: joins }));
      await user.click(dialog.getByRole("button", { name: "Retry" }));
      expect(await dialog.findByText("They join Acme SAS with the role Agent.")).toBeVisible();
      await user.click(confirm);
      await findToast("The account is approved.");
    });
  });

  test("to approve has the role of an agent, or the one that is chosen", async () => {
    const user = await press("Approve", "Wanda");
    const role = within(screen.getByRole("dialog")).getByRole("combobox", { name: "Role" });
    expect(role).toHaveValue("agent");
    await user.selectOptions(role, "supervisor");
    expect(role).toHaveAccessibleDescription("Sees all calls, whispers and helps.");
    await user.click(button("Confirm"));
    await findToast("The account is approved.");
    expect(api.callsOf(decideUser)[0]?.body).toEqual({ decision: "approve", role: "supervisor" });
  });

  test.each([
    ["is proposed", admin, "analyst", "analyst"],
    ["is not, where the caller does not give it", manager, "admin", "agent"],
  ] as const)(
    "to approve somebody invited has the invited role, which %s",
    async (_what, as, invitedRole, role) => {
      api.answer(approvalEffect, () => ({ data: { ...joins, invitedRole } }));
      const { user } = await openUsers("", as);
      await user.click(within(await rowOf("Wanda")).getByRole("button", { name: "Approve" }));
      await confirmable();
      const field = screen.getByRole("combobox", { name: "Role" });
      expect(field).toHaveValue(role);
      await user.selectOptions(field, "supervisor");
      await user.selectOptions(field, role);
      await user.click(button("Confirm"));
      await findToast("The account is approved.");
      // The server proposes the same.
      expect(api.callsOf(decideUser)[0]?.body).toEqual({ decision: "approve" });
    },
  );

  test.each([
    ["includes the reason", "  Unknown here  ", { decision: "reject", reason: "Unknown here" }],
    ["with a blank reason sends none", "   ", { decision: "reject" }],
  ])("to reject %s", async (_what, reason, body) => {
    const user = await press("Reject", "Wanda");
    await user.type(screen.getByRole("textbox", { name: "Reason (optional)" }), reason);
    await user.click(button("Confirm"));
    await findToast("The account is rejected.");
    expect(api.callsOf(decideUser)[0]?.body).toEqual(body);
  });

  test("can be cancelled, and the focus returns to its button", async () => {
    const { user } = await openUsers();
    const approve = within(await rowOf("Wanda")).getByRole("button", { name: "Approve" });
    await user.click(approve);
    await user.click(button("Cancel"));
    await waitFor(() => expect(approve).toHaveFocus());
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(api.callsOf(decideUser)).toHaveLength(0);
  });

  test("that another administrator made first is reported, and the list is reloaded", async () => {
    const accounts = serveAccounts(team);
    api.on(decideUser, () => {
      accounts.replace([admin, alsoWaiting]);
      return refused("INVALID_TRANSITION", "This account has already been decided.");
    });
    const user = await press("Approve", "Wanda");
    await user.click(button("Confirm"));
    await findToast("This account has already been decided.");
    await waitFor(() => expect(firstNames()).toEqual(["Albert"]));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  test("keeps its dialog while it is sent; one that fails without a text is reported and can be repeated", async () => {
    const answer = deferred();
    api.on(decideUser, async () => {
      await answer.promise;
      return { status: 500, body: {} };
    });
    const user = await press("Approve", "Wanda");
    const confirm = button("Confirm");
    await user.click(confirm);
    expect(confirm).toHaveFocus();
    expect(button("Cancel")).toHaveAttribute("aria-disabled", "true");
    await user.keyboard("{Escape}");
    answer.resolve();
    await findToast("Operation failed");
    expect(screen.getByRole("dialog")).toBeVisible();
    expect(confirm).toHaveFocus();
    serveAccounts(team);
    await waitFor(() => expect(button("Confirm")).not.toHaveAttribute("aria-disabled"));
    await user.click(button("Confirm"));
    await findToast("The account is approved.");
  });

  test("without an answer keeps the reason", async () => {
    const user = await press("Reject", "Wanda");
    const reason = screen.getByRole("textbox", { name: "Reason (optional)" });
    await user.type(reason, "Unknown here");
    await api.close();
    await user.click(button("Confirm"));
    await findToast("Failed to process request. Please try again.");
    expect(reason).toHaveValue("Unknown here");
  });
});

describe("a change of the status", () => {
  test("deactivates and reactivates", async () => {
    const user = await press("Deactivate", "Gilles", "?tab=all");
    await user.click(button("Confirm"));
    await user.click(await within(await rowOf("Gilles")).findByRole("button", { name: "Reactivate" }));
    await user.click(button("Confirm"));
    expect(await within(await rowOf("Gilles")).findByRole("button", { name: "Deactivate" })).toBeVisible();
    expect(api.callsOf(changeUserStatus).map(({ path, body }) => [path, body])).toEqual([
      ["/api/auth/admin/users/agent/status", { status: "inactive" }],
      ["/api/auth/admin/users/agent/status", { status: "active" }],
    ]);
  });

  test("without an answer shows an error", async () => {
    const user = await press("Deactivate", "Gilles", "?tab=all");
    await api.close();
    await user.click(button("Confirm"));
    await findToast("Failed to update user status. Please try again.");
  });
});

describe("a change of the role", () => {
  const askFor = async (as = admin) => {
    const { user } = await openUsers("?tab=all", as);
    const opener = within(await rowOf("Gilles")).getByRole("button", { name: "Agent, change role" });
    await user.click(opener);
    const dialog = within(screen.getByRole("dialog", { name: "Change the role of Gilles Person?" }));
    return { user, opener, dialog, role: dialog.getByRole("combobox", { name: "Role" }) };
  };

  test("is sent with the role that was shown, reported, and shown at once; the focus returns", async () => {
    const { user, dialog, role } = await askFor();
    const confirm = dialog.getByRole("button", { name: "Confirm" });
    expect(confirm).toHaveAttribute("aria-disabled", "true");
    await user.selectOptions(role, "analyst");
    await user.dblClick(confirm);
    await findToast("The role is changed.");
    const changed = await within(await rowOf("Gilles")).findByRole("button", {
      name: "Analyst, change role",
    });
    await waitFor(() => expect(changed).toHaveFocus());
    expect(api.callsOf(changeUserRole).map(({ path, body }) => [path, body])).toEqual([
      ["/api/auth/admin/users/agent/role", { role: "analyst", from: "agent" }],
    ]);
  });

  test("offers a manager the roles of a team, and no role of their own or of their equals", async () => {
    const { role } = await askFor(manager);
    expect(
      within(role)
        .getAllByRole("option")
        .map(({ textContent }) => textContent),
    ).toEqual(["Supervisor", "Analyst", "Agent"]);
    for (const name of ["Ada", "Marta"])
      expect(
        within(await rowOf(name)).queryByRole("button", { name: /change role/, hidden: true }),
      ).toBeNull();
  });

  test("that another administrator has overtaken is reported, and the list is loaded again", async () => {
    const accounts = serveAccounts(team);
    api.on(changeUserRole, () => {
      accounts.replace(team.map((user) => (user.id === "agent" ? { ...user, role: "supervisor" } : user)));
      return refused("INVALID_TRANSITION", "The role was changed.");
    });
    const { user, role } = await askFor();
    await user.selectOptions(role, "analyst");
    await user.click(button("Confirm"));
    await findToast("The role was changed.");
    expect(
      await within(await rowOf("Gilles")).findByRole("button", { name: "Supervisor, change role" }),
    ).toBeVisible();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  test("without an answer keeps the choice", async () => {
    const { user, role } = await askFor();
    await user.selectOptions(role, "manager");
    await api.close();
    await user.click(button("Confirm"));
    await findToast("Failed to change the role. Please try again.");
    expect(role).toHaveValue("manager");
  });
});
