import * as z from "zod";
import { isLoopback } from "./http/loopback.ts";
import { faultInPbx } from "./telephony/settings.ts";

const flag = z.enum(["true", "false"], { error: "true or false" }).transform((value) => value === "true");
const port = z.coerce.number({ error: "a port from 0 to 65535" }).int().min(0).max(65535);
const httpUrl = z
  .url({ protocol: /^https?$/, error: "an http or https address" })
  .transform((value) => value.replace(/\/+$/, ""));

/** One entry a variable: what it may hold is its error text, which the start prints. */
const Environment = z.object({
  NODE_ENV: z
    .enum(["development", "test", "production"], { error: "development, test or production" })
    .default("development"),
  PORT: port.default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  PUBLIC_URL: httpUrl.optional(),
  DATA_DIR: z.string().min(1).default(".data"),
  MONGODB_URI: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\/\S+$/, { error: "a mongodb:// or mongodb+srv:// address" })
    .optional(),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\/\S+$/, { error: "a redis:// or rediss:// address" })
    .optional(),
  JWT_SECRET: z.string().optional(),
  ADMIN_EMAIL: z.email({ error: "an e-mail address" }).optional(),
  ADMIN_PASSWORD: z.string().optional(),
  SEED_DEMO: flag.optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/\S+$/, { error: "an smtp:// or smtps:// address" })
    .optional(),
  MAIL_FROM: z.string().min(3).default("Souffleur <no-reply@souffleur.example>"),
  TRUST_PROXY: z.coerce.number({ error: "a number of proxies, 0 or more" }).int().min(0).max(16).default(0),
  DEEPGRAM_API_KEY: z.string().min(1).optional(),
  DEEPGRAM_URL: httpUrl.optional(),
  STT_LANGUAGE: z.enum(["fr", "en"], { error: "fr or en" }).default("fr"),
  STT_MODEL: z.string().min(1).default("nova-3"),
  LLM_BASE_URL: httpUrl.optional(),
  LLM_API_KEY: z.string().min(1).optional(),
  LLM_MODEL: z.string().min(1).optional(),
  ASTERISK_ARI_URL: httpUrl.transform((url) => url.replace(/\/ari$/, "")).optional(),
  ASTERISK_ARI_USER: z.string().min(1).optional(),
  ASTERISK_ARI_PASSWORD: z.string().min(1).optional(),
  ASTERISK_APP: z
    .string()
    .regex(/^[\w-]{1,40}$/, { error: "1 to 40 letters, digits, _ and -" })
    .default("souffleur"),
  ASTERISK_MEDIA: z
    .enum(["websocket", "audiosocket"], { error: "websocket or audiosocket" })
    .default("websocket"),
  ASTERISK_MEDIA_CLIENT: z.string().min(1).max(200).optional(),
  ASTERISK_ORGANIZATION: z.string().trim().min(1).optional(),
  RELEASES_DIR: z.string().min(1).optional(),
  REMOTE_OVERRIDES: z.enum(["localhost"], { error: "localhost, or unset" }).optional(),
  API_DOCS: flag.optional(),
  SOURCE_MAPS: flag.optional(),
  RELEASES_TOKEN: z.string().min(32, { error: "32 random characters or more" }).optional(),
  ROLLBACK_PERCENT: z.coerce
    .number({ error: "a percentage from 1 to 100, or nothing" })
    .min(1, { error: "a percentage from 1 to 100, or nothing" })
    .max(100, { error: "a percentage from 1 to 100, or nothing" })
    .optional(),
  METRICS_TOKEN: z.string().min(16, { error: "16 characters or more" }).optional(),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], {
      error: "fatal, error, warn, info, debug, trace or silent",
    })
    .default("info"),
});
type Environment = z.infer<typeof Environment>;

/** Variables whose value is never shown, not even to say that it is wrong. */
const secretNames = new Set([
  "JWT_SECRET",
  "ADMIN_PASSWORD",
  "DEEPGRAM_API_KEY",
  "LLM_API_KEY",
  "ASTERISK_ARI_PASSWORD",
  "RELEASES_TOKEN",
  "METRICS_TOKEN",
]);
/** Addresses that may carry a password. */
const addressNames = new Set(["MONGODB_URI", "REDIS_URL", "SMTP_URL", "ASTERISK_ARI_URL"]);

const secretBytesMin = 32;
const ownHosts = ["localhost", "127.0.0.1", "[::1]"];

/** A start that cannot go on; the message is the one line that the user sees. */
export class ConfigError extends Error {}

export type Config = Readonly<
  Omit<
    Environment,
    "JWT_SECRET" | "SEED_DEMO" | "API_DOCS" | "SOURCE_MAPS" | "PUBLIC_URL" | "RELEASES_DIR"
  > & {
    PUBLIC_URL: string;
    RELEASES_DIR: string;
    SEED_DEMO: boolean;
    /** Whether the API's description is shown, and the bundles' source maps are served. */
    API_DOCS: boolean;
    SOURCE_MAPS: boolean;
    /** The first signs, all verify; empty where the start makes one and keeps it in DATA_DIR. */
    secrets: readonly string[];
    production: boolean;
    /** PUBLIC_URL is https: cookies are `Secure`, and their names say so. */
    secure: boolean;
    /** Origins whose browsers may renew, sign out and open sockets. */
    allowedOrigins: readonly string[];
  }
>;

/**
 * The environment, checked once. Empty variables count as unset.
 * @throws ConfigError naming the variable, what it holds (never a secret) and what it may hold.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0]);
    throw new ConfigError(
      `${name} ${shown(name, env[name])}; it may hold ${issue?.message ?? "another value"}.`,
    );
  }
  const values = parsed.data;
  const production = values.NODE_ENV === "production";
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  const secrets = (values.JWT_SECRET ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  checkSecrets(secrets, production);
  checkAdministrator(values);
  if (values.LLM_BASE_URL !== undefined && values.LLM_MODEL === undefined) {
    throw new ConfigError(
      "LLM_MODEL is not set; with LLM_BASE_URL it must hold the name of a model that this server has.",
    );
  }
  const wrongPbx = faultInPbx(values);
  if (wrongPbx !== undefined) throw new ConfigError(wrongPbx);
  const seedDemo = values.SEED_DEMO ?? (!production && values.ADMIN_EMAIL === undefined);
  if (production) checkProduction(values, publicUrl);
  else checkReach(values, publicUrl, seedDemo);
  const { JWT_SECRET: _, ...rest } = values;
  return {
    ...rest,
    PUBLIC_URL: publicUrl,
    RELEASES_DIR: values.RELEASES_DIR ?? `${values.DATA_DIR}/releases`,
    SEED_DEMO: seedDemo,
    API_DOCS: values.API_DOCS ?? !production,
    SOURCE_MAPS: values.SOURCE_MAPS ?? !production,
    secrets,
    production,
    secure: new URL(publicUrl).protocol === "https:",
    allowedOrigins: allowedOrigins(publicUrl, values.PORT, production),
  };
}

function shown(name: string, value: string | undefined): string {
  if (value === undefined) return "is not set";
  if (secretNames.has(name)) return "holds a value that does not fit (not shown, it is a secret)";
  return `holds "${addressNames.has(name) ? value.replace(/\/\/[^@/]*@/, "//…@") : value.slice(0, 200)}"`;
}

function checkSecrets(secrets: string[], production: boolean): void {
  if (production && secrets.length === 0) {
    throw new ConfigError(
      "JWT_SECRET is not set; in production it must hold a random secret of 32 bytes or more.",
    );
  }
  for (const secret of secrets) {
    if (Buffer.byteLength(secret) < secretBytesMin || new Set(secret).size < 8) {
      throw new ConfigError(
        "JWT_SECRET holds a secret that is too short or too regular (not shown); each must be random, 32 bytes or more.",
      );
    }
  }
}

function checkAdministrator(values: Environment): void {
  if (values.ADMIN_EMAIL !== undefined && values.ADMIN_PASSWORD === undefined) {
    throw new ConfigError(
      "ADMIN_PASSWORD is not set; with ADMIN_EMAIL it must hold that administrator's password.",
    );
  }
  if (values.ADMIN_PASSWORD !== undefined && values.ADMIN_EMAIL === undefined) {
    throw new ConfigError(
      "ADMIN_EMAIL is not set; with ADMIN_PASSWORD it must hold that administrator's address.",
    );
  }
  if (
    values.ADMIN_PASSWORD !== undefined &&
    (values.ADMIN_PASSWORD.length < 12 || values.ADMIN_PASSWORD.length > 128)
  ) {
    throw new ConfigError(
      "ADMIN_PASSWORD holds a value that does not fit (not shown); it may hold 12 to 128 characters.",
    );
  }
}

function checkProduction(values: Environment, publicUrl: string): void {
  if (values.SEED_DEMO) {
    throw new ConfigError('SEED_DEMO holds "true"; in production it may hold false, or nothing.');
  }
  if (values.SMTP_URL === undefined) {
    throw new ConfigError(
      "SMTP_URL is not set; in production it must hold the mail server's smtp:// or smtps:// address.",
    );
  }
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol !== "https:" && !isLoopback(hostname)) {
    throw new ConfigError(`PUBLIC_URL holds "${publicUrl}"; in production it may hold an https address.`);
  }
}

/** What lets anybody in is for this machine alone, so that a forgotten NODE_ENV opens nothing. */
function checkReach(values: Environment, publicUrl: string, seedDemo: boolean): void {
  const open = [
    ...(seedDemo ? [{ what: "the demonstration accounts", remedy: "SEED_DEMO=false" }] : []),
    ...(values.SMTP_URL === undefined ? [{ what: "the development mailbox", remedy: "SMTP_URL" }] : []),
  ];
  const places = [
    { name: "HOST", value: values.HOST, host: values.HOST, allowed: "127.0.0.1, ::1 or localhost" },
    {
      name: "PUBLIC_URL",
      value: publicUrl,
      host: new URL(publicUrl).hostname,
      allowed: "an address on localhost",
    },
  ];
  const wrong = places.find(({ host }) => !isLoopback(host));
  if (open.length === 0 || wrong === undefined) return;
  const [what, remedies] = [open.map((each) => each.what), open.map((each) => each.remedy)];
  throw new ConfigError(
    `${wrong.name} holds "${wrong.value}"; with ${what.join(" and ")} it may hold ${wrong.allowed}. For others to reach it set NODE_ENV=production, or ${remedies.join(" and ")}.`,
  );
}

/** On this machine the same port counts on every spelling of its own address, outside production. */
function allowedOrigins(publicUrl: string, listeningPort: number, production: boolean): string[] {
  const own = new URL(publicUrl);
  if (production || !isLoopback(own.hostname)) return [own.origin];
  const ports = new Set([own.port, String(listeningPort)]);
  const local = [...ports].flatMap((at) => ownHosts.map((host) => `http://${host}${at ? `:${at}` : ""}`));
  return [...new Set([own.origin, ...local])];
}
