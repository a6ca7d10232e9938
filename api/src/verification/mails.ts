import { type Message, writeMessage } from "../mail/message.ts";

/**
 * Which registration a mail is about. Anyone may have made it: a mail to an unverified address contains nothing
 * that was typed into it.
 */
interface Asked {
  at: Date;
  /** Others wait with the same address. */
  amongSeveral: boolean;
}

const notYours =
  "If you did not register then, do nothing: the account would belong to the person who did, with their password.";

export function linkMail(asked: Asked, url: string): Message {
  return writeMessage({
    subject: "Verify your email address",
    paragraphs: [
      "Hello,",
      `Someone registered with this address on ${moment(asked.at)}. If it was you, please confirm that the address is yours. An administrator then looks at your account, and you get a mail as soon as you can sign in.`,
      ...others(asked, "link"),
    ],
    action: { label: "Verify email address", url },
    footnote: `The link is valid for 24 hours. ${notYours}`,
  });
}

export function codeMail(asked: Asked, code: string, url: string): Message {
  return writeMessage({
    subject: "Your verification code",
    paragraphs: [
      "Hello,",
      `Enter this code to verify your email address, with which someone registered on ${moment(asked.at)}:`,
      ...others(asked, "code"),
    ],
    code,
    action: { label: "Verify with this code", url },
    footnote: `The code is valid for 10 minutes. Nobody from Souffleur will ever ask you for it. ${notYours}`,
  });
}

/** To an address with several registrations, of which none is known to be the reader's. */
export function unclearMail(url: string): Message {
  return writeMessage({
    subject: "Which registration is yours?",
    paragraphs: [
      "Hello,",
      "Several registrations wait for this address to be verified. Someone asked for another mail from a browser that made none of them, so nothing tells which one is meant.",
      "If you registered, sign in with the password that you chose then: the page says that the address is to be verified, and sends you a link for your own registration.",
    ],
    action: { label: "Sign in", url },
    footnote: "If you did not register, you need not do anything.",
  });
}

function others({ amongSeveral }: Asked, what: "link" | "code"): string[] {
  return amongSeveral
    ? [
        `There are other registrations with this address. This ${what} is for this one alone; use it only if you made it.`,
      ]
    : [];
}

const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

function moment(date: Date): string {
  return `${format.format(date)} UTC`;
}
