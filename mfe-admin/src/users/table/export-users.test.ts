import { savedFiles, someUser } from "@souffleur/shared-ui/testing";
import { button } from "../../testing/page.ts";
import { openUsers, rowOf, serveAccounts, team } from "../../testing/user-management.ts";
import { usersCsv } from "./export-users.ts";

test("a CSV file has a line of titles and a line for each user", () => {
  const csv = usersCsv([
    someUser({ phone: "+1 (555) 123-4567", organizationName: "Acme, Inc.", status: "pending_approval" }),
  ]);
  expect(csv.split("\r\n")).toEqual([
    '"First name","Last name","Email","Phone","Organization","Role","Status","Registered","Requested"',
    `"Camille","Moreau","camille@example.com","'+1 (555) 123-4567","Acme, Inc.","Agent","Pending approval","2026-01-05T09:00:00.000Z","2026-01-05T09:05:00.000Z"`,
    "",
  ]);
});

test("a CSV file has the separator of the browser's region", () => {
  jest.spyOn(navigator, "language", "get").mockReturnValue("nl-NL");
  expect(usersCsv([])).toMatch(/^"First name";"Last name";/);
  jest.restoreAllMocks();
});

test("Export CSV saves the found users of all pages, in the table's order", async () => {
  serveAccounts(team);
  const saved = savedFiles();
  const { user } = await openUsers("?tab=all&q=person&sort=-name&size=5");
  await rowOf("Gilles");
  await user.click(button("Export CSV"));
  expect(saved).toHaveLength(1);
  expect(saved[0]?.name).toMatch(/^users-all-\d{4}-\d\d-\d\d\.csv$/);
  const [titles, ...lines] = (await textOf(saved[0]?.content)).split("\r\n");
  expect(titles).toMatch(/^"First name","Last name"/);
  expect(lines.map((line) => line.split(",")[0])).toEqual([
    '"Wanda"',
    '"Marta"',
    '"Ines"',
    '"Gilles"',
    '"Albert"',
    '"Ada"',
    "",
  ]);
  jest.restoreAllMocks();
});

function textOf(blob: Blob | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsText(blob ?? new Blob());
  });
}
