import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, type Page, test } from "playwright/test";
import { administrator, signInAs } from "./administrator.ts";
import { overlappingTexts } from "./overlapping-texts.ts";
import { plainTexts, speakPseudo } from "./pseudo-language.ts";

const manager = { email: "manager@lumiere.example", password: "Rideau-Rouge-7" };

test.describe("a French browser", () => {
  test.use({ locale: "fr-FR" });

  test("is shown French, and English once that is chosen", async ({ page }) => {
    await page.goto("/login");
    await expect(page.locator("html")).toHaveAttribute("lang", "fr");
    await expect(page.getByRole("button", { name: "Se connecter" })).toBeVisible();
    await page.evaluate(() => localStorage.setItem("souffleur.language", "en"));
    await signInAs(page, manager);
    await page.goto("/dashboard");
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await page.getByRole("button", { name: "Open user menu" }).click();
    await page.getByRole("menuitemradio", { name: "Français" }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", "fr");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Bon retour, /);
    for (const [link, title] of [
      ["Appel en direct", "Appel en direct"],
      ["Analyses", "Analyses"],
      ["Gestion des utilisateurs", "Gestion des utilisateurs"],
    ] as const) {
      await page.getByRole("link", { name: link }).click();
      await expect(page).toHaveTitle(`${title} · Souffleur`);
    }
  });
});

/** What manifests have in French. */
const titles = readdirSync(".")
  .map((name) => path.join(name, "remote.json"))
  .filter((file) => existsSync(file))
  .flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/"french": "(.*)"/g)].map(([, title]) => title ?? ""),
  );
/** What is no text of the interface: names, addresses, dates, and what people and organizations wrote. */
const content = [
  ...titles,
  "Souffleur",
  // The library's own, the same in both.
  "Notifications alt+T",
  // The customer of the demonstration.
  "HV",
  "helene.vasseur@ateliers-brunel.example",
];
/** The names of months and weekdays. */
const dates = Array.from({ length: 365 }, (_, day) => new Date(2026, 0, 1 + day)).flatMap((date) =>
  (["long", "short"] as const).flatMap((width) => [
    new Intl.DateTimeFormat("fr", { month: width }).format(date),
    new Intl.DateTimeFormat("fr", { weekday: width }).format(date),
  ]),
);
/** French texts begin with the only capital that they have: two words with capitals are a name. */
const isName = (text: string) => /^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u.test(text);
const isDateOrAmount = (text: string) =>
  text
    .split(/[\d\s.:,–$]+/u)
    .every((word) => ["", "k", ...dates.map((one) => one.replace(".", ""))].includes(word));
const isContent = (text: string) => content.includes(text) || isName(text) || isDateOrAmount(text);

const visits = [
  ["a visitor", undefined, ["/login", "/register", "/verify-email"]],
  [
    "a manager",
    manager,
    [
      "/dashboard",
      "/live-call",
      "/live-call/desk",
      "/analytics",
      "/analytics/calls",
      "/admin/users",
      "/admin/playbook",
      "/admin/data",
    ],
  ],
  ["a platform administrator", administrator, ["/admin/users"]],
] as const;

/** What other tests have left is no text of the interface. */
async function forgetOthers(page: Page): Promise<void> {
  const nothing = { "**/api/calls?*": { calls: [] }, "**/pending-users*": { users: [] } };
  for (const [address, data] of Object.entries(nothing))
    await page.route(address, (route) => route.fulfill({ json: { success: true, data } }));
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[aria-busy=true], #splash")).toHaveCount(0);
}

for (const [who, account, addresses] of visits) {
  test(`every text that ${who} sees comes from a catalogue`, async ({ page }) => {
    await speakPseudo(page);
    await forgetOthers(page);
    if (account) await signInAs(page, account);
    const plain: string[] = [];
    for (const address of addresses) {
      await open(page, address);
      const texts = await plainTexts(page);
      plain.push(...texts.filter((text) => !isContent(text)).map((text) => `${address}: ${text}`));
    }
    expect(plain).toEqual([]);
  });

  test(`no French text that ${who} sees on a phone is cut, or lies on another one`, async ({ browser }) => {
    const context = await browser.newContext({ locale: "fr-FR", viewport: { width: 375, height: 812 } });
    const page = await context.newPage();
    if (account) await signInAs(page, account);
    for (const address of addresses) {
      await open(page, address);
      expect.soft(await page.evaluate(overlappingTexts), address).toEqual([]);
      expect.soft(await page.evaluate(cutTexts), address).toEqual([]);
    }
    await context.close();
  });
}

/** The controls and titles that do not have the room for their texts. It is run in the page. */
function cutTexts(): string[] {
  const named = "h1, h2, h3, label, button, a, th, dt, [role=tab], [role=radio]";
  const cut = [...document.body.querySelectorAll(named)].filter(
    (element) =>
      element.checkVisibility() && element.clientWidth > 24 && element.scrollWidth > element.clientWidth + 1,
  );
  const page = document.documentElement;
  return [
    ...cut.map(({ textContent }) => textContent ?? ""),
    ...(page.scrollWidth > page.clientWidth ? ["the page"] : []),
  ];
}
