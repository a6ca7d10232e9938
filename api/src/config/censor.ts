import { addressNames, secretNames } from "./environment.ts";

/** Replaces every secret in a text by "…". */
export type Censor = (text: string) => string;

/** Shorter ones are part of many words; a log that lost them would be read wrongly. */
const lengthMin = 6;

/**
 * Drivers quote in their errors what they were given, a mail server quotes what it received. Secrets that the environment
 * holds are therefore removed from whatever is printed.
 */
export function createCensor(env: Record<string, string | undefined>): Censor {
  const found = Object.entries(env).flatMap(([name, value = ""]) => secretsIn(name, value));
  const { ASTERISK_ARI_USER: ariUser = "", ASTERISK_ARI_PASSWORD: ariPassword = "" } = env;
  const forms = [...found, ...(ariPassword && [`${ariUser}:${ariPassword}`])].flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    // As a sign-in sends it: AUTH LOGIN and PLAIN of SMTP, Basic of HTTP.
    Buffer.from(secret).toString("base64"),
  ]);
  // The longest first: one may be a part of another.
  const secrets = [...new Set(forms)]
    .filter(({ length }) => length >= lengthMin)
    .sort((one, other) => other.length - one.length);
  return (text) => secrets.reduce((left, secret) => left.replaceAll(secret, "…"), text);
}

function secretsIn(name: string, value: string): string[] {
  if (name === "JWT_SECRET") return value.split(",").map((part) => part.trim());
  if (secretNames.has(name)) return [value];
  if (/^OTEL_\w+_HEADERS$/.test(name))
    return value.split(",").map((pair) => pair.replace(/^[^=]*=/, "").trim());
  return addressNames.has(name) ? secretsInAddress(value) : [];
}

function secretsInAddress(value: string): string[] {
  const [, user = "", password = ""] = /:\/\/([^:@/?#]*):(.*)@/.exec(value) ?? [];
  const [name, word] = [decoded(user), decoded(password)];
  const signIns = password === "" ? [] : [`\0${name}\0${word}`, `${name}:${word}`];
  const options = [...value.matchAll(/[?&][^=&#]*(?:pass|token|secret)[^=&#]*=([^&#]*)/gi)].map(
    ([, option = ""]) => option,
  );
  return [...signIns, ...[password, ...options].flatMap((secret) => [secret, decoded(secret)])];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
