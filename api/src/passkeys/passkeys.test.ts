import { randomUUID } from "node:crypto";
import { limits } from "@souffleur/contracts";
import { startApp, type TestApp, travel } from "../../testing/app.ts";
import { audited } from "../../testing/database/audit-log.ts";
import { passkeysOf } from "../../testing/people/passkeys.ts";
import { clock } from "../clock.ts";

const minuteMs = 60_000;
let api: TestApp;
let passkeys: ReturnType<typeof passkeysOf>;
beforeAll(async () => {
  api = await startApp();
  passkeys = passkeysOf(api);
});
afterAll(() => api.close());

const person = async () => api.signIn(await api.createUser());
const rows = (subjectId: string, action: string) => audited(api, { subjectId, action });
const isLive = async (token: string) =>
  (await api.request("GET", "/api/account/sessions", { token })).status === 200;

describe("an owner's passkeys", () => {
  test("are added with a name, listed, renamed and removed, with mails and audit events", async () => {
    const user = await person();
    const { id } = await passkeys.give(user, "Laptop");
    await passkeys.give(user, "Telephone");
    const listed = { isSynced: false, isBlocked: false, createdAt: expect.any(String) };
    expect(await passkeys.list(user.token)).toEqual([
      { ...listed, id: expect.any(String), name: "Telephone" },
      { ...listed, id, name: "Laptop" },
    ]);
    expect((await passkeys.rename(user.token, id, " Work laptop ")).body.data.passkey).toMatchObject({
      name: "Work laptop",
    });
    expect((await passkeys.remove(user.token, id)).body.message).toBe("Passkey removed");
    expect(await passkeys.list(user.token)).toHaveLength(1);
    expect((await api.mailTo(user.email, "A passkey was added")).text).toContain("network address");
    await api.mailTo(user.email, "A passkey was removed");
    expect((await rows(user.id, "passkey.removed"))[0]).toMatchObject({ actorId: user.id, from: id });
    expect((await rows(user.id, "passkey.renamed"))[0]).toMatchObject({ to: id });
    expect(await rows(user.id, "passkey.added")).toHaveLength(2);
  });

  test("are asked for with what the browser needs, for this site and with verification", async () => {
    const user = await person();
    const { authenticator } = await passkeys.give(user);
    const known = authenticator.credentials.map(({ id }) => ({
      id: id.toString("base64url"),
      type: "public-key",
    }));
    expect(await passkeys.options.add(user.token)).toMatchObject({
      rp: { id: "localhost", name: "Souffleur" },
      user: { name: user.email, displayName: "Test Person" },
      excludeCredentials: known,
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    expect(await passkeys.options.prove(user.token)).toMatchObject({
      rpId: "localhost",
      allowCredentials: known,
      userVerification: "required",
    });
    // What the browser tells the authenticator names the account by the same id.
    const { rp, user: shown } = await passkeys.options.add(user.token);
    expect(await passkeys.accepted(user.token)).toEqual({
      rpId: rp.id,
      userId: shown.id,
      name: shown.name,
      displayName: shown.displayName,
      allAcceptedCredentialIds: known.map(({ id }) => id),
    });
    // Nothing tells whether an address has an account: none is asked for.
    expect(await passkeys.options.signIn()).toMatchObject({ rpId: "localhost", allowCredentials: [] });
  });

  test("are changed only with a proof of the last five minutes, which a passkey gives", async () => {
    const user = await person();
    const { authenticator, id } = await passkeys.give(user);
    travel(6 * minuteMs);
    const { token } = user;
    for (const refused of [
      await api.request("POST", "/api/account/passkeys/options", { token }),
      await passkeys.rename(token, id, "Other"),
      await passkeys.remove(token, id),
    ])
      expect(refused.body.code).toBe("PROOF_REQUIRED");
    const proof = authenticator.use(await passkeys.options.prove(token));
    expect((await passkeys.prove(token, proof)).body).toEqual({ success: true });
    expect((await passkeys.rename(token, id, "Other")).status).toBe(200);
  });

  test("are nobody else's: another account's is not found, and proves nothing there", async () => {
    const [one, other] = [await person(), await person()];
    const { authenticator, id } = await passkeys.give(one);
    await passkeys.give(other);
    for (const wrong of [id, randomUUID(), "$where", "%00"]) {
      expect((await passkeys.remove(other.token, wrong)).body.code).toBe("NOT_FOUND");
      expect((await passkeys.rename(other.token, wrong, "Mine")).body.code).toBe("NOT_FOUND");
    }
    const foreign = authenticator.use(await passkeys.options.prove(other.token));
    expect((await passkeys.prove(other.token, foreign)).body.code).toBe("PASSKEY_INVALID");
    // The challenge of one session is good for no other, and that of a proof for no sign-in.
    const challenge = await passkeys.options.prove(one.token);
    const elsewhere = await api.signIn(one);
    for (const send of [
      () => passkeys.prove(elsewhere.token, authenticator.use(challenge)),
      () => passkeys.signIn(authenticator.use(challenge)),
    ])
      expect((await send()).body.code).toBe("PASSKEY_INVALID");
    expect((await passkeys.prove(one.token, authenticator.use(challenge))).status).toBe(200);
  });

  test("are added once: not twice, not to two accounts, and not by two requests at once", async () => {
    const [one, other] = [await person(), await person()];
    const { authenticator } = await passkeys.give(one);
    const [credential] = authenticator.credentials;
    if (credential === undefined) throw new Error("no credential");
    for (const { token } of [one, other]) {
      const { challenge } = await passkeys.options.add(token);
      const answer = await passkeys.add(token, authenticator.attest(credential, challenge));
      expect(answer.body).toMatchObject({
        code: "INVALID_TRANSITION",
        error: "This passkey has been added before.",
      });
    }
    const created = passkeys.authenticator().create(await passkeys.options.add(other.token));
    const twice = await Promise.all([1, 2, 3].map(() => passkeys.add(other.token, created)));
    expect(twice.map(({ body }) => body.code ?? "added").sort()).toEqual([
      "PASSKEY_INVALID",
      "PASSKEY_INVALID",
      "added",
    ]);
    await Promise.all([passkeys.give(other), passkeys.give(other)]);
    expect(await passkeys.list(other.token)).toHaveLength(3);
  });

  test(`are ${limits.passkeysMax} at most`, async () => {
    const user = await person();
    const answers = [];
    for (let n = 0; n <= limits.passkeysMax; n++)
      answers.push(passkeys.authenticator().create(await passkeys.options.add(user.token)));
    for (const answer of answers.slice(1)) await passkeys.add(user.token, answer);
    expect((await passkeys.add(user.token, answers[0])).body).toMatchObject({
      error: "An account has at most 20 passkeys. Remove one first.",
    });
    expect(await passkeys.list(user.token)).toHaveLength(limits.passkeysMax);
  });

  test.each([
    ["another site's page", { origin: "https://souffleur.example" }],
    ["a page of another port", { origin: "http://localhost:9" }],
    ["a frame in another site", { crossOrigin: true }],
    ["another site's passkey", { rpId: "souffleur.example" }],
    ["no verification of the user", { isVerified: false }],
    ["the answer of a sign-in", { type: "webauthn.get" }],
  ])("are not added with %s", async (_case, faults) => {
    const { token } = await person();
    const answer = passkeys.authenticator().create(await passkeys.options.add(token), faults);
    expect((await passkeys.add(token, answer)).body.code).toBe("PASSKEY_INVALID");
    expect(await passkeys.list(token)).toEqual([]);
  });

  test("are not added after five minutes, nor with another challenge", async () => {
    const { token } = await person();
    const late = passkeys.authenticator().create(await passkeys.options.add(token));
    travel(limits.passkeyChallengeMs + 1);
    expect((await passkeys.add(token, late)).body.code).toBe("PASSKEY_INVALID");
    await api.app.sweep(clock.now());
    expect(
      await api.connection
        .collection("passkey_challenges")
        .countDocuments({ expiresAt: { $lt: clock.now() } }),
    ).toBe(0);
  });

  test.each([
    ["name", { name: "" }],
    ["name", { name: "x".repeat(51) }],
    ["name", { name: { $gt: "" } }],
    ["answer", { answer: undefined }],
    ["answer.id", { answer: { type: "public-key" } }],
    ["answer.response.attestationObject", { attestationObject: "%%%" }],
    ["answer.response.clientDataJSON", { clientDataJSON: "x".repeat(5000) }],
  ])("of a wrong shape are refused with the field %s", async (field, over) => {
    const { token } = await person();
    const { attestationObject, clientDataJSON, ...rest } = over as Record<string, unknown>;
    const answer = passkeys.authenticator().create(await passkeys.options.add(token));
    const response = {
      ...answer.response,
      ...(attestationObject !== undefined && { attestationObject }),
      ...(clientDataJSON !== undefined && { clientDataJSON }),
    };
    const body = { name: "Laptop", answer: { ...answer, response }, ...rest };
    const refused = await api.request("POST", "/api/account/passkeys", { token, body });
    expect(refused.body).toMatchObject({ code: "VALIDATION_ERROR", field });
  });
});

describe("a sign-in by passkey", () => {
  test("opens a session with cookies, and is remembered with the passkey", async () => {
    const user = await person();
    const { authenticator, id } = await passkeys.give(user);
    const answer = await passkeys.signIn(authenticator.use(await passkeys.options.signIn()));
    expect(answer.body).toMatchObject({
      message: "Login successful!",
      data: { user: { id: user.id }, accessToken: expect.any(String) },
    });
    expect((await api.request("POST", "/api/auth/refresh", { cookies: answer.cookies })).status).toBe(200);
    const { token } = { token: answer.body.data.accessToken as string };
    expect(await passkeys.list(token)).toMatchObject([{ id, lastUsedAt: expect.any(String) }]);
    // It is a proof of the owner.
    expect((await passkeys.rename(token, id, "Other")).status).toBe(200);
  });

  test.each([
    ["a page of another origin", { origin: "http://localhost:9" }],
    ["a frame in another site", { crossOrigin: true }],
    ["another site's id", { rpId: "souffleur.example" }],
    ["no verification of the user", { isVerified: false }],
    ["the answer of an addition", { type: "webauthn.create" }],
    ["a forged signature", { isForged: true }],
    ["another account's handle", { userHandle: Buffer.from(randomUUID()).toString("base64url") }],
    ["no handle", { userHandle: null }],
  ])("is refused with %s, and the passkey stays as it was", async (_case, faults) => {
    const { authenticator } = await passkeys.give(await person());
    const options = await passkeys.options.signIn();
    expect((await passkeys.signIn(authenticator.use(options, faults))).body.code).toBe("PASSKEY_INVALID");
    expect((await passkeys.signIn(authenticator.use(await passkeys.options.signIn()))).status).toBe(200);
  });

  test("says of an unknown passkey that it is, to a fresh challenge alone", async () => {
    const stranger = passkeys.authenticator();
    stranger.create({ ...(await passkeys.options.add((await person()).token)) });
    const answer = stranger.use(await passkeys.options.signIn());
    const unknown = await passkeys.signIn(answer);
    expect(unknown.body.code).toBe("PASSKEY_UNKNOWN");
    expect(unknown.cookies).toEqual({});
    expect((await passkeys.signIn(answer)).body.code).toBe("PASSKEY_INVALID");
  });

  test("succeeds once with one answer, and with one removed meanwhile never", async () => {
    const user = await person();
    const { authenticator, id } = await passkeys.give(user);
    const answer = authenticator.use(await passkeys.options.signIn());
    const codes = (await Promise.all([1, 2, 3].map(() => passkeys.signIn(answer)))).map(
      ({ status }) => status,
    );
    expect(codes.sort()).toEqual([200, 400, 400]);
    const late = authenticator.use(await passkeys.options.signIn());
    await passkeys.remove(user.token, id);
    expect((await passkeys.signIn(late)).body.code).toBe("PASSKEY_UNKNOWN");
  });

  test("of two at once that overtake each other refuses the earlier count, and ends nothing", async () => {
    const user = await person();
    const { authenticator } = await passkeys.give(user);
    const [first, second] = [await passkeys.options.signIn(), await passkeys.options.signIn()];
    const answers = [authenticator.use(first), authenticator.use(second)];
    expect((await passkeys.signIn(answers[1])).status).toBe(200);
    expect((await passkeys.signIn(answers[0])).body.code).toBe("PASSKEY_INVALID");
    expect(await isLive(user.token)).toBe(true);
    expect(await passkeys.list(user.token)).toMatchObject([{ isBlocked: false }]);
  });

  test.each([
    ["inactive", "ACCOUNT_INACTIVE"],
    ["pending_approval", "ACCOUNT_PENDING_APPROVAL"],
  ])("of an account that is %s says so to its owner alone", async (status, code) => {
    const user = await person();
    const { authenticator } = await passkeys.give(user);
    await api.connection
      .collection<{ _id: string }>("users")
      .updateOne({ _id: user.id }, { $set: { status } });
    expect((await passkeys.signIn(authenticator.use(await passkeys.options.signIn()))).body.code).toBe(code);
    const forged = authenticator.use(await passkeys.options.signIn(), { isForged: true });
    expect((await passkeys.signIn(forged)).body.code).toBe("PASSKEY_INVALID");
  });

  test("is open to the owner of an address that is locked for others' guesses", async () => {
    const user = await person();
    const { authenticator } = await passkeys.give(user);
    const source = "198.51.100.77";
    for (let n = 0; n < 6; n++)
      await api.request("POST", "/api/auth/login", {
        body: { email: user.email, password: "Wrong-Horse-7" },
        source,
      });
    const answer = authenticator.use(await passkeys.options.signIn());
    expect((await passkeys.signIn(answer, { source })).status).toBe(200);
  });
});

describe("a passkey whose counter goes back", () => {
  test("is blocked and ends all sessions, by mail and audit; the owner replaces it", async () => {
    const user = await person();
    const { authenticator, id } = await passkeys.give(user);
    await passkeys.signIn(authenticator.use(await passkeys.options.signIn(), { counter: 9 }));
    travel(1000);
    const copied = await passkeys.signIn(authenticator.use(await passkeys.options.signIn(), { counter: 5 }));
    expect(copied.body.code).toBe("PASSKEY_INVALID");
    expect(await isLive(user.token)).toBe(false);
    expect((await api.request("POST", "/api/auth/refresh", { cookies: user.cookies })).status).toBe(401);
    expect((await api.mailTo(user.email, "was blocked")).text).toContain("copied");
    const [row] = await rows(user.id, "passkey.copied");
    expect(row).toMatchObject({ actorId: null, reason: `passkey ${id} counted 5 after 9` });
    // Neither of the two that have it can go on.
    const next = authenticator.use(await passkeys.options.signIn(), { counter: 20 });
    expect((await passkeys.signIn(next)).body.code).toBe("PASSKEY_INVALID");
    const again = await api.signIn(user);
    expect(await passkeys.list(again.token)).toMatchObject([{ id, isBlocked: true }]);
    expect((await passkeys.accepted(again.token)).allAcceptedCredentialIds).toEqual([]);
    expect((await passkeys.remove(again.token, id)).status).toBe(200);
    expect((await passkeys.give(again)).id).not.toBe(id);
  });

  test("is told once, of several at once, and also as a proof", async () => {
    const user = await person();
    const { authenticator } = await passkeys.give(user);
    await passkeys.prove(
      user.token,
      authenticator.use(await passkeys.options.prove(user.token), { counter: 9 }),
    );
    travel(1000);
    const options = await Promise.all([1, 2, 3].map(() => passkeys.options.prove(user.token)));
    const answers = options.map((one) => authenticator.use(one, { counter: 3 }));
    await Promise.all(answers.map((answer) => passkeys.prove(user.token, answer)));
    expect(await isLive(user.token)).toBe(false);
    await api.mailTo(user.email, "was blocked");
    expect(await rows(user.id, "passkey.copied")).toHaveLength(1);
    expect((await api.mails(user.email)).filter(({ subject }) => subject.includes("blocked"))).toHaveLength(
      1,
    );
  });
});
