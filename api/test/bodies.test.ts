import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Endpoint, isAdmin, isPlatformAdmin, limits, may, Role } from "@souffleur/contracts";
import { uploadRelease } from "@souffleur/contracts/release-commands";
import { endpoints } from "../src/openapi/document.ts";
import { startApp, type TestApp } from "../testing/app.ts";
import { pagesIn } from "../testing/built-remotes.ts";

const withBodies = endpoints().filter(([, { method }]) => method !== "GET");
const closed = withBodies.filter(([, { access }]) => access !== "public");

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
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "souffleur-bodies-"));
    api = await startApp({ pages: pagesIn(folder), env: { REMOTE_OVERRIDES: "localhost" } });
    for (const caller of callers) {
      const { token } = await api.signIn(await api.createUser(caller));
      tokens.set(nameOf(caller), token);
    }
  });
  afterAll(async () => {
    await api.close();
    await rm(folder, { recursive: true, force: true });
  });

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

  const refused = closed.flatMap(([name, endpoint]) =>
    callers
      .filter((caller) => !isAllowed(endpoint, caller))
      .map((caller) => [name, nameOf(caller), endpoint] as const),
  );

  test("is refused to some roles in every part of the product", () => {
    const tags = new Set(refused.map(([, , { tag }]) => tag));
    expect([...tags].toSorted()).toEqual([
      "Accounts",
      "Administration",
      "Coaching",
      "Customers",
      "Data",
      "Desk",
      "Passkeys",
      "Playbook",
      "Releases",
      "Single sign-on",
      "Tokens",
      "Webhooks",
    ]);
  });

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
