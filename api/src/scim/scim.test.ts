import { randomUUID } from "node:crypto";
import type { AccountStatus, Role } from "@souffleur/contracts";
import { io } from "socket.io-client";
import { startApp, type TestApp, tokenIn, until } from "../../testing/app.ts";
import { connected } from "../../testing/calls/call-events.ts";
import { audited } from "../../testing/database/audit-log.ts";
import {
  type SignedInUser,
  signInTeam,
  type Team,
  testPassword,
  type UserOptions,
} from "../../testing/people/people.ts";
import { confirmDomains } from "../../testing/people/single-sign-on.ts";
import { userSchema } from "./attributes.ts";

const errorSchema = "urn:ietf:params:scim:api:messages:2.0:Error";
const patchSchema = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
const enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

const personDecided =
  "Someone has deactivated or rejected this account. An administrator lets its owner in again, in User Management.";

let api: TestApp;
beforeAll(async () => {
  api = await startApp();
});
afterAll(() => api.close());

interface House {
  team: Team;
  domain: string;
  token: string;
}
let house: House;
beforeEach(async () => {
  house = await openHouse();
});

/** An organization with a confirmed domain and a token for provisioning. */
async function openHouse(): Promise<House> {
  const team = await signInTeam(api, `House ${randomUUID()}`);
  const domain = `${randomUUID()}.example`;
  await confirmDomains(api, team.admin, domain);
  return { team, domain, token: await tokenOf(team.admin, ["users:provision"]) };
}

async function tokenOf({ token }: SignedInUser, scopes: readonly string[]): Promise<string> {
  const body = { name: `Provider ${randomUUID()}`, scopes };
  return (await api.request("POST", "/api/tokens", { token, body })).body.data.token;
}

function send(
  method: string,
  path: string,
  body?: unknown,
  options: { token?: string; at?: TestApp; headers?: Record<string, string> } = {},
) {
  const { token = house.token, at = api, headers = {} } = options;
  return at.request(method, `/scim/v2${path}`, {
    token,
    headers: { ...(body !== undefined && { "Content-Type": "application/scim+json" }), ...headers },
    ...(body !== undefined && { body }),
  });
}

const person = (over: object = {}) => ({
  schemas: [userSchema],
  userName: `bjensen-${randomUUID()}@${house.domain}`,
  name: { givenName: "Barbara", familyName: "Jensen" },
  ...over,
});
const create = async (over: object = {}) => (await send("POST", "/Users", person(over))).body;
const patch = (id: string, ...Operations: object[]) =>
  send("PATCH", `/Users/${id}`, { schemas: [patchSchema], Operations });
const setActive = (id: string, value: unknown) => patch(id, { op: "replace", path: "active", value });
const byName = (userName: string) =>
  send("GET", `/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}`);
const stored = (id: string) => api.users.findById(id);
const statusOf = (by: SignedInUser, id: string, status: string) =>
  api.request("PUT", `/api/auth/admin/users/${id}/status`, { token: by.token, body: { status } });

/** A member of the organization, who is signed in. */
const hire = async (role: Role = "agent") => api.signIn(await member({ role }));
const member = async (over: UserOptions) =>
  api.createUser({
    organization: await organizationName(),
    email: `${randomUUID()}@${house.domain}`,
    ...over,
  });
const organizationName = async () => (await stored(house.team.admin.id))?.organizationName ?? "";

function expectRefusal(
  answer: { status: number; body: unknown },
  status: number,
  scimType?: string,
  detail?: string,
) {
  expect(answer.body).toEqual({
    schemas: [errorSchema],
    status: String(status),
    ...(scimType !== undefined && { scimType }),
    detail: detail ?? expect.any(String),
  });
  expect(answer.status).toBe(status);
}

describe("a user", () => {
  test("is created as RFC 7644, 3.3 shows: an active agent of the organization, with its place in the answer", async () => {
    const answer = await send("POST", "/Users", person({ externalId: "bjensen" }));
    expect(answer.status).toBe(201);
    expect(answer.headers.get("content-type")).toContain("application/scim+json");
    const { id, userName, meta } = answer.body;
    expect(answer.headers.get("location")).toBe(meta.location);
    expect(meta.location).toBe(`${api.config.PUBLIC_URL}/scim/v2/Users/${id}`);
    expect(answer.body).toMatchObject({
      schemas: [userSchema],
      externalId: "bjensen",
      name: { formatted: "Barbara Jensen", givenName: "Barbara", familyName: "Jensen" },
      active: true,
      emails: [{ value: userName, type: "work", primary: true }],
      meta: { resourceType: "User", created: expect.any(String) },
    });
    expect((await send("GET", `/Users/${id}`)).body).toEqual(answer.body);
    expect(await stored(id)).toMatchObject({
      role: "agent",
      status: "active",
      organizationId: house.team.admin.organizationId,
      withoutPassword: true,
    });
    const login = { email: userName, password: testPassword };
    expect((await api.request("POST", "/api/auth/login", { body: login })).status).toBe(401);
    const rows = await audited(api, { action: "user.provisioned", subjectId: id });
    expect(rows).toMatchObject([
      { actorId: expect.stringMatching(/^token .+ Provider /), to: "active, agent" },
    ]);
  });

  test("is created as Microsoft Entra ID and Okta ask for it", async () => {
    const userName = `Adele.Vance@${house.domain.toUpperCase()}`;
    const entra = await send("POST", "/Users", {
      schemas: [userSchema, enterprise],
      externalId: "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef",
      userName,
      active: true,
      emails: [{ primary: true, type: "work", value: userName }],
      meta: { resourceType: "User" },
      name: { formatted: "Adele Vance", familyName: "Vance", givenName: "Adele" },
      roles: [],
      [enterprise]: { department: "Sales" },
    });
    expect(entra.body).toMatchObject({ userName, emails: [{ value: userName }], active: true });
    expect((await byName(userName)).body.Resources[0]).toEqual(entra.body);
    const okta = await send(
      "POST",
      "/Users",
      {
        schemas: [userSchema],
        userName: `okta.user@${house.domain}`,
        name: { givenName: "Olga", familyName: "User" },
        emails: [{ primary: true, value: `okta.user@${house.domain}`, type: "work" }],
        displayName: "Olga User",
        locale: "en-US",
        externalId: "00ujl29u0le5T6Aj10h7",
        groups: [],
        password: "1mz050nq",
        active: true,
      },
      { headers: { "Content-Type": "application/json" } },
    );
    expect(okta.status).toBe(201);
    expect(JSON.stringify(okta.body)).not.toContain("1mz050nq");
  });

  test("gets its name from the whole name, or from the address, where nothing else is said", async () => {
    const bare = await create({ name: undefined, displayName: "Grace Hopper" });
    expect(bare.name).toMatchObject({ givenName: "Grace", familyName: "Hopper" });
    const none = await create({ name: undefined, userName: `alan.turing@${house.domain}` });
    expect(none.name).toMatchObject({ givenName: "Alan", familyName: "Turing" });
    expect((await create({ active: false })).active).toBe(false);
  });

  test("is created once, of two requests at once and of a repeated one", async () => {
    const body = person();
    const both = await Promise.all([send("POST", "/Users", body), send("POST", "/Users", body)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const again = await send("POST", "/Users", { ...body, userName: body.userName.toUpperCase() });
    expectRefusal(again, 409, "uniqueness", "There is an account with this userName already.");
    expect((await byName(body.userName)).body.totalResults).toBe(1);
  });

  test("has the role with which its address was invited, and closes the invitation; once it may sign in", async () => {
    const invitations = `/api/invitations`;
    const { token } = house.team.admin;
    for (const [active, role] of [
      [true, "supervisor"],
      [false, "analyst"],
      [true, "admin"],
    ] as const) {
      const body = person({ active });
      await api.request("POST", invitations, { token, body: { addresses: body.userName, role } });
      const { id } = (await send("POST", "/Users", body)).body;
      if (!active) {
        expect((await stored(id))?.role).toBe("agent");
        expect((await setActive(id, true)).body.active).toBe(true);
      }
      expect(await stored(id)).toMatchObject({ status: "active", role });
      // An administrator becomes one after an agent, as by a link; nobody else has another role in between.
      const action = active ? "user.provisioned" : "user.reactivated";
      const to = `active, ${role === "admin" ? "agent" : role}`;
      expect(await audited(api, { action, subjectId: id })).toMatchObject([{ to }]);
      expect((await api.request("GET", invitations, { token })).body.data.invitations).toEqual([]);
    }
  });

  test("takes the place of a registration that was not verified, as at a first sign-in", async () => {
    const body = person();
    await api.createUser({ email: body.userName, status: "pending_verification", organization: "Squatters" });
    expect((await byName(body.userName)).body.totalResults).toBe(0);
    expect((await send("POST", "/Users", body)).status).toBe(201);
  });

  test("is refused outside of the confirmed domains, and where another organization has it, without saying whose", async () => {
    for (const userName of ["bjensen@elsewhere.example", `bjensen@sub.${house.domain}`])
      expectRefusal(await send("POST", "/Users", person({ userName })), 400, "invalidValue");
    const email = `taken@${house.domain}`;
    const { id } = await api.createUser({ email, organization: "Rivals" });
    const answer = await send("POST", "/Users", person({ userName: email }));
    expectRefusal(answer, 409, "uniqueness", "There is an account with this userName already.");
    expect(JSON.stringify(answer.body)).not.toMatch(/Rivals|organization/);
    for (const [method, body] of [
      ["GET", undefined],
      ["PUT", person({ userName: email, active: false })],
      ["PATCH", { schemas: [patchSchema], Operations: [{ op: "replace", path: "active", value: false }] }],
      ["DELETE", undefined],
    ] as const)
      expectRefusal(await send(method, `/Users/${id}`, body), 404);
    expect((await byName(email)).body.totalResults).toBe(0);
    expect((await stored(id))?.status).toBe("active");
  });
});

describe("the list", () => {
  test("has the organization's accounts by pages, and is filtered by name, id and the provider's own id", async () => {
    const made = [await create({ externalId: "one" }), await create(), await create()];
    const all = (await send("GET", "/Users")).body;
    // The five roles of the team are accounts, too.
    expect(all).toMatchObject({ totalResults: 8, itemsPerPage: 8, startIndex: 1 });
    const pages = await Promise.all([1, 4, 7].map((at) => send("GET", `/Users?startIndex=${at}&count=3`)));
    expect(pages.map(({ body }) => [body.startIndex, body.itemsPerPage, body.totalResults])).toEqual([
      [1, 3, 8],
      [4, 3, 8],
      [7, 2, 8],
    ]);
    const ids = pages.flatMap(({ body }) => body.Resources.map(({ id }: { id: string }) => id));
    expect(new Set(ids).size).toBe(8);
    expect((await send("GET", "/Users?count=0")).body).toMatchObject({ totalResults: 8, Resources: [] });
    expect((await send("GET", "/Users?startIndex=-3&count=-1")).body).toMatchObject({
      startIndex: 1,
      itemsPerPage: 0,
    });
    const [first] = made;
    for (const filter of [
      `userName eq "${first.userName}"`,
      `USERNAME Eq "${first.userName.toUpperCase()}"`,
      `${userSchema}:userName eq "${first.userName}"`,
      'externalId eq "one"',
      `id eq "${first.id}"`,
    ]) {
      const { body } = await send("GET", `/Users?filter=${encodeURIComponent(filter)}`);
      expect([filter, body.totalResults, body.Resources[0]?.id]).toEqual([filter, 1, first.id]);
    }
    // As Entra ID tests a connection.
    expect((await byName(randomUUID())).body).toMatchObject({ totalResults: 0, Resources: [] });
  });

  test("refuses other filters", async () => {
    for (const [filter, status, scimType] of [
      ['userName sw "b"', 400, "invalidFilter"],
      ['title eq "Chef"', 400, "invalidFilter"],
      ["userName eq bjensen", 400, "invalidFilter"],
      [`userName eq "${"x".repeat(2000)}"`, 400, "invalidFilter"],
      ['userName eq "a" or userName eq "b"', 400, "invalidFilter"],
    ] as const) {
      expectRefusal(await send("GET", `/Users?filter=${encodeURIComponent(filter)}`), status, scimType);
    }
  });
});

describe("a change", () => {
  test("deactivates as RFC 7644, Entra ID and Okta have it, and lets in again", async () => {
    for (const [_who, operation] of [
      ["RFC 7644", { op: "replace", path: "active", value: false }],
      ["Entra ID", { op: "Replace", path: "active", value: "False" }],
      ["Okta", { op: "replace", value: { active: false } }],
      ["a full name", { op: "add", path: `${userSchema}:active`, value: false }],
    ] as const) {
      const { id } = await create();
      const answer = await patch(id, operation);
      expect([answer.status, answer.body.active]).toEqual([200, false]);
      expect((await patch(id, operation)).body.active).toBe(false);
      expect(await stored(id)).toMatchObject({ status: "inactive", epoch: 1 });
      const again = await setActive(id, "True");
      expect(again.body.active).toBe(true);
    }
  });

  test("of names and of the provider's id is made by several operations, and by none where one is wrong", async () => {
    const { id, userName } = await create();
    const answer = await patch(
      id,
      { op: "Replace", path: "name.givenName", value: "Babs" },
      { op: "Add", path: "externalId", value: "b2" },
      { op: "Replace", path: "displayName", value: "Babs Jensen" },
      { op: "Replace", path: 'emails[type eq "work"].value', value: "elsewhere@example.com" },
      { op: "Add", path: `${enterprise}:department`, value: "Sales" },
      { op: "replace", value: { "name.familyName": "Jensen-Smith", userName } },
    );
    expect(answer.body).toMatchObject({
      externalId: "b2",
      userName,
      name: { givenName: "Babs", familyName: "Jensen-Smith" },
    });
    expect((await patch(id, { op: "remove", path: "externalId" })).body.externalId).toBeUndefined();
    for (const [scimType, operation] of [
      ["invalidPath", { op: "replace", path: "shoeSize", value: 42 }],
      ["invalidPath", { op: "replace", path: 7, value: 42 }],
      ["invalidValue", { op: "replace", path: "userName", value: "other" }],
      ["mutability", { op: "replace", path: "id", value: "x" }],
      ["mutability", { op: "remove", path: "active" }],
      ["noTarget", { op: "remove" }],
      ["invalidSyntax", { op: "move", path: "active" }],
      ["invalidSyntax", { op: "replace", value: "x" }],
      ["invalidValue", { op: "replace", path: "active", value: "perhaps" }],
      ["invalidValue", { op: "replace", path: "name.givenName", value: ["Ada"] }],
      ["invalidValue", { op: "replace", path: "externalId", value: { $gt: "" } }],
    ] as const)
      expectRefusal(
        await patch(id, { op: "replace", path: "name.familyName", value: "Byron" }, operation),
        400,
        scimType,
      );
    expectRefusal(await send("PATCH", `/Users/${id}`, {}), 400, "invalidSyntax");
    expect((await send("GET", `/Users/${id}`)).body.name.familyName).toBe("Jensen-Smith");
  });

  test("by PUT replaces what is said", async () => {
    const { id, userName } = await create();
    const put = (over: object) => send("PUT", `/Users/${id}`, person({ userName, ...over }));
    const answer = await put({
      name: { givenName: "Ada", familyName: "Byron" },
      externalId: "x",
      active: false,
    });
    expect(answer.body).toMatchObject({
      id,
      active: false,
      externalId: "x",
      name: { formatted: "Ada Byron" },
    });
    expectRefusal(await put({ userName: undefined }), 400, "invalidValue");
    expect((await put({ externalId: null, active: true })).body.externalId).toBeUndefined();
    const gone = await put({ userName: "bjensen", name: "x", externalId: {}, active: ["False"] });
    expect(gone.body).toMatchObject({ id, userName, active: false, name: { formatted: "Barbara Jensen" } });
  });

  const moves: [string, (id: string, userName: string) => ReturnType<typeof send>][] = [
    ["PUT", (id, userName) => send("PUT", `/Users/${id}`, person({ userName }))],
    ["PATCH", (id, userName) => patch(id, { op: "Replace", path: "userName", value: userName })],
  ];
  const login = (email: string) =>
    api.request("POST", "/api/auth/login", { body: { email, password: testPassword } });

  test.each(moves)(
    "of the address by %s moves all that is the owner's, and ends what was mailed",
    async (_how, move) => {
      const { id, email, token } = await hire("supervisor");
      const wanted = `Ada.Byron-${randomUUID()}@${house.domain.toUpperCase()}`;
      const moved = wanted.toLowerCase();
      // Their places are free: a registration that nobody has verified, and an invitation of the organization.
      await api.createUser({ email: moved, status: "pending_verification", organization: "Squatters" });
      const { token: by } = house.team.admin;
      await api.request("POST", "/api/invitations", {
        token: by,
        body: { addresses: moved, role: "manager" },
      });
      await api.request("POST", `/api/auth/admin/users/${id}/password-link`, { token: by });
      const link = tokenIn(await api.mailTo(email, "Choose a new password"));
      const identity = { issuer: "https://provider.example", subject: "ada", email: moved };
      await api.connection.collection("users").updateOne({ _id: id } as object, { $set: { identity } });

      const answer = await move(id, wanted);
      expect([answer.status, answer.body.id, answer.body.userName]).toEqual([200, id, wanted]);
      expect((await byName(moved)).body.Resources).toEqual([answer.body]);
      expect((await byName(email)).body.totalResults).toBe(0);
      expect(await stored(id)).toMatchObject({ email: moved, role: "supervisor", epoch: 0 });
      expect((await stored(id))?.identity).toEqual({ issuer: identity.issuer, subject: "ada" });
      expect((await api.request("GET", "/api/account/sessions", { token })).status).toBe(200);
      expect([(await login(email)).status, (await login(moved)).status]).toEqual([401, 200]);
      const recovery = { token: link, password: "Another-Horse-7" };
      expect((await api.request("POST", "/api/auth/password", { body: recovery })).body.code).toBe(
        "LINK_INVALID",
      );
      expect((await api.request("GET", "/api/invitations", { token: by })).body.data.invitations).toEqual([]);
      const found = await api.request("GET", `/api/auth/admin/users/search?q=${moved}`, { token: by });
      expect(found.body.data.users).toMatchObject([{ id, email: moved }]);
      for (const to of [email, moved]) await api.mailTo(to, "The email address of your account was changed");
      expect(await audited(api, { action: "user.address_changed", subjectId: id })).toMatchObject([
        { actorId: expect.stringMatching(/^token /) },
      ]);
      // Whoever inherits the earlier address has an account of their own.
      const heir = await send("POST", "/Users", person({ userName: email }));
      expect([heir.status, heir.body.id === id]).toEqual([201, false]);
    },
  );

  test.each(moves)("of the address by %s is refused where nobody can have it", async (_how, move) => {
    const { id, userName } = await create();
    const taken = [
      await member({}),
      await api.createUser({ email: `x-${randomUUID()}@${house.domain}`, organization: "Rivals" }),
    ];
    for (const { email } of taken)
      expectRefusal(
        await move(id, email),
        409,
        "uniqueness",
        "There is an account with this userName already.",
      );
    expectRefusal(
      await move(id, "ada@elsewhere.example"),
      400,
      "invalidValue",
      expect.stringMatching(/^userName /),
    );
    const { id: rejected, email } = await member({ status: "rejected" });
    expectRefusal(await move(rejected, `free-${email}`), 403, undefined, personDecided);
    expectRefusal(await move(house.team.admin.id, `free-${email}`), 403);
    expect([(await stored(id))?.email, (await stored(rejected))?.email]).toEqual([userName, email]);
  });

  test("of the address beside a deactivation frees it, as Entra ID does for its next owner, or is dropped", async () => {
    const end = (id: string, userName: string) =>
      patch(
        id,
        { op: "Replace", path: "userName", value: userName },
        { op: "Replace", path: "active", value: "False" },
      );
    const { id, userName } = await create();
    const gone = `0a21f0f2${userName}`;
    const freed = await end(id, gone);
    expect([freed.status, freed.body.active, freed.body.userName]).toEqual([200, false, gone]);
    const next = await send("POST", "/Users", person({ userName }));
    expect(next.status).toBe(201);
    const suspended = await member({ status: "suspended" });
    for (const [one, wanted] of [
      [next.body.id, gone],
      [(await create()).id, "ada@elsewhere.example"],
      // What an operator has decided stays with the address.
      [suspended.id, `free-${suspended.email}`],
    ]) {
      const before = (await stored(one))?.email;
      const ended = await end(one, wanted);
      expect([ended.status, ended.body.active, ended.body.userName]).toEqual([200, false, before]);
    }
  });

  test("lets in who waits for approval, at once with the invited role and nobody's password, and nobody who was rejected", async () => {
    const { token } = house.team.admin;
    for (const role of [undefined, "supervisor", "admin"] as const) {
      const waiting = await member({ status: "pending_approval" });
      const body = { addresses: waiting.email, role };
      if (role !== undefined) await api.request("POST", "/api/invitations", { token, body });
      expect((await send("GET", `/Users/${waiting.id}`)).body.active).toBe(false);
      expect((await setActive(waiting.id, true)).body.active).toBe(true);
      // Of version 1: no other change has come between.
      const expected = { status: "active", role: role ?? "agent", withoutPassword: true, version: 1 };
      expect(await stored(waiting.id)).toMatchObject(expected);
      expect((await login(waiting.email)).status).toBe(401);
      await api.mailTo(waiting.email, "approved");
    }
    const rejected = await member({ status: "rejected" });
    expectRefusal(await setActive(rejected.id, true), 409);
  });

  test("lets in again as an agent whom it has kept out, whatever they were before", async () => {
    const { id, email } = await hire("supervisor");
    const identity = { issuer: "https://provider.example", subject: "of the first person" };
    await api.connection.collection("users").updateOne({ _id: id } as object, { $set: { identity } });
    await setActive(id, false);
    expect((await stored(id))?.role).toBe("supervisor");
    expect((await setActive(id, true)).body.active).toBe(true);
    const back = await stored(id);
    expect(back).toMatchObject({ status: "active", role: "agent", withoutPassword: true });
    // The address may be another person's by now.
    expect(back?.identity).toBeUndefined();
    const login = { email, password: testPassword };
    expect((await api.request("POST", "/api/auth/login", { body: login })).status).toBe(401);
    const rows = await audited(api, { action: "user.reactivated", subjectId: id });
    expect(rows).toMatchObject([{ actorId: expect.stringMatching(/^token /), to: "active, agent" }]);
  });

  test("lets in nobody with another of the provider's own ids, until an administrator has said that it is the same person", async () => {
    const { id, userName } = await create({ externalId: "of the first person" });
    const externalId = "of the next person";
    const heir = person({ userName, externalId, active: true });
    const byPatch = () =>
      patch(
        id,
        { op: "replace", path: "externalId", value: externalId },
        { op: "replace", path: "active", value: true },
      );
    await setActive(id, false);
    expectRefusal(
      await send("PUT", `/Users/${id}`, heir),
      409,
      "uniqueness",
      expect.stringMatching(/Delete it/),
    );
    expectRefusal(await byPatch(), 409, "uniqueness");
    expect(await stored(id)).toMatchObject({
      status: "inactive",
      provisioned: { externalId: "of the first person" },
    });
    await statusOf(house.team.admin, id, "active");
    expect((await byPatch()).body).toMatchObject({ active: true, externalId });
  });

  test("takes back nothing that a person has decided, however the program asks for it", async () => {
    const byAdministrator = await member({ role: "supervisor" });
    await statusOf(house.team.admin, byAdministrator.id, "inactive");
    // Also where the program has kept them out before.
    const twice = await member({ role: "supervisor" });
    await setActive(twice.id, false);
    await statusOf(house.team.admin, twice.id, "active");
    await statusOf(house.team.admin, twice.id, "inactive");
    for (const { id, email } of [byAdministrator, twice]) {
      expectRefusal(await setActive(id, true), 403, undefined, personDecided);
      expectRefusal(await send("PUT", `/Users/${id}`, person({ userName: email, active: true })), 403);
      expect((await send("DELETE", `/Users/${id}`)).status).toBe(204);
      for (const active of [true, false])
        expectRefusal(await send("POST", "/Users", person({ userName: email, active })), 403);
      expect(await stored(id)).toMatchObject({ status: "inactive", role: "supervisor" });
      expect((await statusOf(house.team.admin, id, "active")).status).toBe(200);
    }
    for (const status of ["rejected", "suspended", "locked"] as const) {
      const { id, email } = await member({ status });
      expect((await send("DELETE", `/Users/${id}`)).status).toBe(204);
      expectRefusal(await send("POST", "/Users", person({ userName: email })), 403);
      expect((await stored(id))?.status).toBe(status === "rejected" ? status : "inactive");
    }
  });

  const ends: [
    string,
    (id: string, email: string) => Promise<{ status: number; body: { active?: boolean } }>,
  ][] = [
    ["RFC 7644", (id) => setActive(id, false)],
    ["Entra ID", (id) => setActive(id, "False")],
    ["Okta", (id) => patch(id, { op: "replace", value: { active: false } })],
    ["PUT", (id, email) => send("PUT", `/Users/${id}`, person({ userName: email, active: false }))],
    ["DELETE", (id) => send("DELETE", `/Users/${id}`)],
  ];
  test.each(["pending_approval", "suspended", "locked"] as const)(
    "ends an account that is %s in every form, and only a person opens it again",
    (status) => Promise.all(ends.map((end) => endedAndOpened(status, ...end))),
  );
  async function endedAndOpened(status: AccountStatus, form: string, end: (typeof ends)[number][1]) {
    const { admin, platform } = house.team;
    const { id, email } = await member({ status });
    const ended = await end(id, email);
    expect([ended.status, ended.body?.active]).toEqual(form === "DELETE" ? [204, undefined] : [200, false]);
    expect(await stored(id)).toMatchObject({ status: "inactive", epoch: 1 });
    const rows = await audited(api, { action: "user.deactivated", subjectId: id });
    expect(rows).toMatchObject([{ actorId: expect.stringMatching(/^token /), from: status, to: "inactive" }]);
    const approval = await api.request("PUT", `/api/auth/admin/users/${id}/approve`, {
      token: admin.token,
      body: { decision: "approve" },
    });
    expect(approval.body.code).toBe("INVALID_TRANSITION");
    if (status === "pending_approval") {
      expect((await statusOf(admin, id, "active")).status).toBe(200);
      return;
    }
    // What an operator has decided, neither the program nor the organization takes back.
    const again =
      form === "DELETE"
        ? await send("POST", "/Users", person({ userName: email }))
        : await setActive(id, true);
    expectRefusal(again, 403, undefined, personDecided);
    expect((await statusOf(admin, id, "active")).body).toMatchObject({
      code: "FORBIDDEN",
      error: expect.stringMatching(/^This account was suspended or locked/),
    });
    expect((await statusOf(platform, id, "active")).status).toBe(200);
    await statusOf(admin, id, "inactive");
    expect((await statusOf(admin, id, "active")).status).toBe(200);
  }

  test("that ends an account at the moment of its approval ends it", async () => {
    for (let round = 0; round < 4; round++) {
      const { id } = await member({ status: "pending_approval" });
      const [ended] = await Promise.all([
        setActive(id, false),
        api.request("PUT", `/api/auth/admin/users/${id}/approve`, {
          token: house.team.admin.token,
          body: { decision: "approve" },
        }),
      ]);
      expect([ended.status, ended.body.active]).toEqual([200, false]);
      expect((await stored(id))?.status).toBe("inactive");
    }
  });

  test("concerns accounts of confirmed domains alone; others are seen", async () => {
    for (const status of ["active", "pending_approval"] as const) {
      const { id, email } = await member({ status, email: `${randomUUID()}@elsewhere.example` });
      const isActive = status === "active";
      expect((await send("GET", `/Users/${id}`)).body.active).toBe(isActive);
      expectRefusal(await setActive(id, !isActive), 403);
      expectRefusal(await send("PUT", `/Users/${id}`, person({ userName: email })), 403);
      expectRefusal(await send("DELETE", `/Users/${id}`), 403);
      expect(await stored(id)).toMatchObject({ status, firstName: "Test" });
    }
  });

  test("cuts off at once, sockets included", async () => {
    const user = await hire();
    const socket = io(api.url, { transports: ["websocket"], forceNew: true, auth: { token: user.token } });
    const gone = connected(socket).then(() => new Promise((resolve) => socket.once("disconnect", resolve)));
    await until(async () => socket.connected);
    expect((await setActive(user.id, false)).body.active).toBe(false);
    expect(await gone).toBe("io server disconnect");
    socket.disconnect();
    const { body } = await api.request("GET", "/api/calls", { token: user.token });
    expect(body.code).toBe("TOKEN_INVALID");
  });

  test("of two at once is made once, and both are told so", async () => {
    const { id } = await create();
    const both = await Promise.all([setActive(id, false), setActive(id, false)]);
    expect(both.map(({ status, body }) => [status, body.active])).toEqual([
      [200, false],
      [200, false],
    ]);
    expect(await stored(id)).toMatchObject({ epoch: 1, status: "inactive" });
  });
});

describe("a removal", () => {
  test("deactivates, and the account is gone for the provider until it creates it again, as an agent", async () => {
    const { id, organizationId, email } = await hire("manager");
    const identity = { issuer: "https://provider.example", subject: "of the first person" };
    await api.connection.collection("users").updateOne({ _id: id } as object, { $set: { identity } });
    const both = await Promise.all([send("DELETE", `/Users/${id}`), send("DELETE", `/Users/${id}`)]);
    expect(both.map(({ status }) => status)).toContain(204);
    for (const { status } of both) expect([204, 404]).toContain(status);
    expectRefusal(await send("GET", `/Users/${id}`), 404);
    expectRefusal(await send("DELETE", `/Users/${id}`), 404);
    expect((await byName(email)).body.totalResults).toBe(0);
    expect(await stored(id)).toMatchObject({ status: "inactive", organizationId });
    const again = await Promise.all(
      [1, 2].map(() => send("POST", "/Users", person({ userName: email, externalId: "again" }))),
    );
    expect(again.map(({ status }) => status).sort()).toEqual([201, 409]);
    const made = again.find(({ status }) => status === 201)?.body;
    expect(made).toMatchObject({ id, active: true, externalId: "again" });
    // The address may be another person's by now.
    const back = await stored(id);
    expect(back).toMatchObject({ role: "agent", withoutPassword: true });
    expect(back?.identity).toBeUndefined();
    const login = { email, password: testPassword };
    expect((await api.request("POST", "/api/auth/login", { body: login })).status).toBe(401);
  });

  test("leaves what is known by the account's id to its owner, where the provider's own ids show that another person has the address", async () => {
    const { id, userName } = await create({ externalId: "of the first person" });
    await send("DELETE", `/Users/${id}`);
    const heir = person({ userName, externalId: "of the next person" });
    const both = await Promise.all([send("POST", "/Users", heir), send("POST", "/Users", heir)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const made = both.find(({ status }) => status === 201)?.body;
    expect(made).toMatchObject({ active: true, userName });
    expect(made.id).not.toBe(id);
    expect(await stored(id)).toMatchObject({ status: "inactive", email: `left-${id}@${house.domain}` });
    expect(await audited(api, { action: "user.address_changed", subjectId: id })).toHaveLength(1);
    await send("DELETE", `/Users/${made.id}`);
    expect((await send("POST", "/Users", heir)).body).toMatchObject({ id: made.id, active: true });
  });

  test("is undone by an administrator who lets the person in, also after another deactivation", async () => {
    const { id } = await create();
    await send("DELETE", `/Users/${id}`);
    expect((await statusOf(house.team.admin, id, "active")).status).toBe(200);
    expect((await send("GET", `/Users/${id}`)).body.active).toBe(true);
    await statusOf(house.team.admin, id, "inactive");
    expect((await send("GET", `/Users/${id}`)).body.active).toBe(false);
  });

  test("that was cut half-way, after the deactivation, is completed by the next one", async () => {
    const { id } = await create();
    await statusOf(house.team.admin, id, "inactive");
    expect((await send("DELETE", `/Users/${id}`)).status).toBe(204);
    expectRefusal(await send("GET", `/Users/${id}`), 404);
  });
});

describe("a token", () => {
  test("changes no administrator, and therefore not the last one nor the emergency account", async () => {
    const second = await hire("admin");
    const { admin } = house.team;
    for (const { id } of [admin, second]) {
      expect((await send("GET", `/Users/${id}`)).body.active).toBe(true);
      expectRefusal(await setActive(id, false), 403);
      expectRefusal(await send("DELETE", `/Users/${id}`), 403);
      expectRefusal(await patch(id, { op: "replace", path: "name.givenName", value: "Mallory" }), 403);
      // Nothing is to be changed.
      expect((await setActive(id, true)).status).toBe(200);
      expect((await stored(id))?.status).toBe("active");
    }
    const manager = await hire("manager");
    await api.connection.collection("single-sign-ons").updateOne({ _id: admin.organizationId } as object, {
      $set: { provider: { emergencyUserId: manager.id } },
    });
    expectRefusal(await setActive(manager.id, false), 403);
    for (const role of ["manager", "supervisor", "analyst", "agent"] as const)
      expect((await setActive((await hire(role)).id, false)).body.active).toBe(false);
  });

  test("sees no platform administrator and no other organization", async () => {
    for (const { id } of [house.team.platform, house.team.foreign]) {
      expectRefusal(await send("GET", `/Users/${id}`), 404);
      expectRefusal(await setActive(id, false), 404);
    }
  });

  test("is needed, with the scope; people's sessions are refused", async () => {
    const { team } = house;
    expectRefusal(await send("GET", "/Users", undefined, { token: "x" }), 401);
    const unknown = await send("GET", "/Users", undefined, { token: `souffleur_${"A".repeat(43)}` });
    expect(unknown.headers.get("www-authenticate")).toBe("Bearer");
    expectRefusal(unknown, 401);
    const other = await tokenOf(team.admin, ["calls:read"]);
    expectRefusal(
      await send("GET", "/Users", undefined, { token: other }),
      403,
      undefined,
      "This request needs a token with the scope users:provision.",
    );
    for (const role of ["admin", "manager", "agent", "platform"] as const)
      for (const path of ["/Users", "/Schemas", "/Users/x"])
        expectRefusal(await send("GET", path, undefined, { token: team[role].token }), 403);
  });
});

describe("the service", () => {
  test("describes itself", async () => {
    const config = (await send("GET", "/ServiceProviderConfig")).body;
    expect(config).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      etag: { supported: false },
    });
    const types = (await send("GET", "/ResourceTypes")).body;
    expect(types).toMatchObject({
      totalResults: 1,
      Resources: [{ id: "User", endpoint: "/Users", schema: userSchema }],
    });
    const schemas = (await send("GET", "/Schemas")).body;
    const names = schemas.Resources[0].attributes.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(["userName", "name", "active"]));
    expect((await send("GET", `/Schemas/${userSchema}`)).body.id).toBe(userSchema);
    expect((await send("GET", "/ResourceTypes/User")).body.name).toBe("User");
    const groups = await send("GET", "/Groups?count=100&startIndex=1");
    expect(groups.body).toMatchObject({ totalResults: 0, Resources: [] });
    expectRefusal(await send("GET", "/ResourceTypes/Group"), 404);
    expectRefusal(await send("GET", "/Schemas?filter=x"), 403);
    for (const path of ["/Groups/x", "/Bulk", "/Me", "/nothing"]) expectRefusal(await send("GET", path), 404);
  });

  test("refuses a body of another shape", async () => {
    for (const [body, status, scimType] of [
      ["{", 400, "invalidSyntax"],
      ["[]", 400, "invalidSyntax"],
      ["null", 400, "invalidSyntax"],
      ["[".repeat(40) + "]".repeat(40), 400, "invalidSyntax"],
      [JSON.stringify({ userName: "x".repeat(120_000) }), 413, undefined],
      [JSON.stringify({ userName: { $gt: "" } }), 400, "invalidValue"],
      [JSON.stringify({ name: "x", userName: "a@example.com" }), 400, "invalidSyntax"],
    ] as const) {
      expectRefusal(await send("POST", "/Users", body), status, scimType);
    }
  });

  test("refuses other media types, and answers in French", async () => {
    const { userName } = person();
    const headers = { "Content-Type": "text/plain" };
    expectRefusal(await send("POST", "/Users", { userName }, { headers }), 415);
    const french = await send("POST", "/Users", { userName: 7 }, { headers: { "Accept-Language": "fr" } });
    expect(french.body.detail).toBe("userName doit être l’adresse e-mail de la personne.");
  });
});
