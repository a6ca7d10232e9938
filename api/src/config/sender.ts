import { domainToASCII } from "node:url";
import addressparser from "nodemailer/lib/addressparser";

/**
 * Whether a text is one sender as mails have it (RFC 5322, 3.4: `address` or `name <address>`), as the library reads it
 * that writes the mails. Without an address it would send `MAIL FROM:<>`, which is for reports of undeliverable mails.
 */
export function isSender(value: string): boolean {
  if (/\p{Cc}/u.test(value) || value.length > 320) return false;
  const [sender, ...others] = addressparser(value);
  if (sender === undefined || others.length > 0 || sender.group !== undefined) return false;
  // ASCII before the @, as of all addresses here: other characters need a server with SMTPUTF8.
  const [, local, domain] = /^([\w.!#$%&'*+/=?^`{|}~-]{1,64})@([^@]+)$/.exec(sender.address ?? "") ?? [];
  if (local === undefined || domain === undefined || /^\.|\.$|\.\./.test(local)) return false;
  // `name <one> <other>`: the library makes the second one a part of the name.
  if ((value.match(/</g) ?? []).length > 1) return false;
  // `127.0.0.1` is no domain; a server would refuse it.
  if (/(?:^|\.)\d+$/.test(domain)) return false;
  return /^(?=.{1,253}$)[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/.test(
    domainToASCII(domain),
  );
}
