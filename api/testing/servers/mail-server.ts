import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

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
      const chunks: Buffer[] = await stream.toArray();
      const email = await PostalMime.parse(Buffer.concat(chunks));
      received.push({ ...email, recipients: session.envelope.rcptTo.map(({ address }) => address) });
      done();
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
