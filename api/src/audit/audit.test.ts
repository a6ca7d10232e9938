import { startApp, type TestApp, until } from "../../testing/app.ts";
import type { SignedInUser } from "../../testing/people/people.ts";
import { createKeyring } from "../crypto/keyring.ts";
import { createAuditChain } from "./chain.ts";
import { auditEvent } from "./event.ts";
import { sealEvent } from "./event-seal.ts";
import { inspectChain } from "./inspect.ts";
import type { AuditRow } from "./row.ts";

const secret = "the-audit-test's-secret-0123456789-abcdef";

describe("the audit log of a running server", () => {
  let api: TestApp;
  let root: SignedInUser;
  beforeAll(async () => {
    api = await startApp({ secrets: [secret] });
    root = await api.signIn(await api.createUser({ role: "admin", organization: null }));
  });
  afterAll(() => api.close());

  const chain = () => createAuditChain(api.connection, createKeyring([secret]));
  const findings = async () => (await inspectChain(chain())).findings;
  const rowsOf = (subjectId: string) => chain().rows.find({ subjectId }).sort({ _id: 1 }).lean<AuditRow[]>();

  test("records actor, action, subject, old and new state, reason, time and source", async () => {
    const { id } = await api.createUser({ status: "pending_approval", organization: "Elsewhere" });
    await api.request("PUT", `/api/auth/admin/users/${id}/approve`, {
      token: root.token,
      source: "198.51.100.9",
      body: { decision: "reject", reason: "unknown here" },
    });
    const [row] = await until(async () => ((await rowsOf(id)).length === 1 ? rowsOf(id) : undefined));
    expect(row).toMatchObject({
      action: "user.rejected",
      actorId: root.id,
      subjectId: id,
      from: "pending_approval",
      to: "rejected",
      reason: "unknown here",
      source: "198.51.100.9",
      at: expect.any(Date),
    });
    // The event is removed from the account after the log's head has moved.
    await until(async () => (await api.users.findById(id))?.audit.length === 0);
    expect(await findings()).toEqual([]);
  });

  test("relays waiting events at the next start", async () => {
    const user = await api.createUser();
    const event = sealEvent(createKeyring([secret]), auditEvent("user.deactivated", user.id, new Date()));
    await api.users.model.updateOne({ _id: user.id }, { $set: { audit: [event] } });
    const restarted = await startApp({ connection: api.connection, secrets: [secret] });
    expect((await rowsOf(user.id)).map(({ eventId }) => eventId)).toEqual([event.id]);
    await restarted.close();
  });
});
