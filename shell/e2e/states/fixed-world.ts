import type { Organization, User } from "@souffleur/contracts";
import type { Page } from "playwright/test";
import { answerCall, answerSocket, type CallScene, noCall } from "./calls/fixed-call.ts";
import { prepare } from "./walking.ts";

/** When all pictures are taken, in ms since the epoch. */
export const now = Date.UTC(2026, 2, 12, 9, 30);
export const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString();
const longAgo = daysAgo(400);

export const user: User = {
  id: "person-0",
  firstName: "Camille",
  lastName: "Moreau",
  email: "camille.moreau@lumiere.example",
  role: "admin",
  status: "active",
  createdAt: longAgo,
  requestedAt: longAgo,
};

interface World {
  signedIn: boolean;
  call?: CallScene;
  /** The organization that the user is an administrator of; a platform administrator's page without it. */
  organization?: Organization;
}

/** A page in which nothing depends on the day, the server or the machine: only the program draws. */
export async function fixWorld(page: Page, { signedIn, call = noCall, organization }: World): Promise<void> {
  await page.clock.setFixedTime(now);
  // What no screen of these asks for by itself, a test answers.
  await page.route("**/api/**", (route) =>
    route.fulfill({
      status: 404,
      json: { success: false, error: "Not found", code: "NOT_FOUND", requestId: "-" },
    }),
  );
  await answerCall(page, call);
  await answerSocket(page, call);
  await waitForFont(page);
  if (signedIn) {
    const payload = {
      sub: user.id,
      sid: "s",
      role: user.role,
      org: organization?.id ?? null,
      iat: now / 1000,
      exp: now / 1000 + 900,
    };
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const accessToken = `${part({ alg: "HS256" })}.${part(payload)}.signature`;
    await prepare(
      page,
      (saved) => localStorage.setItem("souffleur.auth", saved),
      JSON.stringify({ accessToken, user, organization: organization ?? null, timestamp: now }),
    );
  }
}

/** The product does without its font where that comes late; a picture waits for it. */
async function waitForFont(page: Page): Promise<void> {
  await page.route("**/assets/shell.*.css", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll("font-display:optional", "font-display:block");
    await route.fulfill({ response, body });
  });
}
