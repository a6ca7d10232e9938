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
  "If you did not register then, ignore this email: using it would verify the account of the person who did.";

export function linkMail(asked: Asked, url: string): Message {
  return writeMessage({
    subject: "Verify your email address",
    paragraphs: [
      "Hello,",
      `Someone registered with this address on ${moment(asked.at)}. If it was you, please verify the address. An administrator will review your account. We'll email you when you can sign in.`,
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
      `Someone registered with this address on ${moment(asked.at)}. If it was you, enter this code to verify it:`,
      ...others(asked, "code"),
    ],
    code,
    action: { label: "Verify with this code", url },
    footnote: `The code is valid for 10 minutes. Souffleur will never ask you for it. ${notYours}`,
  });
}

/** To an address with several registrations, of which none is known to be the reader's. */
export function unclearMail(url: string): Message {
  return writeMessage({
    subject: "Which registration is yours?",
    paragraphs: [
      "Hello,",
      "Several registrations are waiting for this address to be verified. Another email was requested from a browser that made none of them, so it is not clear which one is yours.",
      "If you registered, sign in with the password you chose. You can then request a link for your own registration.",
    ],
    action: { label: "Sign in", url },
    footnote: "If you did not register, you can ignore this email.",
  });
}

function others({ amongSeveral }: Asked, what: "link" | "code"): string[] {
  return amongSeveral
    ? [
        `There are other registrations with this address. This ${what} is for this one only; use it only if you made it.`,
      ]
    : [];
}

const format = new Intl.DateTimeFormat("en-US", {
  dateStyle: "medium",
  timeStyle: "short",
  hourCycle: "h23",
  timeZone: "UTC",
});

function moment(date: Date): string {
  return `${format.format(date)} UTC`;
}
