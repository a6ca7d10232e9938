import type { Page } from "playwright/test";

/**
 * Makes the saved token end `seconds` from now, as it would after some time; it was got a while ago. Requests go out with
 * the real one: the server refuses a token whose end was changed, where one that has not ended would still be taken.
 */
export async function ageSavedToken(page: Page, seconds: number): Promise<void> {
  const [real, aged] = await page.evaluate((left): [string, string] => {
    const record = JSON.parse(localStorage.getItem("souffleur.auth") ?? "null");
    const [head, payload, mac] = record.accessToken.split(".");
    const claims = JSON.parse(atob(payload.replace(/-/g, "+").replace(/_/g, "/")));
    const changed = btoa(JSON.stringify({ ...claims, exp: Math.floor(Date.now() / 1000) + left }));
    const url = changed.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
    const accessToken = `${head}.${url}.${mac}`;
    const timestamp = Date.now() - 10 * 60_000;
    localStorage.setItem("souffleur.auth", JSON.stringify({ ...record, accessToken, timestamp }));
    return [record.accessToken, accessToken];
  }, seconds);
  if (seconds <= 0) return;
  await page.route("**/api/**", (route, request) => {
    const headers = request.headers();
    const isAged = headers.authorization === `Bearer ${aged}`;
    return route.fallback({ headers: isAged ? { ...headers, authorization: `Bearer ${real}` } : headers });
  });
}

/** The saved access token; null if the page is signed out. */
export function savedToken(page: Page): Promise<string | null> {
  return page.evaluate(
    () => JSON.parse(localStorage.getItem("souffleur.auth") ?? "null")?.accessToken ?? null,
  );
}
