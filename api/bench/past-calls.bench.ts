import type { Browser, Page } from "playwright";
import { callModels } from "../src/calls/records/call-model.ts";
import { openDashboard, turnWheel, withBrowser } from "./browser/open-screen.ts";
import { watchPaints } from "./browser/page-timing.ts";
import { smoothness } from "./browser/smoothness.ts";
import { median, type Row, row } from "./figures.ts";
import type { ApiServer } from "./servers/api-server.ts";
import { newCall, scriptSentence, storedLine } from "./servers/live-server.ts";

const listedCalls = 1000;
const linesOfCall = 5000;
const rounds = 10;

/** Stores calls of the demonstration agent. @returns the id of the newest, which has many lines */
async function store({ connection, signIn }: ApiServer): Promise<string> {
  const { user, organization } = await signIn("agent");
  const { calls, lines } = callModels(connection);
  const all = Array.from({ length: listedCalls }, (_, index) => {
    const startedAt = new Date(Date.now() - (index + 400) * 60_000);
    const endedAt = new Date(startedAt.getTime() + 20_000_000);
    return {
      ...newCall(),
      organizationId: organization?.id ?? null,
      agentId: user.id,
      status: "ended" as const,
      startedAt,
      endedAt,
      durationSeconds: 20_000,
      seq: index === 0 ? linesOfCall : 40,
    };
  });
  await calls.insertMany(all);
  const [long] = all;
  if (long === undefined) throw new Error("No call is stored.");
  await lines.insertMany(
    Array.from({ length: linesOfCall }, (_, index) =>
      storedLine(long, index + 1, {
        sender: index % 2 === 0 ? "client" : "agent",
        text: scriptSentence(index),
        timestamp: new Date(long.startedAt.getTime() + (index + 1) * 4000),
      }),
    ),
  );
  return long._id;
}

/** The time from the last byte of a response to the frame that shows it, in milliseconds. */
async function answeredToPainted(page: Page, open: () => Promise<void>, selector: string, address: string) {
  const painted = page.evaluate((what) => globalThis.souffleurPainted(what), selector);
  await open();
  const at = await painted;
  const answered = await page.evaluate((part) => {
    const requests = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    return requests.findLast(({ name }) => name.includes(part))?.responseEnd ?? Number.NaN;
  }, address);
  return at - answered;
}

async function scrolling(browser: Browser, page: Page, what: string, selector: string): Promise<Row[]> {
  const box = await page.locator(selector).boundingBox();
  if (box === null) throw new Error(`${what} is not shown.`);
  await page.mouse.move(box.x + box.width / 2, box.y + 100);
  const act = () =>
    turnWheel(page, [
      [60, 400],
      [30, 8000],
      [30, -8000],
    ]);
  return smoothness(browser, page, { what: `scrolling ${what}`, act });
}

/** The list of past calls and the review of a long one, in the browser. */
export default function measure(): Promise<Row[]> {
  return withBrowser(async (server, browser) => {
    const callId = await store(server);
    const page = await openDashboard(browser, server.url, "agent");
    await page.evaluate(watchPaints);
    await page.getByRole("link", { name: "Analytics", exact: true }).click();
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const toCalls = page.getByRole("main").getByRole("link", { name: "Calls", exact: true });
      await toCalls.waitFor();
      times.push(await answeredToPainted(page, () => toCalls.click(), "tbody th a", "/api/calls?"));
      if (round < rounds - 1) await page.goBack();
    }
    const list = await scrolling(browser, page, `a list of ${listedCalls} calls`, "main table");
    await page.evaluate(() => window.scrollTo(0, 0));
    const link = page.locator(`main table a[href$="${callId}"]`);
    const review = await answeredToPainted(
      page,
      () => link.click(),
      "[aria-label=Lines] [lang=fr]",
      "/transcript",
    );
    return [
      row("list: its answer → its rows painted, median of ten (ms)", median(times), "< 200"),
      row("list: its answer → its rows painted, longest of ten (ms)", Math.max(...times), ""),
      ...list,
      row(`review of ${linesOfCall} lines: its answer → its lines painted (ms)`, review, ""),
      ...(await scrolling(browser, page, `${linesOfCall} lines`, "[aria-label=Lines]")),
    ];
  });
}
