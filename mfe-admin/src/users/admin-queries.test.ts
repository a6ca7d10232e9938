import { listUsers, userStats } from "@souffleur/contracts";
import { refused } from "@souffleur/shared-ui/testing";
import { screen } from "@testing-library/react";
import { api, button, findToast } from "../testing/page.ts";
import { openUsers, rowOf, serveAccounts, team, tile } from "../testing/user-management.ts";

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
