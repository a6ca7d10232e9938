import { startApp, type TestApp, travel } from "../../testing/app.ts";
import { audited } from "../../testing/database/audit-log.ts";
import type { SignedInUser } from "../../testing/people/people.ts";

const path = "/api/account/profile";
const profile = { firstName: "Éloïse", lastName: "Durand", phone: "01 23 45 67 89" };

describe("an owner's profile", () => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startApp();
  });
  afterAll(() => api.close());

  const enter = async () => api.signIn(await api.createUser());
  const save = ({ token }: Pick<SignedInUser, "token">, over: object = {}) =>
    api.request("PUT", path, { token, body: { ...profile, ...over } });
  const rows = (subjectId: string, atLeast = 1) =>
    audited(api, { subjectId, action: "user.profile_changed" }, atLeast);

  test("is changed, and found by its new name, with a mail and an audit event that has no name", async () => {
    const user = await enter();
    const answer = await save(user);
    expect(answer.body).toMatchObject({
      message: "Profile saved",
      data: { user: { id: user.id, firstName: "Éloïse", lastName: "Durand", email: user.email } },
    });
    expect(answer.body.data.user.phone).toBe("(012) 345-6789");
    const admin = await api.signIn(await api.createUser({ role: "admin" }));
    const found = await api.request("GET", "/api/auth/admin/users/search?q=eloise%20du", {
      token: admin.token,
    });
    expect(found.body.data.users.map(({ id }: { id: string }) => id)).toContain(user.id);
    expect((await api.mailTo(user.email, "profile was changed")).text).toContain("Hello Éloïse");
    const [row] = await rows(user.id);
    expect(row).toMatchObject({ actorId: user.id, reason: "firstName, lastName, phone" });
    expect(JSON.stringify(row)).not.toMatch(/Durand|6789/);
  });

  test("that is saved unchanged is neither mailed nor audited; without a number it has none", async () => {
    const user = await enter();
    await save(user);
    await save(user);
    const removed = await save(user, { phone: "" });
    expect(removed.body.data.user).not.toHaveProperty("phone");
    const { body } = await api.request("GET", "/api/account/sessions", { token: user.token });
    expect(body.data.sessions).toHaveLength(1);
    const reasons = (await rows(user.id, 2)).map(({ reason }) => reason);
    expect(reasons).toEqual(["firstName, lastName, phone", "phone"]);
  });

  test("is one of two that are saved at once, whole", async () => {
    const user = await enter();
    await Promise.all([
      save(user, { firstName: "Anna", lastName: "Arnaud" }),
      save(user, { firstName: "Berthe", lastName: "Bernard" }),
    ]);
    const stored = await api.users.findById(user.id);
    expect(["Anna Arnaud", "Berthe Bernard"]).toContain(`${stored?.firstName} ${stored?.lastName}`);
    expect(stored?.foundBy?.[1]).toBe(`${stored?.firstName}${stored?.lastName}`.toLowerCase());
  });

  test("changes with a proof of the last five minutes alone", async () => {
    const user = await enter();
    travel(6 * 60_000);
    expect((await save(user)).body.code).toBe("PROOF_REQUIRED");
    expect((await api.request("PUT", path, { body: profile })).body.code).toBe("TOKEN_INVALID");
  });

  test.each([
    [{ firstName: "A" }, "firstName", "First name must be at least 2 characters"],
    [{ lastName: "<b>" }, "lastName", "Last name contains invalid characters"],
    [{ phone: "12" }, "phone", "Phone number must have at least 10 digits"],
  ])("is not changed with %j", async (over, field, error) => {
    const user = await enter();
    expect((await save(user, over)).body).toMatchObject({ code: "VALIDATION_ERROR", field, error });
    expect((await api.users.findById(user.id))?.firstName).toBe("Test");
  });

  test("takes no role, status or organization from the request", async () => {
    const user = await enter();
    await save(user, { role: "admin", status: "inactive", organizationId: null, email: "x@example.com" });
    expect(await api.users.findById(user.id)).toMatchObject({
      role: "agent",
      status: "active",
      organizationId: user.organizationId,
      email: user.email,
    });
  });
});
