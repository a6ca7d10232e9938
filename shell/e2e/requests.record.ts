import { writeFileSync } from "node:fs";
import { type Browser, type BrowserContext, expect, type Request, test } from "playwright/test";
import { administrator } from "./accounts.ts";
import { mouse } from "./input-method.ts";
import { approve, arrive, endCall, newcomer, register, signIn, signOut, takeCall } from "./journey.ts";
import { ageSavedToken } from "./saved-token.ts";
import { heading, linkTo } from "./screens.ts";

/** One request and its answer, as a line of the recording. */
interface RecordedExchange {
  /** Which browser: each has cookies of its own. */
  who: number;
  method: string;
  /** With its query. */
  path: string;
  /** The access token, if any. */
  token?: string;
  body?: unknown;
  status: number;
  answer: unknown;
}

/** In the order in which they were sent. */
type Exchanges = (Promise<RecordedExchange | undefined> | undefined)[];

/** A recorded sound is truncated to this many characters: it must stay base64. */
const audioMax = 400;

/** Records a browser's requests to the API and the answers. */
async function record(context: BrowserContext, who: number, into: Exchanges): Promise<void> {
  // A beacon's body and answer are shown to nobody: the same is sent as another kind of request.
  await context.addInitScript(() => {
    navigator.sendBeacon = (url, blob) => {
      const headers = { "content-type": "application/json" };
      void new Response(blob)
        .text()
        .then((body) => fetch(url, { method: "POST", headers, body }))
        // Unread, an answer never ends.
        .then((answer) => answer.text());
      return true;
    };
  });
  const places = new Map<Request, number>();
  context.on("request", (request) => {
    if (new URL(request.url()).pathname.startsWith("/api/")) places.set(request, into.push(undefined) - 1);
  });
  // A request that the page did not wait for is of no use.
  context.on("requestfinished", (request) => {
    const place = places.get(request);
    if (place !== undefined) into[place] = exchangeOf(request, who).catch(() => undefined);
  });
}

async function exchangeOf(request: Request, who: number): Promise<RecordedExchange | undefined> {
  const response = await request.response();
  if (response === null) return undefined;
  const { pathname, search } = new URL(request.url());
  const token = request.headers().authorization?.replace("Bearer ", "");
  const sent = request.postData();
  return {
    who,
    method: request.method(),
    path: pathname + search,
    ...(token !== undefined && { token }),
    ...(sent !== null && { body: JSON.parse(sent) }),
    status: response.status(),
    answer: await response.json(),
  };
}

/** Nothing that was secret, large or of this moment alone stays. */
function tidied(exchanges: readonly RecordedExchange[]): string {
  const names = new Map<string, string>();
  const text = JSON.stringify(exchanges, (key, value) =>
    key === "audio" && typeof value === "string" ? value.slice(0, audioMax) : value,
  );
  const tokens = text.replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, (token) => {
    const name = names.get(token) ?? `access-token-${names.size + 1}`;
    names.set(token, name);
    return name;
  });
  const rows: unknown[] = JSON.parse(
    tokens.replace(/("\/api\/auth\/verify-email","body":\{"token":")[\w-]+/g, "$1mailed-token"),
  );
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

test("what this release's screens send to the API", async ({ page, context, browser }) => {
  test.setTimeout(600_000);
  const exchanges: Exchanges = [];
  await record(context, 0, exchanges);
  const others = {
    newContext: async () => {
      const other = await browser.newContext();
      await record(other, 1, exchanges);
      return other;
    },
  } as unknown as Browser;

  const person = newcomer();
  await register(page, mouse, person);
  await approve(others, mouse, person.email);
  await arrive(page, mouse, person);
  await takeCall(page, mouse);
  await page.getByLabel("Agent notes").fill("Rappeler mardi.");
  await page.reload();
  await expect(page.getByLabel("Agent notes")).toHaveValue("Rappeler mardi.");
  await endCall(page, mouse);
  // As after a quarter of an hour: the page that opens next renews its access token.
  await ageSavedToken(page, -60);
  const renewed = page.waitForResponse("**/api/auth/refresh");
  await page.goto("/analytics");
  expect((await renewed).ok()).toBe(true);
  await expect(heading(page)).toHaveText("Analytics");
  await signOut(page, mouse);
  await signIn(page, mouse, administrator.email, administrator.password);
  await linkTo(page, "User Management").click();
  for (const tab of ["All Users", "Active", "Pending Approval"]) {
    await page.getByRole("tab", { name: tab }).click();
    await page.waitForLoadState("networkidle");
  }
  await page.getByRole("tab", { name: "All Users" }).click();
  const row = page.getByRole("row", { name: /agent@lumiere\.example/ });
  for (const [button, next] of [
    ["Deactivate", "Reactivate"],
    ["Reactivate", "Deactivate"],
  ] as const) {
    await row.getByRole("button", { name: button }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
    await expect(row.getByRole("button", { name: next })).toBeVisible();
  }
  await page.goto("/admin/releases");
  await expect(page.getByRole("table")).toBeVisible();
  await signOut(page, mouse);

  const kept = (await Promise.all(exchanges)).filter((one) => one !== undefined);
  writeFileSync(process.env.SOUFFLEUR_RECORD ?? "", tidied(kept));
});
