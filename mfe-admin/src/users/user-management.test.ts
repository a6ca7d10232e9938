import { listUsers, type User } from "@souffleur/contracts";
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
    expect(buttonsIn(await rowOf("Gilles"))).toEqual(["Deactivate"]);
    expect(buttonsIn(await rowOf("Ines"))).toEqual(["Reactivate"]);
    expect(buttonsIn(await rowOf("Wanda"))).toEqual([]);
    expect(buttonsIn(await rowOf("Marta"))).toEqual(["Deactivate"]);
    expect(buttonsIn(await rowOf("Ada"))).toEqual([]);
    expect(await rowOf("Ada")).toHaveTextContent("You");
    await user.click(screen.getByRole("tab", { name: "Active" }));
    await waitFor(() => expect(firstNames()).toEqual(["Ada", "Gilles", "Marta"]));
    expect(buttonsIn(await rowOf("Gilles"))).toEqual(["Deactivate"]);
  });

  test("a label for each of the seven statuses", async () => {
    const statuses = {
      active: "Active",
      inactive: "Inactive",
      pending_approval: "Pending approval",
      pending_verification: "Pending verification",
      rejected: "Rejected",
      suspended: "Suspended",
      locked: "Locked",
    } as const;
    serveAccounts(
      Object.keys(statuses).map((status) =>
        person(`is-${status}`, status, { status: status as User["status"] }),
      ),
    );
    await openUsers("?tab=all");
    for (const [status, label] of Object.entries(statuses)) {
      expect(within(await rowOf(status)).getByText(label)).toBeVisible();
    }
  });

  test("a manager gets no button for an admin or another manager", async () => {
    serveAccounts([...team, person("boss", "Bea", { role: "manager" })]);
    await openUsers("?tab=all", manager);
    expect(buttonsIn(await rowOf("Gilles"))).toEqual(["Deactivate"]);
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
