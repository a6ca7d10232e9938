import type { Page } from "playwright/test";

/** Makes the saved token end `seconds` from now, as it would after some time; it was got a while ago. */
export async function ageSavedToken(page: Page, seconds: number): Promise<void> {
  await page.evaluate((left) => {
    const record = JSON.parse(localStorage.getItem("souffleur.auth") ?? "null");
    const [head, payload, mac] = record.accessToken.split(".");
    const claims = JSON.parse(atob(payload.replace(/-/g, "+").replace(/_/g, "/")));
    const aged = btoa(JSON.stringify({ ...claims, exp: Math.floor(Date.now() / 1000) + left }));
    const url = aged.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
    const accessToken = `${head}.${url}.${mac}`;
    const timestamp = Date.now() - 10 * 60_000;
    localStorage.setItem("souffleur.auth", JSON.stringify({ ...record, accessToken, timestamp }));
  }, seconds);
}

/** The saved access token; null if the page is signed out. */
export function savedToken(page: Page): Promise<string | null> {
  return page.evaluate(
    () => JSON.parse(localStorage.getItem("souffleur.auth") ?? "null")?.accessToken ?? null,
  );
}
