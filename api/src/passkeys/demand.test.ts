import { limits } from "@souffleur/contracts";
import { io } from "socket.io-client";
import { startApp, type TestApp, travel } from "../../testing/app.ts";
import { audited } from "../../testing/database/audit-log.ts";
import { passkeysOf } from "../../testing/people/passkeys.ts";
import { type SignedInUser, testPassword } from "../../testing/people/people.ts";
import { clock } from "../clock.ts";

const path = "/api/organization/passkeys";
const graceOver = limits.passkeyGraceMs + 60_000;
let api: TestApp;
let passkeys: ReturnType<typeof passkeysOf>;
let houses = 0;
beforeAll(async () => {
  api = await startApp();
  passkeys = passkeysOf(api);
});
afterAll(() => api.close());

/** People of an organization of their own. */
async function house() {
  const organization = `House ${++houses}`;
  const hire = async (role: "admin" | "manager" | "agent") =>
    api.signIn(await api.createUser({ role, organization }));
  return { admin: await hire("admin"), manager: await hire("manager"), agent: await hire("agent") };
}
const read = ({ token }: SignedInUser) => api.request("GET", path, { token });
const demand = ({ token }: SignedInUser, demandedOf: unknown, from?: unknown) =>
  api.request("PUT", path, { token, body: { demandedOf, from } });
const logIn = async (email: string) => {
  const { body, cookies } = await api.request("POST", "/api/auth/login", {
    body: { email, password: testPassword },
  });
  return { ...body.data, token: body.data.accessToken as string, cookies };
};
const useSession = (token: string) => api.request("GET", "/api/account/sessions", { token });

describe("an organization's demand for passkeys", () => {
  test("is nobody's at first, asks for a passkey of one's own, and starts a week later", async () => {
    const { admin } = await house();
    expect((await read(admin)).body.data).toEqual({ demandedOf: "nobody", hasPasskey: false });
    expect((await demand(admin, "everybody")).body).toMatchObject({
      code: "INVALID_TRANSITION",
      field: "demandedOf",
      error: "Add a passkey to your own account first, in your profile.",
    });
    await passkeys.give(admin);
    travel(limits.proofValidMs + 60_000);
    expect((await demand(admin, "administrators")).body.code).toBe("PROOF_REQUIRED");
    clock.reset();
    const { administratorsFrom, ...data } = (await demand(admin, "administrators")).body.data;
    expect(data).toEqual({ demandedOf: "administrators", hasPasskey: true });
    expect(Math.abs(Date.parse(administratorsFrom) - clock.ms() - limits.passkeyGraceMs)).toBeLessThan(
      60_000,
    );
    // A repetition leaves the day as it is; more people have a week of their own.
    travel(24 * 60 * 60_000);
    expect((await demand(await api.signIn(admin), "administrators")).body.data).toMatchObject({
      administratorsFrom,
    });
    const more = (await demand(await api.signIn(admin), "everybody")).body.data;
    expect(more.administratorsFrom).toBe(administratorsFrom);
    expect(Date.parse(more.everybodyFrom)).toBeGreaterThan(Date.parse(administratorsFrom));
    const rows = await audited(api, { action: "passkeys.demanded", subjectId: admin.organizationId }, 2);
    expect(rows.map(({ from, to }) => [from, to])).toEqual([
      ["nobody", "administrators"],
      ["administrators", "everybody"],
    ]);
  });

  test("is of one organization", async () => {
    const { admin } = await house();
    const foreign = (await house()).admin;
    await passkeys.give(admin);
    await demand(admin, "everybody");
    expect((await read(foreign)).body.data.demandedOf).toBe("nobody");
    expect((await logIn(foreign.email)).passkeyFrom).toBeUndefined();
  });

  test("is changed by one of two at once, and not on the ground of another's choice", async () => {
    const { admin } = await house();
    await passkeys.give(admin);
    const both = await Promise.all([demand(admin, "administrators"), demand(admin, "everybody")]);
    const stored = (await read(admin)).body.data.demandedOf;
    expect(both.some(({ status }) => status === 200)).toBe(true);
    const stale = await demand(admin, "nobody", stored === "everybody" ? "administrators" : "everybody");
    expect(stale.body.code).toBe("INVALID_TRANSITION");
    expect((await demand(admin, "nobody", stored)).body.data.demandedOf).toBe("nobody");
  });

  test("is refused where it is none", async () => {
    const { admin } = await house();
    for (const wrong of [undefined, "agents", { $ne: "nobody" }])
      expect((await demand(admin, wrong)).body).toMatchObject({
        code: "VALIDATION_ERROR",
        field: "demandedOf",
        error: "Passkeys must be one of: nobody, administrators, everybody",
      });
  });

  test("announces the day during the week, to those without a passkey", async () => {
    const { admin, manager, agent } = await house();
    await passkeys.give(admin);
    const { administratorsFrom } = (await demand(admin, "administrators")).body.data;
    const told = await logIn(manager.email);
    expect(told.passkeyFrom).toBe(administratorsFrom);
    const renewed = await api.request("POST", "/api/auth/refresh", { cookies: told.cookies });
    expect(renewed.body.data.passkeyFrom).toBe(administratorsFrom);
    expect((await useSession(told.token)).status).toBe(200);
    for (const { email } of [admin, agent]) expect((await logIn(email)).passkeyFrom).toBeUndefined();
    await passkeys.give(told);
    expect((await logIn(manager.email)).passkeyFrom).toBeUndefined();
  });

  test("leaves a session without one nothing but the adding of the first", async () => {
    const { admin, manager } = await house();
    await passkeys.give(admin);
    await demand(admin, "administrators");
    travel(graceOver);
    const { token, passkeyFrom } = await logIn(manager.email);
    expect(Date.parse(passkeyFrom)).toBeLessThan(clock.ms());
    for (const [method, at] of [
      ["GET", "/api/account/sessions"],
      ["GET", "/api/auth/admin/users"],
      ["GET", "/api/organization/retention"],
      ["PUT", "/api/account/profile"],
      ["POST", "/api/simulation/start"],
    ] as const)
      expect((await api.request(method, at, { token })).body).toMatchObject({
        code: "PASSKEY_REQUIRED",
        error: "Your organization requires a passkey. Add or use one in your profile to continue.",
      });
    const socket = io(api.url, { transports: ["websocket"], forceNew: true, auth: { token } });
    const refused = await new Promise<Error & { data?: { code?: string } }>((resolve) =>
      socket.once("connect_error", resolve as (error: Error) => void),
    );
    socket.disconnect();
    expect(refused.data?.code).toBe("PASSKEY_REQUIRED");
    const spoken = { token, body: { language: "fr" } };
    expect((await api.request("PUT", "/api/account/language", spoken)).status).toBe(200);
    await passkeys.give({ token });
    expect((await useSession(token)).status).toBe(200);
    // The next password alone is not enough, not even for another passkey.
    const next = await logIn(manager.email);
    expect((await useSession(next.token)).body.code).toBe("PASSKEY_REQUIRED");
    const another = await api.request("POST", "/api/account/passkeys/options", { token: next.token });
    expect(another.body.code).toBe("PASSKEY_REQUIRED");
  });

  test("is met by a sign-in with a passkey, and by a proof after that with a password", async () => {
    const { admin } = await house();
    const { authenticator } = await passkeys.give(admin);
    await demand(admin, "everybody");
    travel(graceOver);
    const byPasskey = await passkeys.signIn(authenticator.use(await passkeys.options.signIn()));
    expect(byPasskey.body.data.passkeyFrom).toBeUndefined();
    expect((await useSession(byPasskey.body.data.accessToken)).status).toBe(200);
    const { token, cookies } = await logIn(admin.email);
    expect((await useSession(token)).body.code).toBe("PASSKEY_REQUIRED");
    await passkeys.prove(token, authenticator.use(await passkeys.options.prove(token)));
    expect((await useSession(token)).status).toBe(200);
    const renewed = await api.request("POST", "/api/auth/refresh", { cookies });
    expect(renewed.body.data.passkeyFrom).toBeUndefined();
    expect((await useSession(renewed.body.data.accessToken)).status).toBe(200);
  });

  test("that is withdrawn lets the same tokens in again", async () => {
    const { admin, manager } = await house();
    const { authenticator } = await passkeys.give(admin);
    await demand(admin, "administrators");
    travel(graceOver);
    const stopped = await logIn(manager.email);
    expect((await useSession(stopped.token)).status).toBe(403);
    const own = await passkeys.signIn(authenticator.use(await passkeys.options.signIn()));
    await demand({ ...admin, token: own.body.data.accessToken }, "nobody");
    expect((await useSession(stopped.token)).status).toBe(200);
  });

  test("keeps the only passkey, of two that are removed at once one, and lets a blocked one go", async () => {
    const { admin } = await house();
    const { authenticator, id } = await passkeys.give(admin);
    await demand(admin, "administrators");
    expect((await passkeys.remove(admin.token, id)).body).toMatchObject({
      code: "INVALID_TRANSITION",
      error: "Your organization requires a passkey. Add another one before you remove this one.",
    });
    const { id: second } = await passkeys.give(admin);
    const both = await Promise.all([id, second].map((one) => passkeys.remove(admin.token, one)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [left] = await passkeys.list(admin.token);
    const { authenticator: third } = await passkeys.give(admin);
    await passkeys.prove(admin.token, third.use(await passkeys.options.prove(admin.token), { counter: 9 }));
    travel(1000);
    await passkeys.prove(admin.token, third.use(await passkeys.options.prove(admin.token), { counter: 3 }));
    const { token } = await api.signIn(admin);
    const blocked = (await passkeys.list(token)).find(({ isBlocked }: { isBlocked: boolean }) => isBlocked);
    expect((await passkeys.remove(token, left.id)).status).toBe(409);
    expect((await passkeys.remove(token, blocked.id)).status).toBe(200);
    expect(authenticator.credentials).toHaveLength(1);
  });
});

describe("passkeys that their owner has lost", () => {
  const reset = ({ token }: { token: string }, { id }: { id: string }) =>
    api.request("DELETE", `/api/auth/admin/users/${id}/passkeys`, { token });

  test("are removed by an administrator: all sessions end, and the password adds a new one", async () => {
    const { admin, agent } = await house();
    await passkeys.give(admin);
    const { authenticator } = await passkeys.give(agent);
    await demand(admin, "everybody");
    expect((await reset(admin, agent)).body).toMatchObject({
      message: "Passkeys removed",
      data: { user: { id: agent.id } },
    });
    expect((await useSession(agent.token)).body.code).toBe("TOKEN_INVALID");
    const old = await passkeys.signIn(authenticator.use(await passkeys.options.signIn()));
    expect(old.body.code).toBe("PASSKEY_UNKNOWN");
    await api.mailTo(agent.email, "Your passkeys were removed");
    expect((await reset(admin, agent)).body.error).toBe("This account has no passkey.");
    travel(graceOver);
    const { token } = await logIn(agent.email);
    await passkeys.give({ token });
    expect((await useSession(token)).status).toBe(200);
    const [row] = await audited(api, { action: "passkeys.reset", subjectId: agent.id });
    expect(row).toMatchObject({ actorId: admin.id });
  });

  test("are removed by nobody who does not manage the account", async () => {
    const { admin, manager, agent } = await house();
    const foreign = (await house()).admin;
    await passkeys.give(admin);
    await passkeys.give(agent);
    expect((await reset(foreign, agent)).body.code).toBe("NOT_FOUND");
    expect((await reset(agent, admin)).body.code).toBe("FORBIDDEN");
    expect((await reset(manager, admin)).body.code).toBe("FORBIDDEN");
    expect((await reset(admin, admin)).body.code).toBe("FORBIDDEN");
    expect(await passkeys.list(agent.token)).toHaveLength(1);
  });
});
