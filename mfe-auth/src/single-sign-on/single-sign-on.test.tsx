import { refresh } from "@souffleur/contracts";
import { finishSso, startSso } from "@souffleur/contracts/sso";
import { sessionState } from "@souffleur/shared-ui";
import { deferred, ok, refused, someUser, tokenFor } from "@souffleur/shared-ui/testing";
import { screen, waitFor } from "@testing-library/react";
import { keepReturn } from "../layout/sign-in-state.ts";
import { api, open } from "../testing/page.ts";

const user = someUser();
const address = "/single-sign-on/acme?code=a1&state=b2&iss=https%3A%2F%2Flogin.example.com";

afterEach(() => sessionStorage.clear());

test("the provider's answer is sent once, leaves the address, and leads to the page that was wanted", async () => {
  api.on(finishSso, () => ok(finishSso, { data: { accessToken: tokenFor(user), user, organization: null } }));
  keepReturn({ from: "/analytics?range=7d" });
  const app = await open(address);
  await waitFor(() => expect(app.address()).toBe("/analytics?range=7d"));
  expect(api.callsOf(finishSso).map(({ body }) => body)).toEqual([
    { organizationId: "acme", query: "code=a1&state=b2&iss=https%3A%2F%2Flogin.example.com" },
  ]);
});

test("a refusal is told, and that a mail follows where somebody waits for approval", async () => {
  api.on(finishSso, () => refused("ACCOUNT_PENDING_APPROVAL", "Your account is pending admin approval."));
  const app = await open(address);
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Your account is pending admin approval. We'll email you when an administrator has decided.",
  );
  expect(app.address()).toBe("/single-sign-on/acme");
  await app.user.click(screen.getByRole("button", { name: "Back to Login" }));
  await waitFor(() => expect(app.address()).toBe("/login"));
});

test.each([
  ["an answer that was used before", "SSO_FAILED", address],
  ["a reload, after which there is none,", "VALIDATION_ERROR", "/single-sign-on/acme"],
] as const)("%s leads who is signed in to the application", async (_name, code, at) => {
  api.on(finishSso, () => refused(code, "Please try again."));
  const app = await open(at, { as: user });
  await waitFor(() => expect(app.address()).toBe("/dashboard"));
});

test("an answer that was used before leads to the application, too, where the session is only being restored", async () => {
  const renewal = deferred();
  api.on(finishSso, () => {
    // If the answer is sent earlier, its error shows, although the session is restored a moment later.
    expect(sessionState().isAuthenticated).toBe(true);
    return refused("SSO_FAILED", "Please try again.");
  });
  api.on(refresh, async () => {
    await renewal.promise;
    return ok(refresh, { data: { accessToken: tokenFor(user) } });
  });
  const saved = { accessToken: tokenFor(user, -10), user, organization: null, timestamp: Date.now() };
  const app = await open(address, { stored: { "souffleur.auth": saved } });
  await waitFor(() => expect(app.address()).toBe("/single-sign-on/acme"));
  renewal.resolve();
  await waitFor(() => expect(app.address()).toBe("/dashboard"));
});

test("an answer that failed is told to who is signed out", async () => {
  api.on(finishSso, () => refused("SSO_FAILED", "Please try again."));
  await open(address);
  expect(await screen.findByRole("alert")).toHaveTextContent("Please try again.");
});

test("no other page of the web is returned to", async () => {
  api.on(finishSso, () => ok(finishSso, { data: { accessToken: tokenFor(user), user, organization: null } }));
  sessionStorage.setItem("souffleur.return", "//attacker.example/");
  const app = await open(address);
  await waitFor(() => expect(app.address()).toBe("/dashboard"));
});

describe("an address of a provider's portal", () => {
  const portal = "/single-sign-on/acme?iss=https%3A%2F%2Flogin.example.com";
  const neutral = "This address starts no sign-in.";
  beforeEach(() => {
    api.on(startSso, () => refused("SSO_FAILED", neutral));
  });

  test("asks before it leads to a provider through which nobody has come in here, and says what it leads to", async () => {
    const app = await open(portal);
    expect(await screen.findByText(/^Your organization's provider, login\.example\.com,/)).toBeVisible();
    expect(api.callsOf(startSso)).toHaveLength(0);
    await app.user.click(screen.getByRole("button", { name: "Use single sign-on" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(neutral);
    expect(api.callsOf(startSso).map(({ body }) => body)).toEqual([
      { organizationId: "acme", issuer: "https://login.example.com" },
    ]);
    expect(api.callsOf(finishSso)).toHaveLength(0);
  });

  const stored = { "souffleur.provider": "acme" };

  test("leads without a press to the one by which somebody has come in here, and to no other", async () => {
    api.on(finishSso, () =>
      ok(finishSso, { data: { accessToken: tokenFor(user), user, organization: null } }),
    );
    const app = await open(address);
    await waitFor(() => expect(app.address()).toBe("/dashboard"));
    expect(localStorage.getItem("souffleur.provider")).toBe('"acme"');
    app.unmount();
    app.stop();
    const other = await open("/single-sign-on/other?iss=https%3A%2F%2Flogin.example.com", { stored });
    await screen.findByRole("button", { name: "Use single sign-on" });
    expect(api.callsOf(startSso)).toHaveLength(0);
    other.unmount();
    other.stop();
    await open(portal, { stored });
    expect(await screen.findByRole("alert")).toHaveTextContent(neutral);
    expect(api.callsOf(startSso)).toHaveLength(1);
  });

  test("leaves a session as it is, and another address in it counts for nothing", async () => {
    const app = await open(`${portal}&target_link_uri=https%3A%2F%2Fattacker.example`, { as: user, stored });
    await waitFor(() => expect(app.address()).toBe("/dashboard"));
    expect(api.callsOf(startSso)).toHaveLength(0);
  });
});
