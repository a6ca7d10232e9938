import type { Environment } from "./environment.ts";
import { isLoopback } from "./loopback.ts";
import { quoted } from "./quoted.ts";
import { addressNames, secretNames } from "./variables.ts";

const secretBytesMin = 32;

interface Derived {
  secrets: readonly string[];
  production: boolean;
  publicUrl: string;
  seedDemo: boolean;
}

type Fault = string | undefined;

/** A variable's value for an error message; never a secret. */
export function shown(name: string, value: string | undefined): string {
  if (value === undefined) return "is not set";
  if (secretNames.has(name)) return "holds a value that does not fit (not shown, it is a secret)";
  if (addressNames.has(name)) return "holds an address that does not fit (not shown, it can hold a password)";
  return `holds ${quoted(value)}`;
}

/** The first conflict between variables as one line, without secrets; undefined where there is none. */
export function faultIn(values: Environment, { secrets, production, publicUrl, seedDemo }: Derived): Fault {
  return (
    faultInSecrets(secrets, production) ??
    faultInAdministrator(values) ??
    faultInModel(values) ??
    faultInPbx(values) ??
    (production ? faultInProduction(values, publicUrl) : faultInReach(values, publicUrl, seedDemo))
  );
}

function faultInSecrets(secrets: readonly string[], production: boolean): Fault {
  if (production && secrets.length === 0) {
    return "JWT_SECRET is not set; in production it must hold a random secret of 32 bytes or more.";
  }
  const isWeak = (secret: string) => Buffer.byteLength(secret) < secretBytesMin || new Set(secret).size < 8;
  return secrets.some(isWeak)
    ? "JWT_SECRET holds a secret that is too short or too regular (not shown); each must be random, 32 bytes or more."
    : undefined;
}

function faultInAdministrator({ ADMIN_EMAIL: email, ADMIN_PASSWORD: password }: Environment): Fault {
  if (email !== undefined && password === undefined) {
    return "ADMIN_PASSWORD is not set; with ADMIN_EMAIL it must hold that administrator's password.";
  }
  if (password !== undefined && email === undefined) {
    return "ADMIN_EMAIL is not set; with ADMIN_PASSWORD it must hold that administrator's address.";
  }
  // Nobody can type a line break into the sign-in, and nobody sees a space at an end.
  return password !== undefined && !/^(?!\s)\P{Cc}{12,128}(?<!\s)$/u.test(password)
    ? "ADMIN_PASSWORD holds a value that does not fit (not shown); it may hold 12 to 128 characters, without line breaks and without a space at its ends."
    : undefined;
}

function faultInModel({ LLM_BASE_URL, LLM_MODEL }: Environment): Fault {
  return LLM_BASE_URL !== undefined && LLM_MODEL === undefined
    ? "LLM_MODEL is not set; with LLM_BASE_URL it must hold the name of a model that this server has."
    : undefined;
}

function faultInPbx(values: Environment): Fault {
  const { ASTERISK_ARI_URL: url, ASTERISK_MEDIA: media, ASTERISK_MEDIA_CLIENT: client = "" } = values;
  if (url === undefined) return undefined;
  const isWebSocket = media === "websocket";
  const clientMeaning = isWebSocket
    ? "the name of a section of websocket_client.conf"
    : "the host:port at which Asterisk reaches this server";
  const needed = [
    ["ASTERISK_ARI_USER", "a user of ari.conf"],
    ["ASTERISK_ARI_PASSWORD", "the password of that user"],
    ["ASTERISK_MEDIA_CLIENT", clientMeaning],
  ] as const;
  const missing = needed.find(([name]) => values[name] === undefined);
  if (missing) return `${missing[0]} is not set; with ASTERISK_ARI_URL it must hold ${missing[1]}.`;
  const fits = isWebSocket ? /^[\w-]+$/ : /^[\w.-]+:\d{1,5}$/;
  if (fits.test(client)) return undefined;
  return `ASTERISK_MEDIA_CLIENT holds ${quoted(client)}; with ASTERISK_MEDIA=${media} it may hold ${clientMeaning}.`;
}

function faultInProduction(values: Environment, publicUrl: string): Fault {
  if (values.SEED_DEMO) return 'SEED_DEMO holds "true"; in production it may hold false, or nothing.';
  if (values.SMTP_URL === undefined) {
    return "SMTP_URL is not set; in production it must hold the mail server's smtp:// or smtps:// address.";
  }
  const { protocol, hostname } = new URL(publicUrl);
  return protocol !== "https:" && !isLoopback(hostname)
    ? `PUBLIC_URL holds "${publicUrl}"; in production it may hold an https address.`
    : undefined;
}

/** Outside production, settings that let anybody in require a loopback address: a forgotten NODE_ENV exposes nothing. */
function faultInReach(values: Environment, publicUrl: string, seedDemo: boolean): Fault {
  const open = [
    ...(seedDemo ? [{ what: "the demonstration accounts", remedy: "SEED_DEMO=false" }] : []),
    ...(values.SMTP_URL === undefined ? [{ what: "the development mailbox", remedy: "SMTP_URL" }] : []),
  ];
  const addresses = [
    { holds: `HOST holds ${quoted(values.HOST)}`, host: values.HOST, allowed: "127.0.0.1, ::1 or localhost" },
    {
      holds: `PUBLIC_URL holds "${publicUrl}"`,
      host: new URL(publicUrl).hostname,
      allowed: "an address on localhost",
    },
  ];
  const wrong = addresses.find(({ host }) => !isLoopback(host));
  if (open.length === 0 || wrong === undefined) return undefined;
  const [what, remedies] = [open.map((each) => each.what), open.map((each) => each.remedy)];
  return `${wrong.holds}; with ${what.join(" and ")} it may hold ${wrong.allowed}. For others to reach it set NODE_ENV=production, or ${remedies.join(" and ")}.`;
}
