import { listErasures, readRetention } from "@souffleur/contracts/privacy";
import {
  decideDomain,
  listDomains,
  type RequestedDomain,
  readSso,
  removeSso,
  type StoredSingleSignOn,
  saveSso,
} from "@souffleur/contracts/sso";
import { endInAnotherLanguage, ok, refused } from "@souffleur/shared-ui/testing";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { answerAfterProof, enterPassword } from "../testing/data.ts";
import { acme, api, button, findToast, open } from "../testing/page.ts";
import { admin } from "../testing/user-management.ts";
import { needsTrust } from "./sso-form.ts";

const stored: StoredSingleSignOn = {
  sso: {
    issuer: "https://login.acme.example",
    clientId: "souffleur",
    domains: [{ name: "acme.example", state: "waiting" }],
    demanded: false,
    firstComers: "waiting",
    emergencyUserId: admin.id,
    roleClaim: "",
    roles: [],
  },
  revision: 2,
  redirectAddress: "https://app.example/single-sign-on/org",
  logoutAddress: "https://app.example/api/auth/sso/org/logout",
  administrators: [{ id: admin.id, name: "Ada Lovelace", email: "ada@acme.example" }],
};
const none: StoredSingleSignOn = { ...stored, sso: null, revision: 0 };

beforeEach(() => {
  const due = { conversations: 0, analyses: 0, customers: 0 };
  api.on(readRetention, () =>
    ok(readRetention, {
      data: { conversationDays: 180, analysisDays: 365, customerDays: null, revision: 3, due },
    }),
  );
  api.on(listErasures, () => ok(listErasures, { data: { erasures: [] } }));
});

async function openData(data: StoredSingleSignOn) {
  api.on(readSso, () => ok(readSso, { data }));
  const app = await open("/admin/settings?tab=sign-in", { as: admin, organization: acme });
  // The page's cards come together.
  await screen.findByRole("region", { name: "Single sign-on" });
  await screen.findByLabelText("Provider's address (issuer)");
  return app;
}
const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const card = () => within(screen.getByLabelText("Client ID").closest("form") as HTMLElement);
const save = () => fireEvent.click(card().getByRole("button", { name: "Save provider" }));

test("a provider is entered, with the roles that its claim gives", async () => {
  const bodies: unknown[] = [];
  api.on(saveSso, ({ body }) => {
    bodies.push(body);
    return ok(saveSso, { data: stored });
  });
  await openData(none);
  save();
  expect(await screen.findByText("Enter the provider's address")).toBeVisible();
  expect(bodies).toEqual([]);
  fill("Provider's address (issuer)", "https://login.microsoftonline.com/acme/v2.0");
  expect(screen.getByText(/without this, nobody new can sign in/)).toBeVisible();
  fireEvent.click(screen.getByLabelText("Trust this provider's addresses"));
  expect(screen.getByText(/^Addresses of your confirmed domains then count/)).toBeVisible();
  fill("Client ID", "souffleur");
  fill("Client secret", "secret");
  fill("Email domains", "acme.example, acme.fr");
  fill("Claim that gives roles (optional)", "groups");
  fill("Values for Supervisor", "sales; leads");
  save();
  expect(await findToast("Settings saved.")).toBeVisible();
  expect(bodies).toEqual([
    {
      issuer: "https://login.microsoftonline.com/acme/v2.0",
      clientId: "souffleur",
      clientSecret: "secret",
      domains: ["acme.example", "acme.fr"],
      demanded: false,
      firstComers: "waiting",
      trustsAddresses: true,
      emergencyUserId: admin.id,
      roleClaim: "groups",
      roles: [
        { value: "sales", role: "supervisor" },
        { value: "leads", role: "supervisor" },
      ],
      revision: 0,
    },
  ]);
  expect(await screen.findByText("Waiting for confirmation")).toBeVisible();
});

test.each([
  // https://learn.microsoft.com/en-us/answers/questions/1190472/what-are-the-token-issuers-for-the-sovereign-cloud
  ["https://login.microsoftonline.com/9a5c/v2.0", true],
  ["https://login.microsoftonline.us/9a5c/v2.0", true],
  ["https://login.partner.microsoftonline.cn/9a5c/v2.0", true],
  ["https://sts.windows.net/9a5c/", true],
  ["https://sts.chinacloudapi.cn/9a5c/", true],
  // https://azuread.github.io/microsoft-authentication-library-for-objc/Classes/MSALCIAMAuthority.html
  [" https://Acme.ciamlogin.com/9a5c/v2.0", true],
  ["https://sts.acme.example/adfs", true],
  ["https://sts.acme.example:8443/adfs/", true],
  // https://docs.aws.amazon.com/cognito/latest/developerguide/userinfo-endpoint.html: it says which addresses it has confirmed.
  ["https://cognito-idp.eu-west-3.amazonaws.com/eu-west-3_a1", false],
  ["https://acme.okta.com", false],
  ["https://accounts.google.com", false],
  ["https://acme.example/adfs-users", false],
  ["https://login.microsoftonline.com.acme.example/9a5c/v2.0", false],
  ["https://acme.example/login.microsoftonline.com/", false],
])("trust in addresses is proposed where the provider confirms none: %s", (issuer, isProposed) => {
  expect(needsTrust(issuer)).toBe(isProposed);
});

test("the reason of the last failure is shown", async () => {
  await openData({ ...stored, lastFailure: { at: "2026-11-30T05:00:00.000Z", reason: "roles" } });
  expect(
    screen.getByText(
      /^Last problem at a sign-in, .+: The claim that gives roles was missing or incomplete\.$/,
    ),
  ).toBeVisible();
});

test("a refusal stands at its field, and a proof is asked for before the change is repeated", async () => {
  answerAfterProof(saveSso, () =>
    refused("VALIDATION_ERROR", "No provider at this address.", { field: "issuer" }),
  );
  await openData(stored);
  save();
  await enterPassword();
  expect(await screen.findByText("No provider at this address.")).toBeVisible();
  expect(screen.getByLabelText("Provider's address (issuer)")).toHaveAccessibleDescription(
    "No provider at this address.",
  );
});

test("a provider is removed after a confirmation", async () => {
  api.on(removeSso, () => ok(removeSso, { data: { ...none, revision: 3 } }));
  await openData(stored);
  fireEvent.click(card().getByRole("button", { name: "Remove" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Remove single sign-on?" }));
  fireEvent.click(dialog.getByRole("button", { name: "Remove" }));
  expect(await findToast("Single sign-on removed.")).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText("Client ID")).toHaveValue(""));
});

test("what is typed is there after another language was chosen, but for the secret", async () => {
  const { unmount } = await openData(stored);
  fill("Client ID", "typed");
  fill("Client secret", "secret");
  endInAnotherLanguage();
  unmount();
  await openData(stored);
  expect(screen.getByLabelText("Client ID")).toHaveValue("typed");
  expect(screen.getByLabelText("Client secret")).toHaveValue("");
});

test("a domain is shown in the letters of its language", async () => {
  const domain = { name: "xn--socit-esab.fr", unicode: "société.fr" };
  const sso = { ...stored.sso, domains: [{ ...domain, state: "waiting" }] } as StoredSingleSignOn["sso"];
  await openData({ ...stored, sso });
  expect(screen.getByLabelText("Email domains")).toHaveValue("société.fr");
  expect(within(screen.getByRole("list", { name: "Domains" })).getByText("société.fr")).toBeVisible();
});

test("a platform administrator confirms a domain", async () => {
  const domain: RequestedDomain = {
    organizationId: "org",
    organizationName: "Acme",
    name: "acme.example",
    state: "waiting",
    requestedAt: "2026-03-12T09:00:00.000Z",
    requestedBy: "Ada Lovelace",
  };
  let state: RequestedDomain["state"] = "waiting";
  api.on(listDomains, () => ok(listDomains, { data: { domains: [{ ...domain, state }] } }));
  api.on(decideDomain, ({ body }) => {
    expect(body).toEqual({ decision: "approve" });
    state = "confirmed";
    return ok(decideDomain, { data: { domain: { ...domain, state } } });
  });
  await open("/admin/domains", { as: admin });
  expect(await screen.findByText("Acme · Ada Lovelace · Mar 12, 2026")).toBeVisible();
  fireEvent.click(button("Confirm domain"));
  expect(await findToast("Domain confirmed.")).toBeVisible();
  expect(await screen.findByText("Confirmed")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Refuse" })).toBeNull();
});
