import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { type Endpoint, isAdmin, isPlatformAdmin, limits, may, Role } from "@souffleur/contracts";
import { uploadRelease } from "@souffleur/contracts/release-commands";
import { endpoints } from "../src/openapi/endpoints.ts";
import { startApp, type TestApp } from "../testing/app.ts";
import { pagesIn } from "../testing/built-remotes.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const withBodies = endpoints().filter(([, { method }]) => method !== "GET");
const withAccess = endpoints().filter(([, { access }]) => access !== "public");
const closed = withAccess.filter(([, { method }]) => method !== "GET");

/** The calls that not every role may make, by the callers that may make them. */
const calls = (names: string) => names.trim().split(/\s+/);
const allowed: Record<string, readonly string[]> = {
  platform: calls(`
    activateRelease browserErrors decideDomain listDomains liveReleases previewRelease promoteCanary releasesOverview
    removeRemote resolveBrowserError rollBackRelease startCanary uploadRelease`),
  admin: calls(`
    createToken createWebhook deleteToken deleteWebhook listTokens listWebhookDeliveries listWebhooks publishPlaybook
    readPasskeyDemand readSso readUsage removeSso renameOrganization renewWebhookSecret saveCurrency savePasskeyDemand
    savePlaybookDraft savePlaybookSettings saveSso saveVendorSpeech sendWebhookDelivery switchWebhookOn testWebhook`),
  "admin platform": calls("eraseCustomer listErasures readRetention saveRetention"),
  "admin manager": calls(`
    createInvitations listInvitations listPlaybookVersions readPlaybook readPlaybookDraft readPlaybookSettings
    readPlaybookVersion tryPlaybook withdrawInvitation`),
  "admin manager platform": calls(`
    approvalEffect changeUserRole changeUserStatus decideUser deleteCall forgetSignIn listUsers pendingUsers resetPasskeys searchUsers
    sendMailAgain sendPasswordLink userStats`),
  "admin manager analyst": calls("exportCall exportCalls exportCustomers"),
  "admin manager supervisor": calls("addLineNote listReplies sendWhisper takeHelp"),
  "admin manager supervisor analyst": calls("listHelp listWhispers readPlaybookFigures"),
  "admin manager supervisor analyst agent": calls(`
    chooseCustomer createCustomer deleteCustomer endCalendarLink importCustomers listCallers listCustomers
    readCalendarLink readCustomer renewCalendarLink saveCustomer`),
};

/** All roles, in an organization and, for the last one, without. */
const callers = [
  ...Role.options.map((role) => ({ role, organization: "Bodies" as string | null })),
  { role: "admin" as const, organization: null },
];
type TestCaller = (typeof callers)[number];
const nameOf = ({ role, organization }: TestCaller) => `${role} of ${organization}`;

function isAllowed({ access, capability }: Endpoint, { role, organization }: TestCaller): boolean {
  if (capability !== undefined && !may(role, capability)) return false;
  if (access === "admin") return isAdmin(role);
  if (access === "platform") return isPlatformAdmin(role, organization);
  return access === "session" || organization !== null;
}

describe("a body", () => {
  let api: TestApp;
  const tokens = new Map<string, string>();
  beforeAll(async () => {
    api = await startApp({ pages: pagesIn(temporaryFolder()), env: { REMOTE_OVERRIDES: "localhost" } });
    for (const caller of callers) {
      const { token } = await api.signIn(await api.createUser(caller));
      tokens.set(nameOf(caller), token);
    }
  });
  afterAll(() => api.close());

  /** Announces a body and sends its first bytes alone, so that an answer came without the rest. */
  async function announce(
    { method, path, contentType = "application/json" }: Endpoint,
    length: { "content-length": number } | { "transfer-encoding": "chunked" },
    token?: string,
  ) {
    const sending = httpRequest(new URL(path.replace(/:\w+/g, "7"), api.url), {
      method,
      agent: false,
      headers: {
        ...length,
        "content-type": contentType,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
    });
    sending.write('{"entries":');
    const [answer] = (await once(sending, "response")) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    sending.destroy();
    return { status: answer.statusCode, body: JSON.parse(Buffer.concat(chunks).toString("utf8")) };
  }
  const lengths = [{ "content-length": 50_000_000 }, { "transfer-encoding": "chunked" }] as const;

  test.each(closed)("is not read for a caller without a session: %s", async (_name, endpoint) => {
    for (const length of lengths) {
      for (const token of [undefined, "forged"]) {
        expect(await announce(endpoint, length, token)).toMatchObject({
          status: 401,
          body: { code: "TOKEN_INVALID" },
        });
      }
    }
  });

  const refusedIn = (some: typeof closed) =>
    some.flatMap(([name, endpoint]) =>
      callers
        .filter((caller) => !isAllowed(endpoint, caller))
        .map((caller) => [name, nameOf(caller), endpoint] as const),
    );
  const refused = refusedIn(closed);

  test("and every other call is for the callers that the table names, or for all", () => {
    const found: Record<string, string[]> = {};
    for (const [name, endpoint] of withAccess) {
      const may = callers.filter((caller) => isAllowed(endpoint, caller));
      const who = may.map(({ role, organization }) => (organization === null ? "platform" : role)).join(" ");
      if (may.length < callers.length) found[who] = [...(found[who] ?? []), name].toSorted();
    }
    expect(found).toEqual(allowed);
  });

  test.each(refusedIn(withAccess.filter(([, { method }]) => method === "GET")))(
    "is refused where there is none, to a role that may not read it: %s, %s",
    async (_name, caller, { path }) => {
      const answer = await api.request("GET", path.replace(/:\w+/g, "7"), { token: tokens.get(caller) });
      expect([answer.status, answer.body.code]).toEqual([403, "FORBIDDEN"]);
    },
  );

  test.each(refused)("is not read for a role that may not do it: %s, %s", async (_name, caller, endpoint) => {
    for (const length of lengths) {
      expect(await announce(endpoint, length, tokens.get(caller))).toMatchObject({
        status: 403,
        body: { code: "FORBIDDEN" },
      });
    }
  });

  test.each(withBodies.filter(([, endpoint]) => endpoint !== uploadRelease))(
    "is at most 2 MB, and is not read where it announces more: %s",
    async (_name, endpoint) => {
      const { bodyBytes = limits.bodyBytes } = endpoint;
      expect(bodyBytes).toBeLessThanOrEqual(2_000_000);
      const caller = callers.find((one) => isAllowed(endpoint, one)) ?? callers[0];
      const token = endpoint.access === "public" || !caller ? undefined : tokens.get(nameOf(caller));
      const answer = await announce(endpoint, { "content-length": bodyBytes + 1 }, token);
      expect(answer).toMatchObject({ status: 413, body: { code: "PAYLOAD_TOO_LARGE" } });
    },
  );
});
