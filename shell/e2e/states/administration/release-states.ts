import type { Registry } from "@souffleur/contracts";
import type { BrowserError, LiveRelease } from "@souffleur/contracts/live-releases";
import { expect, type Page } from "playwright/test";
import { fixWorld, user } from "../fixed-world.ts";
import { say } from "../say.ts";
import {
  answer,
  button,
  expectHeading,
  expectText,
  fresh,
  hang,
  open,
  openSignedIn,
  type States,
} from "../state.ts";
import { prepare } from "../walking.ts";

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const everyRelease = "**/api/admin/releases";

const healthy: LiveRelease = {
  remote: "mfe-analytics",
  title: "Analytics",
  version: "3f1c9a7be2d40586",
  commit: "40bafc57a4b149665c8eca45a3c4a1aa789c838f",
  builtAt: ago(3 * 24 * 60),
  liveSince: ago(2 * 24 * 60),
  bytes: 412_300,
  share: 90,
  trial: false,
  loads: 19_704,
  failures: 31,
  medianMs: 92,
  slowMs: 1310,
  before: "b27e0d1148c3f96a",
};
const canary = {
  ...healthy,
  version: "b27e0d1148c3f96a",
  builtAt: ago(40),
  liveSince: ago(25),
  share: 10,
  trial: true,
  loads: 170,
  failures: 60,
};
const quiet = {
  ...healthy,
  remote: "mfe-live-call",
  title: "Live Call",
  version: "b27e0d1148c3f96a",
  commit: null,
  builtAt: null,
  liveSince: null,
  bytes: null,
  share: 100,
  loads: 0,
  failures: 0,
  medianMs: null,
  slowMs: null,
  before: null,
};
const worrying = {
  ...healthy,
  remote: "mfe-auth",
  title: "Sign in",
  share: 100,
  loads: 970,
  failures: 30,
  before: null,
};

const errors: readonly BrowserError[] = [
  {
    id: "pCvNhfZ5qyOBfvJw0lMZ3w",
    remote: "mfe-auth",
    name: "TypeError",
    message: "Cannot read properties of undefined (reading 'expiresAt')",
    screen: "/login",
    browser: "Chrome 141",
    count: 1204,
    firstSeen: ago(26 * 60),
    lastSeen: ago(3),
    releases: [{ version: worrying.version, commit: worrying.commit }],
    isNew: true,
    stack: [
      "toSession (mfe-auth/src/login/use-sign-in-with-a-rather-long-name.ts:112:24)",
      "mfe-auth/src/login/login-form.tsx:48:9",
      "node_modules/react-dom/cjs/react-dom-client.production.js:12317:13",
    ],
  },
  {
    id: "Jv0o4r0aQk9f8sYx3tN2Gg",
    remote: "mfe-auth",
    name: "Error",
    message: "/remotes/mfe-auth/by-hash/remoteEntry.59ff90a9.js could not be loaded",
    screen: "/register",
    browser: "Firefox 140",
    count: 1,
    firstSeen: ago(5 * 24 * 60),
    lastSeen: ago(5 * 24 * 60),
    releases: [],
    isNew: false,
    stack: ["shell/src/remotes/entry-script.ts:57:31"],
  },
];

async function openReleases(page: Page, releases: readonly LiveRelease[]): Promise<void> {
  await answer(page, `${everyRelease}/errors`, { errors: releases.length === 0 ? [] : errors });
  await answer(page, everyRelease, { releases, rollbackPercent: 20 });
  await openSignedIn(page, "/admin/releases");
  await expectHeading(page, "Releases");
}

async function openFilledReleases(page: Page): Promise<void> {
  await openReleases(page, [healthy, canary, worrying, quiet]);
  await expect(button(page, "Roll back").first()).toBeVisible();
}

/** The page as a deployment serves it to a browser that takes two remotes from its own machine, and has taken a third one. */
async function replaceRemotes(page: Page, user: string): Promise<void> {
  const [calls, admin, analytics] = ["mfe-live-call", "mfe-admin", "mfe-analytics"].map((remote, n) => ({
    remote,
    address: `http://127.0.0.1:${4100 + n}`,
  }));
  const overrides = [calls, admin];
  await hang(page, `${calls?.address}/**`);
  await page.route(`${admin?.address}/**`, (route) => route.abort());
  await prepare(
    page,
    (former) => localStorage.setItem("souffleur.replaced-remotes", former),
    JSON.stringify([{ ...analytics, user }]),
  );
  await page.route("**/dashboard", async (route) => {
    const response = await route.fetch();
    const { "content-security-policy": _, ...headers } = response.headers();
    const element = `<script type="application/json" id="souffleur-overrides">${JSON.stringify(overrides)}</script>`;
    await route.fulfill({
      response,
      headers,
      body: (await response.text()).replace("</head>", `${element}</head>`),
    });
  });
}

export const releaseStates: States = {
  "releases loading": async (page) => {
    await hang(page, everyRelease);
    await openSignedIn(page, "/admin/releases");
    await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "true");
  },
  releases: async (page) => {
    await openFilledReleases(page);
    await page.locator("summary").first().click();
    await expect(
      page.getByRole("button", { name: say("Resolve {error}", { error: "" }).trim() }).first(),
    ).toBeVisible();
  },
  "releases, none": async (page) => {
    await openReleases(page, []);
    await expectText(page, "No releases yet.");
  },
  "release to roll back": async (page) => {
    await openFilledReleases(page);
    await button(page, "Roll back").first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
  },
  "release on offer": fresh(async (page) => {
    await page.route("**/remotes.json", async (route) => {
      const registry: Registry = await (await route.fetch()).json();
      for (const release of Object.values(registry.remotes)) release.version = "b27e0d1148c3f96a";
      await route.fulfill({ json: registry });
    });
    await openSignedIn(page, "/admin/users");
    await expectHeading(page, "User Management");
    await page
      .getByRole("navigation", { name: say("Main") })
      .getByRole("link", { name: say("Dashboard") })
      .click();
    await expect(button(page, "Update")).toBeVisible();
  }),
  "remote to replace": async (page) => {
    await open(page, "/remote-override?remote=mfe-live-call&address=http://127.0.0.1:4100");
    await expectHeading(page, "Replace {remote} in this browser?", { remote: "mfe-live-call" });
  },
  "remote not to replace": async (page) => {
    await open(page, "/remote-override?remote=mfe-nothing&address=https://elsewhere.example");
    await expectHeading(page, "Nothing is replaced");
  },
  "remotes replaced": fresh(async (page) => {
    await fixWorld(page, { signedIn: true });
    await replaceRemotes(page, user.id);
    await open(page, "/dashboard");
    const panel = page.getByRole("complementary", { name: say("Replaced remotes") });
    for (const text of ["your machine", "does not answer", "until your last session"])
      await expect(panel).toContainText(say(text));
  }),
};
