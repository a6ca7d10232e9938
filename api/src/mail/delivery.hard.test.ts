import { createServer, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { type Connection, type Model, Schema } from "mongoose";
import type { SMTPServerOptions } from "smtp-server";
import { registrationForm, startApp, type TestApp, travel, until } from "../../testing/app.ts";
import { testDatabase } from "../../testing/database/database.ts";
import { testJobs } from "../../testing/database/test-jobs.ts";
import { startMailServer } from "../../testing/servers/mail-server.ts";
import { listen } from "../../tools/network.ts";
import { clock } from "../clock.ts";
import { createLogger } from "../http/logger.ts";
import { createMetrics } from "../http/metrics.ts";
import type { MailComposers } from "./deliveries.ts";
import { type MailHolder, outboxField, queuedMail } from "./outbox.ts";
import { MailRefused, RecipientRefused, smtpTimeouts, smtpTransport } from "./transport.ts";
import { createMailWorker } from "./worker.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const mail = { id: "one", to: "ann@example.com", subject: "s", html: "<p>h</p>", text: "t" };
const transportTo = (port: number, timeouts = smtpTimeouts) =>
  transportAt(`smtp://127.0.0.1:${port}`, timeouts);
const transportAt = (url: string, timeouts = smtpTimeouts) => {
  const transport = smtpTransport({
    url,
    from: "Souffleur <no-reply@souffleur.example>",
    host: "app.example",
    connections: 4,
    timeouts,
  });
  closing.push(() => transport.close());
  return transport;
};
const never = new AbortController().signal;

type Step = "greeting" | "EHLO" | "MAIL" | "RCPT" | "DATA" | "end";

/** A mail server of a few lines, which waits before each answer; `before` may never resolve. */
async function startSlowServer(before: (step: Step) => Promise<unknown>) {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const talk = async (socket: Socket) => {
    sockets.add(socket);
    socket.setEncoding("utf8").on("error", () => {});
    await before("greeting");
    socket.write("220 slow\r\n");
    let text = "";
    let inData = false;
    for await (const chunk of socket) {
      text += chunk;
      for (let end = text.indexOf("\r\n"); end >= 0; end = text.indexOf("\r\n")) {
        if (inData && !text.includes("\r\n.\r\n")) break;
        const line: string = inData ? text.slice(0, text.indexOf("\r\n.\r\n") + 5) : text.slice(0, end + 2);
        text = text.slice(line.length);
        const step: Step | "end" = inData ? "end" : (line.slice(0, 4) as Step);
        if (inData) received.push(line);
        inData = step === "DATA";
        await before(step);
        socket.write(inData ? "354 go on\r\n" : "250 done\r\n");
      }
    }
  };
  // A client that leaves ends the reading with an error.
  const server = createServer((socket) => void talk(socket).catch(() => {}));
  const port = await listen(server);
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  closing.push(close);
  return { port, received, connections: () => sockets.size };
}

describe("waiting for a mail server", () => {
  test("lasts as long as RFC 5321, 4.5.3.2 asks for", () => {
    const minute = 60_000;
    expect(smtpTimeouts.greeting).toBe(5 * minute);
    // The library counts the connection's time from the start to the end of the greeting.
    expect(smtpTimeouts.connection).toBeGreaterThan(5 * minute);
    expect(smtpTimeouts.silence).toBe(10 * minute);
    expect(smtpTimeouts.attempt).toBeGreaterThan((5 + 5 + 5 + 2 + 3 + 10) * minute);
  });

  /** The same proportions, a hundred times faster. */
  const faster = Object.fromEntries(
    Object.entries(smtpTimeouts).map(([name, ms]) => [name, ms / 100]),
  ) as typeof smtpTimeouts;

  test("delivers once over one connection, where each answer takes a part of its time", async () => {
    const steps: Step[] = [];
    const server = await startSlowServer(async (step) => {
      steps.push(step);
      await delay(faster.greeting / 4);
    });
    await transportTo(server.port, faster).deliver(mail, never);
    expect(steps).toEqual(["greeting", "EHLO", "MAIL", "RCPT", "DATA", "end"]);
    expect(server.received).toHaveLength(1);
    expect(server.connections()).toBe(1);
  });

  test.each(["greeting", "EHLO", "MAIL", "RCPT", "DATA", "end"] as const)(
    "ends where the answer to %s never comes",
    async (silent) => {
      const hundredth = { connection: 60, greeting: 50, silence: 100, attempt: 450 };
      const timeouts = Object.fromEntries(
        Object.entries(hundredth).map(([name, ms]) => [name, ms * 4]),
      ) as typeof smtpTimeouts;
      const server = await startSlowServer(async (step) => step === silent && new Promise(() => {}));
      const failure = await transportTo(server.port, timeouts)
        .deliver(mail, never)
        .catch((thrown: unknown) => thrown);
      expect(failure).toMatchObject({ code: "ETIMEDOUT" });
    },
  );

  test("ends at last where a server repeats parts of an answer for ever", async () => {
    const timers: NodeJS.Timeout[] = [];
    closing.push(() => timers.forEach(clearInterval));
    const trickling = createServer((socket) => {
      socket.on("error", () => {}).write("220 slow\r\n");
      socket.on("data", () => timers.push(setInterval(() => socket.write("250-more\r\n"), 20)));
    });
    const port = await listen(trickling);
    closing.push(() => trickling.close());
    const timeouts = { ...smtpTimeouts, attempt: 300 };
    await expect(transportTo(port, timeouts).deliver(mail, never)).rejects.toThrow(/abort|timeout/i);
  });
});

describe("a refusal", () => {
  const refuse = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });
  const noSignIn: SMTPServerOptions["onAuth"] = (_auth, _session, done) => done(refuse(535, "no"));
  const outcome = async (options: SMTPServerOptions) => {
    const server = await startMailServer({ hideENHANCEDSTATUSCODES: true, ...options } as SMTPServerOptions);
    closing.push(server.close);
    return transportTo(server.port)
      .deliver(mail, never)
      .then(
        () => "sent",
        (thrown: Error) => thrown,
      );
  };

  test.each([
    [550, "no such user"],
    [550, "5.1.1 no such user"],
    [551, "not here"],
    [552, "5.2.2 mailbox full"],
    [553, "name not allowed"],
    [554, "no"],
    [550, "Unrouteable address"],
    [550, "5.1.1 <relay@example.com>: Recipient address rejected: User unknown in relay recipient table"],
    [550, "<ann@example.com>: Recipient address rejected: User unknown in relay recipient table"],
    // Exchange Online: there is no such mailbox.
    [550, "5.4.1 Recipient address rejected: Access denied. [BL6PEPF0001AB4D.eop.example]"],
    [550, "5.4.1 [sender@example.com]: Recipient address rejected: Access denied"],
    [554, "5.7.1 <ann@example.com>: Recipient address rejected: Access denied"],
    [550, "5.7.1 You are not permitted to send to this recipient"],
    [550, "5.7.0 No such user here"],
    [554, "5.3.0 mailbox disabled"],
  ])("of the recipient by %i %s is final", async (code, text) => {
    const thrown = await outcome({ onRcptTo: (_address, _session, done) => done(refuse(code, text)) });
    expect(thrown).toBeInstanceOf(RecipientRefused);
  });

  test.each([
    [530, "5.7.0 Must issue a STARTTLS command first"],
    [554, "5.7.1 Relay access denied"],
    [553, "5.7.1 Sender address rejected: not owned by user"],
    [550, "5.1.8 Sender address rejected: Domain not found"],
    [550, "relay not permitted"],
    [550, "Sender verify failed"],
    [550, "authentication required"],
    [554, "<unknown[192.0.2.1]>: Client host rejected"],
    [550, "5.7.54 SMTP; Unable to relay recipient in non-accepted domain"],
    [550, "5.7.23 <ann@example.com>: Recipient address rejected: Message rejected due to: SPF fail"],
    [554, "5.7.1 <ann@example.com>: Recipient address rejected: your IP is on a blocklist"],
    [550, "5.7.1 Recipient rejected: authentication required"],
    [553, "sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)"],
    [550, "5.4.5 Daily sending quota exceeded"],
    [550, "5.7.606 Access denied, banned sending IP [192.0.2.1]"],
  ])("of the sender or this client that a server delays to RCPT, %i %s, is not", async (code, text) => {
    const thrown = await outcome({ onRcptTo: (_address, _session, done) => done(refuse(code, text)) });
    expect(thrown).toBeInstanceOf(MailRefused);
  });

  test.each([550, 553, 554, 501])("of the sender by %i is an operator's to remove", async (code) => {
    const thrown = await outcome({ onMailFrom: (_address, _session, done) => done(refuse(code, "no")) });
    expect(thrown).toBeInstanceOf(MailRefused);
  });

  test("of the content is an operator's to remove, of a full mailbox it is not", async () => {
    const answer = (code: number, text: string): SMTPServerOptions => ({
      onData: (stream, _session, done) => stream.resume().once("end", () => done(refuse(code, text))),
    });
    expect(await outcome(answer(554, "5.7.1 looks like spam"))).toBeInstanceOf(MailRefused);
    expect(await outcome(answer(550, "rejected"))).toBeInstanceOf(MailRefused);
    expect(await outcome(answer(552, "5.2.2 mailbox full"))).toBeInstanceOf(RecipientRefused);
  });

  test.each([
    ["a server without TLS at an smtps:// address", "smtps://127.0.0.1:", {}],
    ["a certificate that nobody trusts", "smtps://127.0.0.1:", { secure: true }],
    ["such a certificate behind STARTTLS", "smtp://127.0.0.1:", { disabledCommands: [] }],
    ["a server without the TLS that is asked for", "smtp://127.0.0.1:", {}, "?requireTLS=true"],
    ["a sign-in that the server refuses", "smtp://ann:s3cretWord@127.0.0.1:", { onAuth: noSignIn }],
    ["an address that this machine does not have", "smtp://127.0.0.1:", {}, "?localAddress=192.0.2.1"],
    ["a name that nobody has", "smtp://none.invalid:", {}],
  ] as [string, string, SMTPServerOptions, string?][])(
    "is an operator's to remove where it is %s",
    async (_what, address, options, query = "") => {
      const server = await startMailServer({ disabledCommands: ["STARTTLS"], ...options });
      closing.push(server.close);
      const transport = transportAt(`${address}${server.port}${query}`);
      await expect(transport.deliver(mail, never)).rejects.toBeInstanceOf(MailRefused);
    },
  );

  test("of the sign-in for now is not an operator's to remove", async () => {
    const onAuth: SMTPServerOptions["onAuth"] = (_auth, _session, done) => done(refuse(454, "4.7.0 later"));
    const server = await startMailServer({ disabledCommands: ["STARTTLS"], onAuth });
    closing.push(server.close);
    const failure = await transportAt(`smtp://ann:word@127.0.0.1:${server.port}`)
      .deliver(mail, never)
      .catch((thrown: unknown) => thrown);
    expect(failure).toMatchObject({ responseCode: 454 });
    expect(failure).not.toBeInstanceOf(MailRefused);
  });

  test("for now is neither", async () => {
    for (const options of [
      { onMailFrom: (_address, _session, done) => done(refuse(451, "later")) },
      { onRcptTo: (_address, _session, done) => done(refuse(450, "greylisted")) },
    ] satisfies SMTPServerOptions[]) {
      const thrown = await outcome(options);
      expect(thrown).not.toBeInstanceOf(MailRefused);
      expect(thrown).not.toBeInstanceOf(RecipientRefused);
    }
  });

  test("of the sender gives no mail up, is reported, and ends with the operator's change", async () => {
    let isRefusing = true;
    const server = await startMailServer({
      onMailFrom: (_address, _session, done) => done(isRefusing ? refuse(553, "not yours") : null),
    });
    closing.push(server.close);
    const env = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, PUBLIC_URL: "https://app.example" };
    const api: TestApp = await startApp({ env });
    closing.push(() => api.close());
    const forms = [registrationForm(), registrationForm(), registrationForm()];
    for (const body of forms) await api.request("POST", "/api/auth/register", { body });
    await until(async () => (await api.metric('souffleur_mails_total{outcome="refused"}')) >= 3);
    expect(await api.metric('souffleur_mails_total{outcome="given_up"}')).toBe(0);
    expect(await api.metric("souffleur_mail_refused")).toBe(1);
    expect((await api.request("GET", "/health/ready")).body).toEqual({
      status: "degraded",
      degraded: ["mail"],
    });
    isRefusing = false;
    travel(6000);
    await until(async () => server.received.length === 3);
    await until(async () => (await api.metric("souffleur_mail_refused")) === 0);
    expect((await api.request("GET", "/health/ready")).body).toEqual({ status: "ready" });
    const reached = server.received.flatMap(({ recipients }) => recipients).sort();
    expect(reached).toEqual(forms.map(({ email }) => email).sort());
  });
});

describe("a mail on its way", () => {
  // A worker that a busy machine stops for less than two seconds renews it in time.
  const leaseMs = 3000;
  const compose = async () => ({ to: mail.to, message: mail });
  const outboxOf = (connection: Connection): Model<MailHolder> =>
    (connection.models.Holder as Model<MailHolder> | undefined) ??
    connection.model<MailHolder>("Holder", new Schema<MailHolder>({ _id: String, outbox: outboxField }));
  const worker = (connection: Connection, port: number) => {
    const made = createMailWorker({
      log: createLogger("silent"),
      metrics: createMetrics(),
      jobs: testJobs(leaseMs),
      transport: transportTo(port),
      quota: { take: async () => 0 },
    });
    made.composeWith({ unlock: compose } as unknown as MailComposers, async () => {});
    made.watch(outboxOf(connection));
    return made;
  };
  const queue = async () => {
    const database = await testDatabase();
    closing.push(() => database.close());
    const model = outboxOf(database.connection);
    await model.create({ _id: "ann", outbox: [queuedMail("unlock", clock.now())] });
    const queued = async () => (await model.findById("ann").lean<MailHolder>())?.outbox[0];
    return { ...database, model, queued };
  };

  test("is taken over by nobody while its server is slow, however many leases that takes", async () => {
    const { connection, queued } = await queue();
    let answer: (() => void) | undefined;
    const server = await startSlowServer(
      async (step) =>
        step === "end" &&
        new Promise<void>((resolve) => {
          answer = resolve;
        }),
    );
    const workers = [worker(connection, server.port), worker(connection, server.port)];
    closing.push(() => Promise.all(workers.map((each) => each.stop?.())));
    for (const each of workers) await each.start?.();
    await until(async () => server.received.length > 0);
    const due = new Set<number>();
    while (due.size < 6) {
      for (const each of workers) each.wake();
      due.add((await queued())?.dueAt.getTime() ?? 0);
    }
    expect(server.received).toHaveLength(1);
    answer?.();
    await until(async () => (await queued()) === undefined);
    expect(server.received).toHaveLength(1);
  });

  test("whose lease another worker has got is left to that one", async () => {
    const { connection, model, queued } = await queue();
    const server = await startSlowServer(async (step) => step === "MAIL" && new Promise(() => {}));
    const first = worker(connection, server.port);
    closing.push(() => first.stop?.());
    await first.start?.();
    await until(async () => server.connections() > 0);
    const dueAt = new Date(clock.ms() + 60_000);
    // What another process' claim writes.
    await model.updateOne(
      { _id: "ann" },
      { $set: { "outbox.0.dueAt": dueAt, "outbox.0.worker": "another" }, $inc: { "outbox.0.attempts": 1 } },
    );
    // It is the first worker's last word: it stops when its delivery has ended.
    await first.stop?.();
    expect(await queued()).toMatchObject({ attempts: 2, dueAt });
  });

  test("is ended by a stop, and due at once for the next process", async () => {
    const { connection, queued } = await queue();
    const server = await startSlowServer(async (step) => step === "MAIL" && new Promise(() => {}));
    const first = worker(connection, server.port);
    await first.start?.();
    await until(async () => server.connections() > 0);
    await first.stop?.();
    expect((await queued())?.dueAt.getTime()).toBeLessThanOrEqual(clock.ms());
  });
});
