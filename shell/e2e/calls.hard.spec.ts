import { type APIRequestContext, expect, type Page, test } from "playwright/test";
import { demo, signInAs } from "./accounts.ts";
import { openReview } from "./states/calls/past-call-states.ts";

const lines = (page: Page) => page.getByRole("region", { name: "Lines" });

/** Two calls that have ended. */
async function callTwice(request: APIRequestContext): Promise<void> {
  const data = { ...demo("manager"), rememberMe: false };
  const { accessToken } = (await (await request.post("/api/auth/login", { data })).json()).data;
  const headers = { Authorization: `Bearer ${accessToken}` };
  for (let count = 0; count < 2; count += 1) {
    const started = await request.post("/api/simulation/start", { headers, data: {} });
    const { callId } = (await started.json()).data;
    await request.post("/api/simulation/end", { headers, data: { callId } });
  }
}

test("the line of a review's address is scrolled into view, and so is the first one from the time line", async ({
  page,
}) => {
  await openReview(page, 600, "#line-301");
  const line = (seq: number) => lines(page).locator(`a[href$="#line-${seq}"]`).first();
  await expect(line(301)).toBeInViewport();
  // Also where the conversation ends below the window.
  await page.evaluate(() => {
    location.hash = "line-599";
  });
  await expect(line(599)).toBeInViewport({ ratio: 1 });
  const timeLine = page.getByRole("slider", { name: "Position in the call" });
  await timeLine.press("Home");
  await expect(timeLine).toHaveValue("0");
  await expect(line(1)).toBeInViewport();
});

test("times and lengths are whole with the text spacing of WCAG 1.4.12", async ({ page, request }) => {
  await callTwice(request);
  await signInAs(page, demo("supervisor"));
  await page.goto("/analytics/calls?practice=true");
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
  await expect(lines(page).getByText("des Ateliers Brunel").first()).toBeVisible();
  const printed = await page.pdf({ format: "A4" });
  expect(printed.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});
