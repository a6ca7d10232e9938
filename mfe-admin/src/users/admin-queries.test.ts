import { listUsers, pendingUsers, userStats } from "@souffleur/contracts";
import { refused } from "@souffleur/shared-ui/testing";
import { screen } from "@testing-library/react";
import { findToast, rowOf, screenOfEachTest, team, tile } from "../testing/user-management.ts";

const page = screenOfEachTest();

describe("what can't be loaded", () => {
  test("stats that fail are all 0, with an error toast", async () => {
    page.serve(team);
    page.api.on(userStats, () => ({ status: 500, body: {} }));
    await page.open();
    await findToast("Failed to load user data. Please try again.");
    for (const label of ["Total Users", "Active Users", "Pending Approval", "Pending Verification"]) {
      expect(tile(label)).toHaveTextContent(/^0Not loaded$/);
    }
    expect(await rowOf("Wanda")).toBeVisible();
  });

  test("a list that is refused without a word", async () => {
    page.serve(team);
    page.api.on(pendingUsers, () => ({ status: 500, body: {} }));
    await page.open();
    expect(await screen.findByRole("alert")).toHaveTextContent("Failed to load users");
  });

  test("a list that is refused in the server's words, and Retry", async () => {
    page.serve(team);
    page.api.on(listUsers, () => refused("DATABASE_UNAVAILABLE", "The service is briefly unavailable."));
    const { user } = await page.open({ path: "/admin/users?tab=all" });
    expect(await screen.findByRole("alert")).toHaveTextContent("The service is briefly unavailable.");
    page.serve(team);
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await rowOf("Gilles")).toBeVisible();
  });

  test("a list that the network loses is emptied", async () => {
    page.serve(team);
    const { queryClient } = await page.open();
    await rowOf("Wanda");
    await page.api.close();
    await queryClient.invalidateQueries();
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Failed to load users. Please check your connection.",
    );
    expect(screen.queryByText(/Wanda/)).not.toBeInTheDocument();
    await findToast("Failed to load user data. Please try again.");
  });
});
