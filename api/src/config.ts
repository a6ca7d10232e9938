import { StepError } from "../tools/step-error.mjs";
import { errorIn, shown } from "./config/configuration-errors.ts";
import { Environment } from "./config/environment.ts";
import { isLoopback } from "./config/loopback.ts";

const ownHosts = ["localhost", "127.0.0.1", "[::1]"];

/** The configuration does not allow a start. The message is the one line that the user sees. */
export class ConfigError extends StepError {}

export type Config = Readonly<
  Omit<
    Environment,
    "JWT_SECRET" | "SEED_DEMO" | "API_DOCS" | "SOURCE_MAPS" | "PUBLIC_URL" | "STT_PROVIDER"
  > & {
    /** The recognizer that is used, if it is configured. */
    STT_PROVIDER: NonNullable<Environment["STT_PROVIDER"]>;
    PUBLIC_URL: string;
    SEED_DEMO: boolean;
    /** Whether the API's description is served. */
    API_DOCS: boolean;
    /** Whether the bundles' source maps are served. */
    SOURCE_MAPS: boolean;
    /** The first signs, all verify. Empty where the start creates one and keeps it in DATA_DIR. */
    secrets: readonly string[];
    production: boolean;
    /** PUBLIC_URL is https: cookies are `Secure` and have the prefix `__Secure-`. */
    secure: boolean;
    /** Origins whose pages may renew sessions, sign out and open sockets. */
    allowedOrigins: readonly string[];
  }
>;

/**
 * Reads and checks the environment. Empty variables count as unset.
 * @throws ConfigError naming the variable, its value (never a secret) and the allowed values
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
      `${name} ${shown(name, env[name])}; it must be ${issue?.message ?? "another value"}.`,
    );
  }
  const values = parsed.data;
  const production = values.NODE_ENV === "production";
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  const secrets = (values.JWT_SECRET ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  const seedDemo = values.SEED_DEMO ?? (!production && values.ADMIN_EMAIL === undefined);
  const error = errorIn(values, { secrets, production, publicUrl, seedDemo });
  if (error !== undefined) throw new ConfigError(error);
  const { JWT_SECRET: _, ...rest } = values;
  return {
    ...rest,
    PUBLIC_URL: publicUrl,
    STT_PROVIDER: values.STT_PROVIDER ?? "deepgram",
    SEED_DEMO: seedDemo,
    API_DOCS: values.API_DOCS ?? !production,
    SOURCE_MAPS: values.SOURCE_MAPS ?? !production,
    secrets,
    production,
    secure: new URL(publicUrl).protocol === "https:",
    allowedOrigins: allowedOrigins(publicUrl, values.PORT, production),
  };
}

/** Outside production, a loopback PUBLIC_URL allows all names of the loopback address. */
function allowedOrigins(publicUrl: string, listeningPort: number, production: boolean): string[] {
  const own = new URL(publicUrl);
  if (production || !isLoopback(own.hostname)) return [own.origin];
  const ports = new Set([own.port, String(listeningPort)]);
  const local = [...ports].flatMap((at) => ownHosts.map((host) => `http://${host}${at ? `:${at}` : ""}`));
  return [...new Set([own.origin, ...local])];
}
