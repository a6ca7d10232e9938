import { randomUUID } from "node:crypto";
import type { mongo } from "mongoose";
import { startApp, type TestApp } from "../../../testing/app.ts";
import { createKeyring } from "../../crypto/keyring.ts";
import { codeHash, linkHash } from "../../crypto/mailed-tokens.ts";
import { createMetrics } from "../../http/metrics.ts";
import { migrations } from "../../migrations/migrations.ts";
import { createPasswords } from "../passwords/passwords.ts";

const secret = "0123456789abcdef-a-secret-for-migrations";

/** The previous version stored one registration, in the account itself. */
describe("an unverified account of the version with one registration each", () => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startApp({ secrets: [secret] });
  });
  afterAll(() => api.close());

  const token = "T".repeat(43);
  const migrated = async () => {
    const now = new Date();
    const [id, sessionId] = [randomUUID(), randomUUID()];
    const email = `old-${id}@example.com`;
    const link = {
      hash: linkHash(`${token.slice(36)}${id}`),
      expiresAt: new Date(now.getTime() + 60_000),
      orderedAt: now,
    };
    const db = api.connection.db as mongo.Db;
    await db.collection("users").insertOne({
      _id: id as never,
      ...{ firstName: "Ada", lastName: "Old", email, role: "agent", status: "pending_verification" },
      passwordHash: await createPasswords(createMetrics()).hash({
        email,
        password: "Old-Password-1",
      }),
      ...{ organizationId: "o", organizationName: "Old", industryType: "other" },
      ...{ createdAt: now, requestedAt: now, version: 0, epoch: 0, outbox: [], audit: [], link },
    });
    await db.collection("verifications").insertOne({
      _id: sessionId as never,
      ...{ userId: id, method: "code", attempts: 0, usedAt: null, settled: true, createdAt: now, outbox: [] },
      codeHash: codeHash(createKeyring([secret]), sessionId, "123456"),
      expiresAt: new Date(now.getTime() + 60_000),
    });
    const up = migrations.find(({ number }) => number === 3)?.up;
    const context = { connection: api.connection, keys: createKeyring([secret]) };
    await up?.(db, context);
    await up?.(db, context);
    const login = () =>
      api.request("POST", "/api/auth/login", { body: { email, password: "Old-Password-1" } });
    expect((await login()).body.code).toBe("EMAIL_NOT_VERIFIED");
    return { token: `${token.slice(36)}${id}`, sessionId, login };
  };

  test("is verified by its mailed link", async () => {
    const { token, login } = await migrated();
    expect((await api.request("POST", "/api/auth/verify-email", { body: { token } })).status).toBe(200);
    expect((await login()).body.code).toBe("ACCOUNT_PENDING_APPROVAL");
  });

  test("is verified by its mailed code", async () => {
    const { sessionId, login } = await migrated();
    const body = { code: "123456", sessionId };
    expect((await api.request("POST", "/api/auth/verification/verify-code", { body })).status).toBe(200);
    expect((await login()).body.code).toBe("ACCOUNT_PENDING_APPROVAL");
  });
});
