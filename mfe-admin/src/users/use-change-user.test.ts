import { approvalEffect, changeUserStatus, decideUser, pendingUsers } from "@souffleur/contracts";
import { ok, refused } from "@souffleur/shared-ui/testing";
import { screen, waitFor, within } from "@testing-library/react";
import {
  admin,
  alsoWaiting,
  findToast,
  firstNames,
  person,
  rowOf,
  screenOfEachTest,
  team,
  tile,
} from "../testing/user-management.ts";

const page = screenOfEachTest();

describe("a decision", () => {
  test("is confirmed, sent once, reported with the server's text, and shown at once", async () => {
    page.serve(team);
    const { user } = await page.open();
    await user.click(within(await rowOf("Wanda")).getByRole("button", { name: "Approve" }));
    const dialog = screen.getByRole("dialog", { name: "Approve Wanda Person?" });
    expect(within(dialog).queryByRole("textbox")).not.toBeInTheDocument();
    // The second press comes before the first is drawn.
    await user.dblClick(within(dialog).getByRole("button", { name: "Confirm" }));
    await findToast("The account is approved.");
    await waitFor(() => expect(firstNames()).toEqual(["Albert"]));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(page.api.callsOf(decideUser).map(({ path, body }) => [path, body])).toEqual([
      ["/api/auth/admin/users/waiting/approve", { decision: "approve" }],
    ]);
    await waitFor(() => expect(tile("Pending Approval")).toHaveTextContent("1"));
    // The counts and the list are asked for together: either may be the first to arrive.
    await waitFor(() => expect(page.api.callsOf(pendingUsers).length).toBeGreaterThan(1));
    await waitFor(() => expect(document.activeElement).toContainElement(screen.getByRole("table")));
    expect(document.body).not.toHaveFocus();
  });

  describe("of a platform administrator", () => {
    const founder = person("waiting", "Wanda", {
      status: "pending_approval",
      organizationName: "Acme SAS",
      email: "wanda@acme.test",
    });
    const openQuestion = async () => {
      page.serve([founder]);
      const { user } = await page.open({ organization: null });
      await user.click(within(await rowOf("Wanda")).getByRole("button", { name: "Approve" }));
      return { user, dialog: within(screen.getByRole("dialog")) };
    };

    test("on a founder names the consequence, and the organizations that resemble theirs", async () => {
      page.api.on(approvalEffect, () =>
        ok(approvalEffect, {
          data: { founds: true, sameDomain: ["Acme France"], similarNames: ["Acme", "ACME Inc."] },
        }),
      );
      const { dialog } = await openQuestion();
      expect(await dialog.findByRole("alert")).toHaveTextContent(
        "Acme SAS is a new organization. Wanda Person becomes its administrator. This can't be undone by deactivating them: an organization's last administrator can't be deactivated.",
      );
      expect(dialog.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
        "Acme",
        "ACME Inc.",
        "Acme France",
      ]);
      expect(dialog.getByText("Same email domain (acme.test)")).toBeVisible();
      expect(page.api.callsOf(approvalEffect).map(({ path }) => path)).toEqual([
        "/api/auth/admin/users/waiting/approval",
      ]);
    });

    test("waits until the consequence is shown; where it can't be, the warning remains", async () => {
      page.api.on(approvalEffect, () => refused("INTERNAL", "Broken"));
      const { user, dialog } = await openQuestion();
      const confirm = dialog.getByRole("button", { name: "Confirm" });
      await user.click(confirm);
      expect(await dialog.findByRole("alert")).toHaveTextContent(/If it is new, Wanda Person becomes/);
      expect(page.api.callsOf(decideUser)).toHaveLength(0);
      page.api.on(approvalEffect, () =>
        ok(approvalEffect, { data: { founds: false, sameDomain: [], similarNames: [] } }),
      );
      await user.click(dialog.getByRole("button", { name: "Retry" }));
      expect(await dialog.findByText("They join Acme SAS as an agent.")).toBeVisible();
      await user.click(confirm);
      await findToast("The account is approved.");
    });
  });

  test("that rejects includes a reason", async () => {
    page.serve(team);
    const { user } = await page.open();
    await user.click(within(await rowOf("Wanda")).getByRole("button", { name: "Reject" }));
    await user.type(screen.getByRole("textbox", { name: "Reason (optional)" }), "  Unknown here  ");
    await user.click(screen.getByRole("button", { name: "Confirm" }));
    await findToast("The account is rejected.");
    expect(page.api.callsOf(decideUser)[0]?.body).toEqual({ decision: "reject", reason: "Unknown here" });
  });

  test("that rejects with a blank reason sends none", async () => {
    page.serve(team);
    const { user } = await page.open();
    await user.click(within(await rowOf("Wanda")).getByRole("button", { name: "Reject" }));
    await user.type(screen.getByRole("textbox", { name: "Reason (optional)" }), "   ");
    await user.click(screen.getByRole("button", { name: "Confirm" }));
    await findToast("The account is rejected.");
    expect(page.api.callsOf(decideUser)[0]?.body).toEqual({ decision: "reject" });
  });

  test("can be cancelled, and the focus returns to its button", async () => {
    page.serve(team);
    const { user } = await page.open();
    const approve = within(await rowOf("Wanda")).getByRole("button", { name: "Approve" });
    await user.click(approve);
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(approve).toHaveFocus());
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(page.api.callsOf(decideUser)).toHaveLength(0);
  });

  test("that another administrator made first is reported, and the list reloaded", async () => {
    const accounts = page.serve(team);
    page.api.on(decideUser, () => {
      accounts.replace([admin, alsoWaiting]);
      return refused("INVALID_TRANSITION", "This account has already been decided.");
    });
    const { user } = await page.open();
    await user.click(within(await rowOf("Wanda")).getByRole("button", { name: "Approve" }));
    await user.click(screen.getByRole("button", { name: "Confirm" }));
    await findToast("This account has already been decided.");
    await waitFor(() => expect(firstNames()).toEqual(["Albert"]));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  test("that fails without a word is an operation that failed, and may be tried again", async () => {
    page.serve(team);
    page.api.on(decideUser, () => ({ status: 500, body: {} }));
    const { user } = await page.open();
    await user.click(within(await rowOf("Wanda")).getByRole("button", { name: "Approve" }));
    const confirm = screen.getByRole("button", { name: "Confirm" });
    await user.click(confirm);
    expect(confirm).toHaveFocus();
    await findToast("Operation failed");
    expect(screen.getByRole("dialog")).toBeVisible();
    expect(confirm).toHaveFocus();
    page.serve(team);
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Confirm" })).not.toHaveAttribute("aria-disabled"),
    );
    await user.click(screen.getByRole("button", { name: "Confirm" }));
    await findToast("The account is approved.");
  });

  test("that gets no answer keeps the reason", async () => {
    page.serve(team);
    const { user } = await page.open();
    await user.click(within(await rowOf("Wanda")).getByRole("button", { name: "Reject" }));
    const reason = screen.getByRole("textbox", { name: "Reason (optional)" });
    await user.type(reason, "Unknown here");
    await page.api.close();
    await user.click(screen.getByRole("button", { name: "Confirm" }));
    await findToast("Failed to process request. Please try again.");
    expect(reason).toHaveValue("Unknown here");
  });
});

describe("a change of the status", () => {
  test("deactivates and reactivates", async () => {
    page.serve(team);
    const { user } = await page.open({ path: "/admin/users?tab=all" });
    await user.click(within(await rowOf("Gilles")).getByRole("button", { name: "Deactivate" }));
    await user.click(screen.getByRole("button", { name: "Confirm" }));
    await user.click(await within(await rowOf("Gilles")).findByRole("button", { name: "Reactivate" }));
    await user.click(screen.getByRole("button", { name: "Confirm" }));
    expect(await within(await rowOf("Gilles")).findByRole("button", { name: "Deactivate" })).toBeVisible();
    expect(page.api.callsOf(changeUserStatus).map(({ path, body }) => [path, body])).toEqual([
      ["/api/auth/admin/users/agent/status", { status: "inactive" }],
      ["/api/auth/admin/users/agent/status", { status: "active" }],
    ]);
  });

  test("without an answer shows an error", async () => {
    page.serve(team);
    const { user } = await page.open({ path: "/admin/users?tab=all" });
    await user.click(within(await rowOf("Gilles")).getByRole("button", { name: "Deactivate" }));
    await page.api.close();
    await user.click(screen.getByRole("button", { name: "Confirm" }));
    await findToast("Failed to update user status. Please try again.");
  });
});
