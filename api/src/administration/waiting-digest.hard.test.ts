import { randomUUID } from "node:crypto";
import { startApp, type TestApp, travel, until } from "../../testing/app.ts";
import { clock } from "../clock.ts";
import { queuedMail } from "../mail/outbox.ts";

describe("administrators are notified of waiting people", () => {
  const nodes: TestApp[] = [];
  let api: TestApp;
  beforeAll(async () => {
    api = await startApp();
    nodes.push(api, await startApp({ connection: api.connection }));
  });
  afterAll(async () => {
    for (const node of nodes.reverse()) await node.close();
  });

  /** People who verify their addresses at the same moment; returns the addresses. */
  const arrive = async (organization: string, count: number): Promise<string[]> => {
    const people = await Promise.all(
      Array.from({ length: count }, () => api.createUser({ organization, status: "pending_approval" })),
    );
    const mails = () => [queuedMail("approval-wanted", clock.now())];
    await Promise.all(people.map(({ id }) => api.users.change({ id }, { mails: mails() })));
    return people.map(({ email }) => email);
  };
  const settled = () =>
    until(async () => {
      const due = { outbox: { $elemMatch: { dueAt: { $lte: new Date(clock.ms() + 20_000) } } } };
      return (await api.connection.collection("users").countDocuments(due)) === 0;
    });
  const digestsOf = async (email: string) => {
    await settled();
    return (await api.mails(email)).map(({ subject, text }) => ({
      subject,
      people: text.match(/\(\S+@\S+\) has verified/g)?.length ?? 0,
      text,
    }));
  };

  test("at once of the first, then by one mail in ten minutes, also with several processes", async () => {
    const organization = `Crowded ${randomUUID()}`;
    const deciders = [
      await api.createUser({ role: "admin", organization }),
      await api.createUser({ role: "manager", organization }),
    ];
    const people = await arrive(organization, 1);
    for (const { email } of deciders)
      expect(await digestsOf(email)).toMatchObject([
        { subject: "An account is waiting for your approval", people: 1 },
      ]);
    people.push(...(await arrive(organization, 12)));
    for (const { email } of deciders) expect(await digestsOf(email)).toHaveLength(1);
    travel(9 * 60_000);
    people.push(...(await arrive(organization, 12)));
    for (const { email } of deciders) expect(await digestsOf(email)).toHaveLength(1);
    travel(61_000);
    for (const { email } of deciders) {
      const [digest, ...before] = await until(async () => {
        const mails = await digestsOf(email);
        return mails.length > 1 && mails;
      });
      expect(before).toHaveLength(1);
      expect(digest).toMatchObject({ subject: "25 accounts are waiting for your approval", people: 20 });
      expect(digest?.text).toContain("And 5 more.");
      expect(people.filter((one) => digest?.text.includes(one))).toHaveLength(20);
    }
    travel(11 * 60_000);
    for (const { email } of deciders) expect(await digestsOf(email)).toHaveLength(2);
  });

  test("that they decide on; the platform's administrators are notified of the others", async () => {
    const root = await api.createUser({ role: "admin", organization: null });
    const organization = `Governed ${randomUUID()}`;
    const admin = await api.createUser({ role: "admin", organization });
    await api.createUser({ role: "supervisor", organization });
    const [own = ""] = await arrive(organization, 1);
    const [founder = ""] = await arrive(`Founded ${randomUUID()}`, 1);
    const [[ofAdmin], [ofPlatform]] = [await digestsOf(admin.email), await digestsOf(root.email)];
    expect(ofAdmin?.text).toContain(own);
    expect(ofAdmin?.text).not.toContain(founder);
    expect(ofPlatform?.text).toContain(founder);
    expect(ofPlatform?.text).not.toContain(own);
  });

  test("again where a crash left unknown whether the mail was sent, and not of people who no longer wait", async () => {
    const organization = `Crashed ${randomUUID()}`;
    const { id, email } = await api.createUser({ role: "admin", organization });
    const { users } = api;
    const [person = ""] = await arrive(organization, 1);
    expect(await digestsOf(email)).toHaveLength(1);
    const sent = (await users.findById(id))?.digest?.mail ?? "";
    // The process died after it had sent the mail: the same mail is sent again.
    await users.change(
      { id },
      { mails: [{ ...queuedMail("people-waiting", clock.now()), id: sent, attempts: 1 }] },
    );
    expect(await digestsOf(email)).toHaveLength(1);
    // The process died after it had written to the administrator's account: it repeats the applicant's mail.
    const applicant = await users.findByEmail(person, clock.now());
    await users.change({ id: applicant?._id ?? "" }, { mails: [queuedMail("approval-wanted", clock.now())] });
    await settled();
    await users.change({ id: applicant?._id ?? "" }, { set: { status: "rejected" } });
    travel(11 * 60_000);
    expect(await digestsOf(email)).toHaveLength(1);
    expect((await users.findById(id))?.outbox).toEqual([]);
  });
});
