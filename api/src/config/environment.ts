import * as z from "zod";

const flag = z.enum(["true", "false"], { error: "true or false" }).transform((value) => value === "true");
const number = (min: number, max: number, error: string) =>
  z.coerce.number({ error }).min(min, { error }).max(max, { error });
const integer = (min: number, max: number, error: string) => number(min, max, error).int({ error });
const httpUrl = z
  .url({ protocol: /^https?$/, error: "an http or https address" })
  .transform((value) => value.replace(/\/+$/, ""));

/** All variables. A variable's error text, which the start prints, is what it may hold. */
export const Environment = z.object({
  NODE_ENV: z
    .enum(["development", "test", "production"], { error: "development, test or production" })
    .default("development"),
  PORT: integer(0, 65_535, "a port from 0 to 65535").default(3000),
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
  TRUST_PROXY: integer(0, 16, "a number of proxies from 0 to 16").default(0),
  DEEPGRAM_API_KEY: z.string().min(1).optional(),
  DEEPGRAM_URL: httpUrl.optional(),
  DEEPGRAM_MIP_OPT_OUT: flag.default(true),
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
  REMOTE_TIMEOUT_MS: integer(500, 60_000, "milliseconds from 500 to 60000").default(4000),
  REMOTE_FALLBACK: z.enum(["card", "previous"], { error: "card or previous" }).default("card"),
  RELEASES_TOKEN: z.string().min(32, { error: "32 random characters or more" }).optional(),
  ROLLBACK_PERCENT: number(1, 100, "a percentage from 1 to 100, or nothing").optional(),
  METRICS_TOKEN: z.string().min(16, { error: "16 characters or more" }).optional(),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], {
      error: "fatal, error, warn, info, debug, trace or silent",
    })
    .default("info"),
});
export type Environment = z.infer<typeof Environment>;
