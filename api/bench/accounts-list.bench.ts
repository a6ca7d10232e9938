import type { Browser } from "playwright";
import { openDashboard, withBrowser } from "./browser/open-screen.ts";
import { longestTask } from "./browser/trace.ts";
import { median, type Row, row, timed } from "./figures.ts";
import type { ApiServer } from "./servers/api-server.ts";
import { copyAgent } from "./servers/database.ts";

const people = 10_000;
const rounds = 7;

/** Status of each user of the list, repeated. */
const statuses = [
  ...["active", "active", "active", "inactive"],
  ...["pending_approval", "rejected", "pending_verification"],
];

async function fetchList(url: string, token: string, encoding: string) {
  const started = performance.now();
  const headers = { authorization: `Bearer ${token}`, "accept-encoding": encoding };
  const answer = await fetch(`${url}/api/auth/admin/users`, { headers });
  const bytes = (await answer.arrayBuffer()).byteLength;
  return { ms: performance.now() - started, bytes };
}

/** The list in a browser: the time until its rows can be used, and the longest task while it loads and is used. */
async function inBrowser(browser: Browser, url: string) {
  const page = await openDashboard(browser, url, "admin");
  // CSS selectors: finding elements by name would run on the page's thread, which is measured.
  const rows = page.locator("tbody td[data-column=email]:has-text('person-')");
  const first = page.locator("tbody tr:first-child td[data-column=email]");
  const search = page.locator("input[type=search]");
  const times: number[] = [];
  const loading: number[] = [];
  for (let round = 0; round < 3; round++) {
    await page.goto(`${url}/dashboard`);
    await page.locator("a[href='/admin/users']").waitFor();
    const load = async () => {
      await page.locator("a[href='/admin/users']").click();
      await page.locator("[role=tab]").nth(1).click();
      await rows.first().waitFor();
    };
    loading.push(await longestTask(browser, page, async () => times.push(await timed(load))));
  }
  const working = await longestTask(browser, page, async () => {
    await search.pressSequentially("person 42", { delay: 40 });
    await page.waitForURL(/q=person/);
    await first.and(page.locator(":has-text('42')")).waitFor();
    await search.fill("");
    await page.waitForURL((address) => !address.searchParams.has("q"));
    await first.and(page.locator(":not(:has-text('42'))")).waitFor();
    await page.locator("th button").nth(1).click();
    await page.locator("th button").nth(1).click();
    await page.locator("select").last().selectOption("50");
    await page.locator("nav[aria-label='Pages of users'] button").last().click();
  });
  return { table: median(times), loading: median(loading), working };
}

/** The list of 10,000 users: time on the server, bytes on the wire, and time until the table is usable. */
export default function measure(): Promise<Row[]> {
  return withBrowser(measureList);
}

async function measureList(api: ApiServer, browser: Browser): Promise<Row[]> {
  await copyAgent(api.connection, people, (n) => ({
    email: `person-${n}@lumiere.example`,
    lastName: `Person ${n}`,
    status: statuses[n % statuses.length],
  }));
  const { accessToken } = await api.signIn("admin");
  const lists = (encoding: string) => repeat(() => fetchList(api.url, accessToken, encoding));
  const plain = await lists("identity");
  const compressed = await lists("gzip");
  const users = api.connection.collection("users");
  const baseline = await repeat(() => timed(async () => JSON.stringify(await users.find({}).toArray())));
  const { table, loading, working } = await inBrowser(browser, api.url);
  const list = `list of ${people.toLocaleString("en")} users`;
  const time = (answers: { ms: number }[]) => median(answers.map(({ ms }) => ms));
  const bytes = plain[0]?.bytes ?? Number.NaN;
  return [
    row(`${list}, server, ms / bare find and stringify`, time(plain), "≤ 1.50", median(baseline), 0),
    row(`${list}, compressed, server, ms`, time(compressed), "≤ 1000", undefined, 0),
    row(`${list}, bytes a user`, bytes / people, "≤ 400", undefined, 0),
    row(`${list}, click to a usable table, ms`, table, "≤ 2000", undefined, 0),
    row(`${list}, longest task while it loads, ms of CPU`, loading, "≤ 100", undefined, 0),
    row(`${list}, longest task of search, sort and pages, ms of CPU`, working, "≤ 100", undefined, 0),
  ];
}

async function repeat<Result>(measure: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let round = 0; round < rounds; round++) results.push(await measure());
  return results;
}
