import { randomUUID } from "node:crypto";
import { type APIRequestContext, type Browser, expect, type Page, test } from "playwright/test";
import { type Account, administrator, demo, signInAs } from "./accounts.ts";
import { openReview } from "./states/calls/past-call-states.ts";

const manager = demo("manager");
const supervisor = demo("supervisor");

/** A name that no call of another test has. */
const someName = () => `Zo${randomUUID().replace(/[^a-f]/g, "")}x`;
const line = (page: Page, text: string) => page.getByRole("region", { name: "Lines" }).getByText(text);
const rows = (page: Page) => page.getByRole("table", { name: "Calls" });

/** A page in a browser of its own, of somebody who is signed in. */
async function openAs(browser: Browser, account: Account): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInAs(page, account);
  return page;
}

/** Makes requests as somebody who is signed in. */
async function asSomebody(request: APIRequestContext, account: Account) {
  const signedIn = await request.post("/api/auth/login", { data: { ...account, rememberMe: false } });
  const { accessToken } = (await signedIn.json()).data;
  const options = { headers: { authorization: `Bearer ${accessToken}` } };
  const read = async (path: string) => (await (await request.get(path, options)).json()).data;
  return {
    read,
    async start(clientName: string): Promise<string> {
      const data = { scenario: "price-objection", clientName };
      return (await (await request.post("/api/simulation/start", { ...options, data })).json()).data.callId;
    },
    async end(callId: string): Promise<void> {
      const answer = await request.post("/api/simulation/end", { ...options, data: { callId } });
      expect(answer.status()).toBe(200);
    },
    async close(callId: string): Promise<void> {
      const data = { outcome: "too_expensive" };
      expect((await request.put(`/api/calls/${callId}/outcome`, { ...options, data })).status()).toBe(200);
    },
  };
}

test("a past call is found by filters and by what was said, and read at the line", async ({
  page,
  browser,
  request,
}) => {
  test.setTimeout(300_000);
  const name = someName();
  const by = await asSomebody(request, manager);
  const callId = await by.start(name);
  await expect
    .poll(async () => (await by.read(`/api/calls/${callId}/transcript`)).lines.length, { timeout: 90_000 })
    .toBeGreaterThan(4);
  await by.end(callId);
  await by.close(callId);

  await signInAs(page, supervisor);
  await page.goto("/analytics");
  await page.getByRole("main").getByRole("link", { name: "Calls" }).click();
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  await page.getByLabel("Outcome").selectOption("Too expensive");
  await expect(page).toHaveURL(/\/analytics\/calls\?outcome=too_expensive$/);
  await expect(rows(page).getByRole("row", { name: new RegExp(name) })).toContainText("Too expensive");
  await expect(page.getByRole("combobox", { name: "Agent" }).getByRole("option")).not.toHaveCount(1);

  // Words are collected some moments after the call's end.
  await expect
    .poll(async () => (await by.read(`/api/calls?q=chers+${name}`)).calls.length, { timeout: 30_000 })
    .toBe(1);
  await page.getByRole("searchbox", { name: "Search calls" }).fill(`CHERS ${name}`);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`\\?q=CHERS\\+${name}&outcome=too_expensive$`));
  await expect(
    rows(page)
      .locator("mark")
      .filter({ hasText: /^cher$/ })
      .first(),
  ).toBeVisible();
  const list = page.url();
  await rows(page)
    .getByRole("link", { name: /franchement, c’est trop cher/ })
    .click();

  await expect(page).toHaveURL(new RegExp(`/analytics/calls/${callId}#line-4$`));
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(line(page, "franchement, c’est trop")).toBeInViewport();
  await expect(page.getByRole("searchbox", { name: "Search transcript" })).toHaveValue("cher");
  const timeLine = page.getByRole("slider", { name: "Position in the call" });
  await timeLine.click({ position: { x: 2, y: 10 } });
  await expect(timeLine).toHaveValue("0");
  await expect(line(page, "Bonjour").first()).toBeInViewport();
  await page.goBack();
  await expect(page).toHaveURL(list);

  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Search" }).getByRole("combobox").fill(`chers ${name}`);
  await page.getByRole("option", { name: new RegExp(`^Call with ${name}`) }).click();
  // The first line that has one of the words: the customer's name.
  await expect(page).toHaveURL(new RegExp(`/analytics/calls/${callId}#line-1$`));

  const office = await openAs(browser, administrator);
  await office.goto(`/analytics/calls/${callId}`);
  await expect(office.getByText("This call does not exist, or you do not have access to it.")).toBeVisible();
  await office.goto(`/analytics/calls?q=${name}`);
  await expect(office.getByText("No calls contain these words.")).toBeVisible();
  await office.context().close();
});

test("times and lengths are whole with the text spacing of WCAG 1.4.12", async ({ page, request }) => {
  const by = await asSomebody(request, manager);
  for (let count = 0; count < 2; count += 1) await by.end(await by.start(someName()));
  await signInAs(page, supervisor);
  await page.goto("/analytics/calls");
  const cells = page.locator("[data-column=when], [data-column=length]");
  await expect(cells.nth(3)).toBeVisible();
  await page.evaluate(() => {
    const spacing = new CSSStyleSheet();
    spacing.replaceSync(
      "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }",
    );
    document.adoptedStyleSheets.push(spacing);
  });
  for (const width of [1280, 1024, 768, 375]) {
    await page.setViewportSize({ width, height: 800 });
    const cut = await cells.evaluateAll((all) =>
      all
        .filter((cell) => cell.scrollWidth > cell.clientWidth || cell.scrollHeight > cell.clientHeight + 1)
        .map((cell) => cell.textContent),
    );
    expect.soft(cut, `${width} px wide`).toEqual([]);
  }
});

test("a call of two minutes is printed on one page", async ({ page }) => {
  // A line every six seconds.
  await openReview(page, 20);
  await expect(line(page, "des Ateliers Brunel").first()).toBeVisible();
  const printed = await page.pdf({ format: "A4" });
  expect(printed.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});
