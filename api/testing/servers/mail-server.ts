import type { AddressInfo } from "node:net";
import type { Connection } from "mongoose";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { until } from "../app.ts";

interface Received extends Email {
  recipients: string[];
}

/** A real mail server on a free port, or on a given one. */
export async function startMailServer(options: SMTPServerOptions = {}, port = 0) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    logger: false,
    async onData(stream, session, done) {
      try {
        const chunks: Buffer[] = await stream.toArray();
        const email = await PostalMime.parse(Buffer.concat(chunks));
        received.push({ ...email, recipients: session.envelope.rcptTo.map(({ address }) => address) });
        done();
      } catch (error) {
        // A client that was killed while it sent a mail has sent none.
        done(error as Error);
      }
    },
    ...options,
  });
  // A client that leaves, as one does that does not trust its certificate.
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/**
 * Waits until each mail that is not sent has been tried, and its next attempt is at most 10 s away. Before the clock is moved:
 * an attempt that still ran then would be followed by one relative to the moved clock, which stands still.
 */
export async function mailsPostponed(connection: Connection): Promise<void> {
  const collections = (await connection.db?.collections()) ?? [];
  await until(async () => {
    const underWay = { $or: [{ attempts: 0 }, { worker: { $exists: true } }] };
    // One after the other: thirty at once leave no connection to the others on a busy machine.
    for (const collection of collections)
      if ((await collection.findOne({ outbox: { $elemMatch: underWay } })) !== null) return false;
    return true;
  });
}
