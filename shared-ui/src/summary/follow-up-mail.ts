import type { ConversationSummary, Sender, SummaryPoint } from "@souffleur/contracts";

/** Longer addresses are cut or refused by mail programs. */
const addressMost = 2000;
const listed = 6;

interface FollowUp {
  summary: ConversationSummary;
  names: Readonly<Record<Sender, string>>;
  /** In ms since the epoch. */
  startedAt: number;
  senderOf: (seq: number) => Sender | undefined;
}

export interface Mail {
  subject: string;
  body: string;
}

const day = new Intl.DateTimeFormat("fr", { day: "numeric", month: "long" });

const sentence = (text: string) => {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/u.test(whole) ? whole : `${whole}.`;
};

/** A mail to the customer, in French as the call was: what both sides have promised, and the figures. Never its objections. */
export function followUpMail({ summary: { points }, names, startedAt, senderOf }: FollowUp): Mail {
  const of = (kind: SummaryPoint["kind"], sender?: Sender) =>
    points
      .filter((one) => one.kind === kind && (!sender || senderOf(one.lines[0] ?? 0) === sender))
      .slice(0, listed)
      .map(({ text }) => `- ${sentence(text)}`);
  const list = (title: string, rows: readonly string[]) =>
    rows.length > 0 ? [[title, ...rows].join("\n")] : [];
  const date = day.format(startedAt);
  return {
    subject: `Suite à notre échange du ${date}`,
    body: [
      names.client.trim() === "" ? "Bonjour," : `Bonjour ${names.client},`,
      `Merci pour notre échange du ${date}.`,
      ...list("Comme convenu, de mon côté\u00a0:", of("promise", "agent")),
      ...list("De votre côté, vous m’avez dit\u00a0:", of("promise", "client")),
      ...list("Les chiffres dont nous avons parlé\u00a0:", of("figure", "agent")),
      `Je reste à votre disposition pour toute question.\n\nBien cordialement,\n${names.agent}`,
    ].join("\n\n"),
  };
}

/** The address that opens a mail in the mail program; where it would be too long, with as many rows as it has room for. */
export function mailtoOf({ subject, body }: Mail): string {
  const addressOf = (text: string) =>
    `mailto:?subject=${encode(subject)}&body=${encode(text.replace(/\r?\n/g, "\r\n"))}`;
  const rows = body.split("\n");
  for (let left = rows.length; left > 0; left -= 1) {
    const address = addressOf(left === rows.length ? body : `${rows.slice(0, left).join("\n").trimEnd()}\n…`);
    if (address.length <= addressMost) return address;
  }
  // One row that is too long, as of a text that was pasted.
  for (let letters = addressMost / 2; letters > 0; letters = Math.floor(letters / 2)) {
    const address = addressOf(`${body.slice(0, letters)}…`);
    if (address.length <= addressMost) return address;
  }
  return addressOf("…");
}

/** A half of a character, as of a text that was cut, would be an error. */
const encode = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));
