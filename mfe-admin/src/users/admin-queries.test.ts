import { limits, listUsers, userStats } from "@souffleur/contracts";
import { ok, refused, someUser } from "@souffleur/shared-ui/testing";
import { screen } from "@testing-library/react";
import { api, button, findToast } from "../testing/page.ts";
import { openUsers, rowOf, serveAccounts, team, tile } from "../testing/user-management.ts";

test("a long list is read by pages, and sorted and searched as one", async () => {
  const [first, second] = [team.slice(0, 3), team.slice(3)];
  serveAccounts(team);
  api.on(listUsers, ({ query }) =>
    ok(listUsers, {
      data: query.get("cursor") === "page-2" ? { users: second } : { users: first, nextCursor: "page-2" },
    }),
  );
  await openUsers("?tab=all&size=50");
  for (const { firstName } of team) expect(await rowOf(firstName)).toBeVisible();
  expect(api.callsOf(listUsers).map(({ query }) => [query.get("limit"), query.get("cursor")])).toEqual([
    ["1000", null],
    ["1000", "page-2"],
  ]);
});

test("of more accounts than the screen reads, it says so", async () => {
  serveAccounts(team);
  let page = 0;
  api.on(listUsers, () => {
    page += 1;
    const users = Array.from({ length: limits.usersPageMax }, (_, at) => someUser({ id: `${page}-${at}` }));
    return ok(listUsers, { data: { users, nextCursor: "next" } });
  });
  await openUsers("?tab=all");
  expect(await screen.findByText(/^Only the 20,000 oldest accounts are listed/)).toBeVisible();
  expect(page).toBe(20);
});

describe("a failed request", () => {
  test("failed stats are all 0, with an error toast", async () => {
    serveAccounts(team);
    api.on(userStats, () => ({ status: 500, body: {} }));
    await openUsers();
    await findToast("Failed to load user data. Please try again.");
    for (const label of ["Total Users", "Active Users", "Pending Approval", "Pending Verification"]) {
      expect(tile(label)).toHaveTextContent(/^0Not loaded$/);
    }
    expect(await rowOf("Wanda")).toBeVisible();
  });

  test("a refused list shows the server's text, and Retry loads it", async () => {
    serveAccounts(team);
    api.on(listUsers, () => refused("DATABASE_UNAVAILABLE", "The service is briefly unavailable."));
    const { user } = await openUsers("?tab=all");
    expect(await screen.findByRole("alert")).toHaveTextContent("The service is briefly unavailable.");
    serveAccounts(team);
    await user.click(button("Retry"));
    expect(await rowOf("Gilles")).toBeVisible();
  });

  test("a list whose reload fails on the network is emptied", async () => {
    serveAccounts(team);
    const { queryClient } = await openUsers();
    await rowOf("Wanda");
    await api.close();
    await queryClient.invalidateQueries();
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Failed to load users. Please check your connection.",
    );
    expect(screen.queryByText(/Wanda/)).not.toBeInTheDocument();
    await findToast("Failed to load user data. Please try again.");
  });
});
