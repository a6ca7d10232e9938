import { createTransport } from "nodemailer";
import type { Message } from "./message.ts";

export interface OutgoingMail extends Message {
  /** The queued mail's id: the same at every attempt, so that a receiver can recognize a repetition. */
  id: string;
  to: string;
}

export interface Transport {
  /** @throws PermanentFailure where a retry is useless */
  deliver(mail: OutgoingMail): Promise<void>;
  close(): void;
}

export class PermanentFailure extends Error {}

interface SmtpOptions {
  url: string;
  from: string;
  /** The host name in Message-IDs. */
  host: string;
}

export function smtpTransport({ url, from, host }: SmtpOptions): Transport {
  const smtp = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async deliver({ id, to, subject, html, text }) {
      try {
        await smtp.sendMail({
          from,
          to: { name: "", address: to },
          subject,
          html,
          text,
          messageId: `<${id}@${host}>`,
          headers: { "Auto-Submitted": "auto-generated" },
        });
      } catch (thrown) {
        if (isPermanent(thrown)) throw new PermanentFailure("refused for good", { cause: thrown });
        throw thrown;
      }
    },
    close: () => smtp.close(),
  };
}

/** Whether the server has refused the recipient or the message with 5xx; a refused login or greeting is temporary. */
function isPermanent(thrown: unknown): boolean {
  if (!(thrown instanceof Error) || !("responseCode" in thrown)) return false;
  const code = Number(thrown.responseCode);
  return (
    code >= 500 &&
    code < 600 &&
    "code" in thrown &&
    (thrown.code === "EENVELOPE" || thrown.code === "EMESSAGE")
  );
}
