import { screen, waitFor, within } from "@testing-library/react";
import { button } from "../../testing/page.ts";
import { firstNames, openUsers, person, rowOf, serveAccounts, team } from "../../testing/user-management.ts";

describe("the table", () => {
  const many = Array.from({ length: 23 }, (_, at) =>
    person(`p${at}`, `Person${String(at).padStart(2, "0")}`, { role: at % 2 ? "agent" : "analyst" }),
  );

  test("a header sorts, shows the order, and reverses it at the second press", async () => {
    serveAccounts(team);
    const { user, address } = await openUsers("?tab=all");
    await rowOf("Gilles");
    const header = screen.getByRole("columnheader", { name: "Email" });
    expect(header).toHaveAttribute("aria-sort", "none");
    expect(screen.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "ascending");
    await user.click(within(header).getByRole("button", { name: "Email" }));
    await waitFor(() => expect(header).toHaveAttribute("aria-sort", "ascending"));
    expect(firstNames()[0]).toBe("Ada");
    await user.click(within(header).getByRole("button", { name: "Email" }));
    await waitFor(() => expect(header).toHaveAttribute("aria-sort", "descending"));
    expect(firstNames()[0]).toBe("Wanda");
    expect(address()).toBe("/admin/users?tab=all&sort=-email");
  });

  test("has pages, and the size of a page can be chosen", async () => {
    serveAccounts(many);
    const { user, address } = await openUsers("?tab=all");
    expect(await screen.findByText("Page 1 of 3")).toBeVisible();
    expect(firstNames()).toHaveLength(10);
    expect(button("Previous page")).toHaveAttribute("aria-disabled", "true");
    await user.click(button("Next page"));
    await user.click(button("Next page"));
    expect(await screen.findByText("Page 3 of 3")).toBeVisible();
    expect(firstNames()).toEqual(["Person20", "Person21", "Person22"]);
    const next = button("Next page");
    expect(next).toHaveAttribute("aria-disabled", "true");
    // Another press does nothing, and the focus stays.
    await user.keyboard("{Enter}");
    expect(next).toHaveFocus();
    expect(address()).toBe("/admin/users?tab=all&page=3");
    const size = screen.getByRole("combobox", { name: "Rows per page" });
    expect(
      within(size)
        .getAllByRole("option")
        .map((option) => option.textContent),
    ).toEqual(["5", "10", "20", "50"]);
    await user.selectOptions(size, "50");
    expect(await screen.findByText("Page 1 of 1")).toBeVisible();
    expect(firstNames()).toHaveLength(23);
    expect(address()).toBe("/admin/users?tab=all&size=50");
  });

  test("a page beyond the end is replaced by the last one", async () => {
    serveAccounts(many);
    const { address } = await openUsers("?tab=all&page=9");
    expect(await screen.findByText("Page 3 of 3")).toBeVisible();
    await waitFor(() => expect(address()).toBe("/admin/users?tab=all&page=3"));
  });

  test("a search starts at the first page, is in the address, and can be cleared", async () => {
    serveAccounts(many);
    const { user, address } = await openUsers("?tab=all&page=2");
    await screen.findByText("Page 2 of 3");
    const search = screen.getByRole("searchbox", { name: "Search users" });
    await user.type(search, "person07");
    expect(await screen.findByText("Page 1 of 1")).toBeVisible();
    expect(firstNames()).toEqual(["Person07"]);
    expect(search).toHaveAccessibleDescription("1 user found");
    expect(address()).toBe("/admin/users?tab=all&q=person07");
    await user.clear(search);
    await user.type(search, "nobody");
    expect(await screen.findByText("No users match “nobody”.")).toBeVisible();
    await user.click(button("Clear search"));
    expect(await screen.findByText("Page 1 of 3")).toBeVisible();
    expect(search).toHaveValue("");
  });

  test("opens in the state of the address, and replaces the history entry", async () => {
    serveAccounts(many);
    const { router, user } = await openUsers("?tab=active&q=analyst&sort=-name&size=5&page=2");
    expect(await screen.findByText("Page 2 of 3")).toBeVisible();
    expect(screen.getByRole("searchbox", { name: "Search users" })).toHaveValue("analyst");
    expect(screen.getByRole("combobox", { name: "Rows per page" })).toHaveValue("5");
    expect(firstNames()[0]).toBe("Person12");
    await user.click(button("Next page"));
    await waitFor(() => expect(router.state.location.search).toContain("page=3"));
    expect(router.state.historyAction).toBe("REPLACE");
  });
});
