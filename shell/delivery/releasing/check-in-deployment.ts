import { createRequire } from "node:module";
import path from "node:path";
import { endpointAt } from "@souffleur/api/src/openapi/endpoints";
import { exampleAnswer, exampleOf } from "@souffleur/api/src/openapi/example-answers";
import { createPage } from "@souffleur/api/src/releases/page";
import { contentTypeOf } from "@souffleur/api/src/releases/store/file-types";
import { toActiveRelease } from "@souffleur/api/src/releases/store/registry-changes";
import { chromiumFlags } from "@souffleur/api/tools/programs/chromium-flags";
import { findBrowser, headlessShell, onDebian } from "@souffleur/api/tools/programs/find-browser";
import { StepError } from "@souffleur/api/tools/step-error.mjs";
import { Organization, type Registry, type Release, User } from "@souffleur/contracts";
import type { BrowserContext, Route } from "playwright";
import { type Product, saveSession, walkThrough } from "./release-smoke-test.ts";
import { withoutRegistry } from "./shell-page.ts";

/** Required on demand, because only this check needs it. */
function playwrightsChromium() {
  const { chromium }: typeof import("playwright") = createRequire(import.meta.url)("playwright-core");
  return chromium;
}

/** @throws StepError where this machine has no browser at these paths */
export function requireBrowser(
  name: string,
  paths = [headlessShell, onDebian, playwrightsChromium().executablePath()],
): string {
  const found = findBrowser(...paths);
  if (found !== undefined) return found;
  throw new StepError(
    `${name} is not checked in a browser, because there is none on this machine: install Chromium, or run ` +
      "`npx playwright-core install chromium` (CHROMIUM_PATH names another one). --unchecked releases without this check.",
  );
}

interface Candidate {
  release: Release;
  folder: string;
}

interface Deployment {
  origin: string;
  registry: Registry;
}

/**
 * Opens the screens of a release in the shell of a deployment, with the release in place of the live one. The pages, the
 * shell and the other remotes are the deployment's; the session and the API's answers are examples made of the contracts, so
 * that nothing is read or changed there, and no account is needed.
 * @returns the problems, in sentences
 */
export async function checkInDeployment(
  { release, folder }: Candidate,
  { origin, registry }: Deployment,
  executablePath: string,
): Promise<string[]> {
  const active = toActiveRelease(release);
  const candidate: Registry = { schema: 1, remotes: { ...registry.remotes, [release.name]: active } };
  const answer = async (route: Route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.startsWith("/api/")) return route.fulfill(answerOf(route.request().method(), pathname));
    if (pathname === "/remotes.json") return route.fulfill({ json: candidate });
    const file = pathname.replace(active.base, "");
    const contentType = contentTypeOf(file);
    if (contentType !== undefined && Object.hasOwn(release.integrity, file))
      return route.fulfill({ path: path.join(folder, file), contentType });
    if (route.request().resourceType() !== "document") return route.continue();
    const response = await route.fetch({ url: `${origin}/login` });
    const page = createPage(withoutRegistry(await response.text()));
    return route.fulfill({ response, body: page.render(pathname, candidate) });
  };
  const viewer = (organization: Organization | null) => async (context: BrowserContext) => {
    await enter(context);
    await saveSession(context, sessionOf(organization));
  };
  async function enter(context: BrowserContext) {
    await context.route((url) => url.origin === origin, answer);
    // It stays open and silent.
    await context.routeWebSocket(/\/socket\.io\//, () => {});
  }
  const isFor =
    (...kinds: string[]) =>
    ({ access }: { access: string }) =>
      kinds.includes(access);
  const product: Product = {
    ...{ origin, base: active.base, registry: candidate },
    viewers: [
      { sees: isFor("public"), enter },
      { sees: isFor("platform"), enter: viewer(null) },
      {
        sees: (screen) => !isFor("public", "platform")(screen),
        enter: viewer(exampleOf(Organization) as Organization),
      },
    ],
  };
  const browser = await playwrightsChromium().launch({ executablePath, args: chromiumFlags });
  try {
    return await walkThrough(browser, product, release);
  } finally {
    await browser.close();
  }
}

/** An example of what the call answers; a refusal where no contract has it. */
function answerOf(method: string, pathname: string) {
  const found = endpointAt(method, pathname);
  const json = found && exampleAnswer(found);
  return json === undefined ? { status: 404, json: { success: false, error: "Not found" } } : { json };
}

/** The session of an administrator, as a browser saves it. */
function sessionOf(organization: Organization | null) {
  const user = { ...(exampleOf(User) as User), role: "admin", status: "active" };
  const seconds = Math.floor(Date.now() / 1000);
  const claims = {
    ...{ sub: user.id, sid: "check", role: user.role, org: organization?.id ?? null },
    ...{ iat: seconds, exp: seconds + 3600 },
  };
  const [head, body] = [{ alg: "HS256", kid: "check" }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString("base64url"),
  );
  return { accessToken: `${head}.${body}.c2lnbmF0dXJl`, user, organization, timestamp: Date.now() };
}
