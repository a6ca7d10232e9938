import { type Message, shownName, writeMessage } from "../mail/message.ts";

interface Addressee {
  firstName: string;
}

export function linkMail({ firstName }: Addressee, url: string): Message {
  return writeMessage({
    subject: "Verify your email address",
    paragraphs: [
      `Hello ${shownName(firstName)},`,
      "Please confirm that this address is yours. An administrator then looks at your account, and you get a mail as soon as you can sign in.",
    ],
    action: { label: "Verify email address", url },
    footnote: "The link is valid for 24 hours. If you did not ask for an account, you need not do anything.",
  });
}

export function codeMail({ firstName }: Addressee, code: string, url: string): Message {
  return writeMessage({
    subject: "Your verification code",
    paragraphs: [`Hello ${shownName(firstName)},`, "Enter this code to verify your email address:"],
    code,
    action: { label: "Verify with this code", url },
    footnote:
      "The code is valid for 10 minutes. Nobody from Souffleur will ever ask you for it. If you did not ask for it, you need not do anything.",
  });
}

interface Applicant extends Addressee {
  lastName: string;
  email: string;
  organizationName?: string;
}

export function personWaitingMail(applicant: Applicant, url: string): Message {
  const { firstName, lastName, email, organizationName } = applicant;
  const wanted = organizationName === undefined ? "" : ` and wants to join ${shownName(organizationName)}`;
  return writeMessage({
    subject: "A person is waiting for your approval",
    paragraphs: [
      `${shownName(`${firstName} ${lastName}`)} (${email}) has verified the address${wanted}.`,
      "The account can be used only after you, or another administrator, have approved it.",
    ],
    action: { label: "Look at the request", url },
  });
}
