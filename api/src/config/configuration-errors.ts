import { addressNames, type Environment, providers, secretNames } from "./environment.ts";
import { isLoopback } from "./loopback.ts";
import { quoted } from "./quoted.ts";

const secretBytesMin = 32;

interface Derived {
  secrets: readonly string[];
  production: boolean;
  publicUrl: string;
  seedDemo: boolean;
}

type ConfigurationError = string | undefined;

/** A variable's value for an error message; never a secret. */
export function shown(name: string, value: string | undefined): string {
  if (value === undefined) return "is not set";
  if (secretNames.has(name)) return "is set to a value that does not fit (not shown, it is a secret)";
  if (addressNames.has(name))
    return "is set to an address that does not fit (not shown, it can hold a password)";
  return `is set to ${quoted(value)}`;
}

/** The first conflict between variables as one line, without secrets; undefined where there is none. */
export function errorIn(
  values: Environment,
  { secrets, production, publicUrl, seedDemo }: Derived,
): ConfigurationError {
  return (
    errorInSecrets(secrets, production) ??
    errorInAdministrator(values) ??
    errorInModel(values) ??
    errorInRecognizer(values) ??
    errorInPbx(values) ??
    (production ? errorInProduction(values, publicUrl) : errorInReach(values, publicUrl, seedDemo))
  );
}

function errorInSecrets(secrets: readonly string[], production: boolean): ConfigurationError {
  if (production && secrets.length === 0) {
    return "JWT_SECRET is not set; in production it must hold a random secret of 32 bytes or more.";
  }
  const isWeak = (secret: string) => Buffer.byteLength(secret) < secretBytesMin || new Set(secret).size < 8;
  return secrets.some(isWeak)
    ? "JWT_SECRET is set to a secret that is too short or too regular (not shown); each must be random, 32 bytes or more."
    : undefined;
}

function errorInAdministrator({
  ADMIN_EMAIL: email,
  ADMIN_PASSWORD: password,
}: Environment): ConfigurationError {
  if (email !== undefined && password === undefined) {
    return "ADMIN_PASSWORD is not set; with ADMIN_EMAIL it must hold that administrator's password.";
  }
  if (password !== undefined && email === undefined) {
    return "ADMIN_EMAIL is not set; with ADMIN_PASSWORD it must hold that administrator's address.";
  }
  // Nobody can type a line break into the sign-in, and nobody sees a space at an end.
  return password !== undefined && !/^(?!\s)\P{Cc}{12,128}(?<!\s)$/u.test(password)
    ? "ADMIN_PASSWORD is set to a value that does not fit (not shown); it must be 12 to 128 characters, without line breaks and without a space at its ends."
    : undefined;
}

function errorInModel({ LLM_BASE_URL, LLM_MODEL }: Environment): ConfigurationError {
  return LLM_BASE_URL !== undefined && LLM_MODEL === undefined
    ? "LLM_MODEL is not set; with LLM_BASE_URL it must hold the name of a model that this server has."
    : undefined;
}

function errorInRecognizer(values: Environment): ConfigurationError {
  const { STT_PROVIDER: provider } = values;
  if (provider === undefined) {
    const name = (["STT_URL", "STT_API_KEY"] as const).find((each) => values[each] !== undefined);
    return name && `STT_PROVIDER is not set; with ${name} it must be openai, or ${name} unset.`;
  }
  const missing = providers[provider].find(([name]) => values[name] === undefined);
  return missing && `${missing[0]} is not set; with STT_PROVIDER=${provider} it must hold ${missing[1]}.`;
}

function errorInPbx(values: Environment): ConfigurationError {
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
  return `ASTERISK_MEDIA_CLIENT is set to ${quoted(client)}; with ASTERISK_MEDIA=${media} it must be ${clientMeaning}.`;
}

function errorInProduction(values: Environment, publicUrl: string): ConfigurationError {
  if (values.SEED_DEMO) return 'SEED_DEMO is set to "true"; in production it must be false, or unset.';
  if (values.SMTP_URL === undefined) {
    return "SMTP_URL is not set; in production it must hold the mail server's smtp:// or smtps:// address.";
  }
  const { protocol, hostname } = new URL(publicUrl);
  return protocol !== "https:" && !isLoopback(hostname)
    ? `PUBLIC_URL is set to "${publicUrl}"; in production it must be an https address.`
    : undefined;
}

/** Outside production, settings that let anybody in require a loopback address: a forgotten NODE_ENV exposes nothing. */
function errorInReach(values: Environment, publicUrl: string, seedDemo: boolean): ConfigurationError {
  const open = [
    ...(seedDemo ? [{ what: "the demonstration accounts", remedy: "SEED_DEMO=false" }] : []),
    ...(values.SMTP_URL === undefined ? [{ what: "the development mailbox", remedy: "SMTP_URL" }] : []),
  ];
  const addresses = [
    {
      is: `HOST is set to ${quoted(values.HOST)}`,
      host: values.HOST,
      allowed: "127.0.0.1, ::1 or localhost",
    },
    {
      is: `PUBLIC_URL is set to "${publicUrl}"`,
      host: new URL(publicUrl).hostname,
      allowed: "an address on localhost",
    },
  ];
  const wrong = addresses.find(({ host }) => !isLoopback(host));
  if (open.length === 0 || wrong === undefined) return undefined;
  const [what, remedies] = [open.map((each) => each.what), open.map((each) => each.remedy)];
  return `${wrong.is}; with ${what.join(" and ")} it must be ${wrong.allowed}. For others to reach it set NODE_ENV=production, or ${remedies.join(" and ")}.`;
}
