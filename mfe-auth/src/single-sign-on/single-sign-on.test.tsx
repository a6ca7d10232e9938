import { finishSso } from "@souffleur/contracts/sso";
import { ok, refused, someUser, tokenFor } from "@souffleur/shared-ui/testing";
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

test("an answer that was used before leads who is signed in to the application", async () => {
  api.on(finishSso, () => refused("SSO_FAILED", "Please try again."));
  const app = await open(address, { as: user });
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
