import { oneLine } from "@souffleur/contracts";
import { createTransport } from "nodemailer";
import type { Message } from "./message.ts";

export interface OutgoingMail extends Message {
  /** The queued mail's id: the same at every attempt, so that a receiver can recognize a repetition. */
  id: string;
  to: string;
}

export interface Transport {
  /**
   * @param signal ends the attempt, where it can still be ended
   * @throws RecipientRefused where a retry is useless
   * @throws MailRefused where an operator must act before any mail is sent
   */
  deliver(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
  /** Ends running deliveries, too. */
  close(): void;
}

/** The server has refused this recipient for good. */
export class RecipientRefused extends Error {}

/** No mail can be sent, whoever receives it: the sender, the sign-in, this client or the server's address is wrong. */
export class MailRefused extends Error {}

const minute = 60_000;

/**
 * How long an answer is waited for (RFC 5321, 4.5.3.2), in ms. An attempt that is given up before the server is done may
 * have been delivered, and is then repeated as a copy.
 */
export const smtpTimeouts = {
  /** The library counts the greeting from before the connection: one minute for that, and the RFC's five. */
  connection: 6 * minute,
  greeting: 5 * minute,
  /** The longest of the RFC's: MAIL, RCPT and the commands before them have 5 minutes, DATA 2, a block 3, the end 10. */
  silence: 10 * minute,
  /** The sum of all of them, and a margin: for a server that sends parts of an answer again and again. */
  attempt: 45 * minute,
};

interface SmtpOptions {
  url: string;
  from: string;
  /** The host name in Message-IDs. */
  host: string;
  /** As many as mails are sent at once, so that none waits behind a slow one. */
  connections: number;
  timeouts?: typeof smtpTimeouts;
}

export function smtpTransport({
  url,
  from,
  host,
  connections,
  timeouts = smtpTimeouts,
}: SmtpOptions): Transport {
  const smtp = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    connectionTimeout: timeouts.connection,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.silence,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async deliver({ id, to, subject, html, text }, signal) {
      try {
        await smtp.sendMail({
          from,
          to: { name: "", address: to },
          subject,
          html,
          text,
          messageId: `<${id}@${host}>`,
          headers: { "Auto-Submitted": "auto-generated" },
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeouts.attempt)]),
        });
      } catch (thrown) {
        throw refusalIn(thrown) ?? thrown;
      }
    },
    close: () => smtp.close({ force: true }),
  };
}

const replyMax = 200;

/** What the server has said, on one line; nothing where it has said nothing. */
export function replyOf(thrown: unknown): string | undefined {
  const isOurs = thrown instanceof RecipientRefused || thrown instanceof MailRefused;
  const { response } = Object(isOurs ? thrown.cause : thrown) as { response?: unknown };
  return typeof response === "string"
    ? oneLine(response.slice(0, 10 * replyMax)).slice(0, replyMax)
    : undefined;
}

/** Replies that say by themselves that this client, and not the recipient, is at fault: RFC 5321, 4.2.3, and RFC 4954, 6. */
const clientReplies = new Set([500, 501, 502, 503, 504, 521, 530, 534, 535, 538, 555]);
/** RFC 3463: the sender's address, the protocol, the network, security and policy. */
const clientStatus = /^5\.(?:1\.[78]|[3457]\.\d+)$/;
/** RFC 3463: the recipient's address and mailbox. */
const recipientStatus = /^5\.(?:1\.(?:[0-6]|9|10)|2\.\d+)$/;

/** What servers say at RCPT about this client or its sender, also where they give no status of RFC 3463, as Exim does. */
const clientText =
  /\b(?:relay(?:ing)?(?! recipient table)|rcpthosts|sender|auth(?:entication)? required|not authenticated|client host|your IP|(?:black|block) ?list(?:ed)?|DNSBLs?|[HE]HLO|SPF|DMARC)\b/i;
/**
 * What they say of the recipient where the status is of a network or a policy, which may be either's (RFC 3463, 3.5 and 3.8:
 * "per-host or per-recipient"). Exchange Online answers 5.4.1 for an unknown recipient
 * (https://support.microsoft.com/it-it/topic/c0e98a8e-81db-49c2-9bf1-32a1734d3e77), Postfix 5.7.1 for one that is not permitted
 * (https://www.postfix.org/access.5.html); Gmail's 5.4.5 is the sender's quota (https://support.google.com/a/answer/3726730).
 */
const recipientText =
  /\b(?:recipient|(?:no such|unknown|invalid) (?:user|mailbox)|(?:user|mailbox)(?: is)? (?:unknown|disabled|not found))\b/i;

/** Node.js' and OpenSSL's codes of a certificate or a TLS that cannot be, as smtps:// at a port without TLS. */
const tlsError = /^(?:EPROTO|(?!ERR_(?!SSL_|TLS_))[A-Z\d]+_[A-Z_\d]+)$/;
/** An address that nobody has: of the server, or of this machine (`localAddress`). EAI_AGAIN is a name server's trouble. */
const addressError = /^(?:ENOTFOUND|EADDRNOTAVAIL|EINVAL)$/;

/**
 * The side at fault: the recipient, or the product's settings, which an operator must correct. Undefined for every other
 * error, such as a server that is down or answers with a 4xx.
 *
 * By a 5xx at RCPT the recipient is refused unless the reply says otherwise, which it does where a server delays its checks
 * of client and sender until then (Postfix' smtpd_delay_reject); at any other step it is the product.
 */
function refusalIn(thrown: unknown): Error | undefined {
  const { code, originalCode, command, response, responseCode } = Object(thrown) as Record<string, unknown>;
  const reply = Number(responseCode);
  const isTemporary = reply >= 400 && reply < 500;
  if (isTemporary) return undefined;
  const refused = (reason: string) => new MailRefused(reason, { cause: thrown });
  if (code === "EAUTH") return refused("the sign-in was refused");
  if (code === "ETLS" || tlsError.test(String(originalCode))) return refused("TLS is not possible");
  if (addressError.test(String(originalCode))) return refused("there is no such address");
  if (!(reply >= 500 && reply < 600)) return undefined;
  const status = /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(String(response))?.[1] ?? "";
  // An address may have any word in it.
  const said = String(response).replace(/\S*@\S*/g, "");
  const namesClient = clientText.test(said);
  const isClient =
    clientReplies.has(reply) ||
    (status === "" ? namesClient : clientStatus.test(status) && (namesClient || !recipientText.test(said)));
  const isRecipient = command === "RCPT TO" ? !isClient : command === "DATA" && recipientStatus.test(status);
  return isRecipient
    ? new RecipientRefused("the recipient was refused", { cause: thrown })
    : refused(`the server refused ${String(command)}`);
}
