import { canonicalEmail } from "@souffleur/contracts";
import * as z from "zod";
import {
  addressErrors,
  isMongoAddress,
  isPlainHttpAddress,
  isRedisAddress,
  isSmtpAddress,
  isWebPageAddress,
} from "./addresses.ts";
import { isSender } from "./sender.ts";

const flag = z.enum(["true", "false"], { error: "true or false" }).transform((value) => value === "true");
/** Digits as people write them: " ", "0x50" and "1e3" are numbers to JavaScript, but not what was meant. */
const number = (min: number, max: number, error: string) =>
  z
    .string()
    .regex(/^\d{1,9}(?:\.\d{1,9})?$/, { error, abort: true })
    .transform(Number)
    .pipe(z.number().min(min, { error }).max(max, { error }));
const integer = (min: number, max: number, error: string) => number(min, max, error).pipe(z.int({ error }));
const httpAddress = (hint = "") =>
  z
    .string()
    .refine(isPlainHttpAddress, {
      error: `an http or https address without user, password, query and #${hint}`,
    })
    .transform((value) => value.replace(/\/+$/, ""));
/** Of another's system, or a folder. A space or line break at an end comes from a file, and names something else. */
const name = (error: string) =>
  z.string().regex(/^(?!\s)[^\0]*(?<!\s)$/, {
    error: `${error}, without a space or line break at its ends`,
  });
const folder = name("the path of a folder");
const collectorHint = "; what a collector asks for belongs into OTEL_EXPORTER_OTLP_HEADERS";
/** Sent in a header, where other characters are refused at each request. */
const printable = z.string().regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/, {
  error: "printable ASCII characters, without a space or line break at its ends",
});
/** A token that a caller sends as `Authorization: Bearer` (RFC 6750, 2.1). */
const bearer = (min: number, error: string) =>
  z.string().regex(new RegExp(`^[\\w.~+/=-]{${min},4000}$`), { error });

/** The value is never printed. */
const secret = { kind: "secret" };
/** A password may stand in the value; one that does not fit is not printed, because nobody knows where it does. */
const address = { kind: "address" };

/** The recognizers, and what each needs beside its name. */
export const providers = {
  deepgram: [["DEEPGRAM_API_KEY", "the key of a Deepgram project"]],
  openai: [
    ["STT_URL", "the address of a server up to /v1, under which it has /audio/transcriptions"],
    ["STT_MODEL", "the name of a model that this server has"],
  ],
} as const satisfies Record<string, readonly (readonly [variable: string, what: string])[]>;
const providerNames = Object.keys(providers) as (keyof typeof providers)[];

/** All variables. A variable's error text, which the start prints, is what it must be. */
export const Environment = z.object({
  NODE_ENV: z
    .enum(["development", "test", "production"], { error: "development, test or production" })
    .default("development"),
  PORT: integer(0, 65_535, "a port from 0 to 65535").default(3000),
  HOST: name("an address of this machine")
    .transform((host) => host.replace(/^\[(.+)\]$/, "$1"))
    .default("127.0.0.1"),
  PUBLIC_URL: z
    .string()
    .refine((value) => isPlainHttpAddress(value) && new URL(value).pathname === "/", {
      error:
        "an http or https address without path, user, password, query and #: everything is served at the top of a host of its own",
    })
    .transform((value) => new URL(value).origin)
    .optional()
    .meta(address),
  DATA_DIR: folder.default(".data"),
  MONGODB_URI: z.string().refine(isMongoAddress, { error: addressErrors.mongodb }).optional().meta(address),
  REDIS_URL: z.string().refine(isRedisAddress, { error: addressErrors.redis }).optional().meta(address),
  JWT_SECRET: z.string().optional().meta(secret),
  ADMIN_EMAIL: z
    .string()
    .refine((value) => canonicalEmail(value) !== undefined, { error: "an e-mail address" })
    .optional(),
  ADMIN_PASSWORD: z.string().optional().meta(secret),
  SEED_DEMO: flag.optional(),
  SMTP_URL: z.string().refine(isSmtpAddress, { error: addressErrors.smtp }).optional().meta(address),
  MAIL_FROM: z
    .string()
    .refine(isSender, { error: 'one e-mail address, alone or as "Name <address>"' })
    .default("Souffleur <no-reply@souffleur.example>"),
  TERMS_URL: z
    .string()
    .refine(isWebPageAddress, { error: "an http or https address without user and password" })
    .optional()
    .meta(address),
  TRUST_PROXY: integer(0, 16, "a number of proxies from 0 to 16").default(0),
  DEEPGRAM_API_KEY: printable.optional().meta(secret),
  DEEPGRAM_URL: httpAddress().optional().meta(address),
  DEEPGRAM_MIP_OPT_OUT: flag.default(true),
  STT_PROVIDER: z.enum(providerNames, { error: providerNames.join(" or ") }).optional(),
  STT_URL: httpAddress("; a key belongs into STT_API_KEY").optional().meta(address),
  STT_API_KEY: printable.optional().meta(secret),
  STT_LANGUAGE: z.enum(["fr", "en"], { error: "fr or en" }).default("fr"),
  STT_MODEL: name("the name of a model").optional(),
  LLM_BASE_URL: httpAddress().optional().meta(address),
  LLM_API_KEY: printable.optional().meta(secret),
  LLM_MODEL: name("the name of a model").optional(),
  ASTERISK_ARI_URL: httpAddress("; user and password belong into ASTERISK_ARI_USER and ASTERISK_ARI_PASSWORD")
    .transform((url) => url.replace(/\/ari$/, ""))
    .optional()
    .meta(address),
  ASTERISK_ARI_USER: z
    .string()
    .regex(/^(?!\s)[^:\p{Cc}]+(?<!\s)$/u, { error: "a user of ari.conf, without a colon" })
    .optional(),
  ASTERISK_ARI_PASSWORD: name("the password of a user of ari.conf").optional().meta(secret),
  ASTERISK_APP: z
    .string()
    .regex(/^[\w-]{1,40}$/, { error: "1 to 40 letters, digits, _ and -" })
    .default("souffleur"),
  ASTERISK_MEDIA: z
    .enum(["websocket", "audiosocket"], { error: "websocket or audiosocket" })
    .default("websocket"),
  ASTERISK_MEDIA_CLIENT: z.string().min(1).max(200).optional(),
  ASTERISK_ORGANIZATION: name("the name of an organization").optional(),
  REMOTE_OVERRIDES: z.enum(["localhost"], { error: "localhost, or unset" }).optional(),
  SSO_PRIVATE_ISSUERS: flag.default(false),
  WEBHOOK_PRIVATE_ADDRESSES: flag.default(false),
  API_DOCS: flag.optional(),
  SOURCE_MAPS: flag.optional(),
  REMOTE_TIMEOUT_MS: integer(500, 60_000, "milliseconds from 500 to 60000").default(4000),
  REMOTE_FALLBACK: z.enum(["card", "previous"], { error: "card or previous" }).default("card"),
  RELEASES_TOKEN: bearer(32, "32 random characters or more: letters, digits and . _ ~ + / = -")
    .optional()
    .meta(secret),
  ROLLBACK_PERCENT: number(1, 100, "a percentage from 1 to 100, or nothing").optional(),
  METRICS_TOKEN: bearer(16, "16 characters or more: letters, digits and . _ ~ + / = -")
    .optional()
    .meta(secret),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], {
      error: "fatal, error, warn, info, debug, trace or silent",
    })
    .default("info"),
  // OpenTelemetry reads its variables itself; what it cannot use would end the start with a stack trace.
  OTEL_EXPORTER_OTLP_ENDPOINT: httpAddress(collectorHint).optional().meta(address),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpAddress(collectorHint).optional().meta(address),
});
export type Environment = z.infer<typeof Environment>;

function namesOf({ kind }: { kind: string }): ReadonlySet<string> {
  const variables = Object.entries(Environment.shape);
  return new Set(variables.flatMap(([name, schema]) => (schema.meta()?.kind === kind ? [name] : [])));
}

export const secretNames = namesOf(secret);
export const addressNames = namesOf(address);
