import { readConfig } from "./config.ts";

const secret = "0123456789abcdef-a-secret-for-tests-alone";
/** The variables that production requires. */
const production = {
  NODE_ENV: "production",
  JWT_SECRET: secret,
  SMTP_URL: "smtps://mail.company.example",
  PUBLIC_URL: "https://souffleur.company.example",
};

test("production starts with the required variables, seeds nothing and trusts one origin", () => {
  const config = readConfig({ ...production, MAIL_FROM: "" });
  expect(config).toMatchObject({
    production: true,
    SEED_DEMO: false,
    HOST: "127.0.0.1",
    secrets: [secret],
    allowedOrigins: [production.PUBLIC_URL],
  });
  expect(config.MAIL_FROM).toContain("no-reply@");
});

test.each([
  ["no secret", { JWT_SECRET: "" }, "JWT_SECRET is not set"],
  ["a short secret", { JWT_SECRET: "short" }, "JWT_SECRET is set to a secret that is too short"],
  ["a regular secret", { JWT_SECRET: "ab".repeat(40) }, "JWT_SECRET is set to a secret that is too short"],
  ["a short one beside a good one", { JWT_SECRET: `${secret},short` }, "JWT_SECRET is set to a secret"],
  ["demonstration accounts", { SEED_DEMO: "true" }, 'SEED_DEMO is set to "true"'],
  ["the development mailbox", { SMTP_URL: "" }, "SMTP_URL is not set"],
  ["an address without TLS", { PUBLIC_URL: "http://souffleur.company.example" }, "must be an https address"],
])("production refuses %s in one line", (_what, over, message) => {
  expect(() => readConfig({ ...production, ...over })).toThrow(message);
});

test("production on localhost needs no TLS, and outside production no variable is required", () => {
  expect(readConfig({ ...production, PUBLIC_URL: "http://localhost:8080" }).production).toBe(true);
  const config = readConfig({});
  expect(config).toMatchObject({ production: false, SEED_DEMO: true, PORT: 3000, secrets: [] });
  expect(config.allowedOrigins).toEqual(
    expect.arrayContaining(["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"]),
  );
  expect(readConfig({ ADMIN_EMAIL: "root@company.example", ADMIN_PASSWORD: "long enough 1" }).SEED_DEMO).toBe(
    false,
  );
});

const everyone = { HOST: "0.0.0.0" };
const published = { PUBLIC_URL: "https://souffleur.company.example" };
const closed = { SEED_DEMO: "false", SMTP_URL: "smtps://mail.company.example" };

test.each([
  [
    everyone,
    'HOST is set to "0.0.0.0"; with the demonstration accounts and the development mailbox it must be',
  ],
  [{ HOST: "::" }, 'HOST is set to "::"'],
  [{ HOST: "10.1.2.3" }, 'HOST is set to "10.1.2.3"'],
  [{ HOST: "127.evil.example" }, "HOST is set to"],
  [
    published,
    'PUBLIC_URL is set to "https://souffleur.company.example"; with the demonstration accounts and',
  ],
  [{ PUBLIC_URL: "http://localhost.evil.example" }, "PUBLIC_URL is set to"],
  [{ PUBLIC_URL: "http://localhost@evil.example" }, "PUBLIC_URL is set to"],
  [{ ...everyone, ...published }, "set NODE_ENV=production, or SEED_DEMO=false and SMTP_URL."],
  [{ ...everyone, SEED_DEMO: "false" }, "with the development mailbox it must be"],
  [{ ...published, SMTP_URL: closed.SMTP_URL }, "with the demonstration accounts it must be"],
  [{ ...everyone, ...closed, SEED_DEMO: "true" }, "with the demonstration accounts it must be"],
])(
  "without NODE_ENV=production, settings that let anybody in require a loopback address: %j",
  (env, message) => {
    expect(() => readConfig(env)).toThrow(message);
    expect(() => readConfig({ ...env, NODE_ENV: "test" })).toThrow(message);
  },
);

test("outside production, other machines may reach a server without those settings, and it trusts one origin", () => {
  const config = readConfig({ ...everyone, ...published, ...closed });
  expect(config).toMatchObject({ HOST: "0.0.0.0", production: false, secure: true });
  expect(config.allowedOrigins).toEqual([published.PUBLIC_URL]);
  for (const HOST of ["localhost", "127.0.0.1", "127.0.0.2", "::1"])
    expect(readConfig({ HOST, PUBLIC_URL: "https://127.0.0.1:8443" })).toMatchObject({ SEED_DEMO: true });
});

test("the API's description and the source maps are served outside production, and in it where they are set", () => {
  expect(readConfig({})).toMatchObject({ API_DOCS: true, SOURCE_MAPS: true });
  expect(readConfig(production)).toMatchObject({ API_DOCS: false, SOURCE_MAPS: false });
  for (const name of ["API_DOCS", "SOURCE_MAPS"] as const) {
    expect(readConfig({ ...production, [name]: "true" })[name]).toBe(true);
    expect(readConfig({ [name]: "false" })[name]).toBe(false);
    expect(() => readConfig({ [name]: "yes" })).toThrow(`${name} is set to "yes"; it must be true or false.`);
  }
});

test("cookies require https where the public address is https, in production or not", () => {
  expect(readConfig(production).secure).toBe(true);
  expect(readConfig({ ...production, PUBLIC_URL: "http://localhost:8080" }).secure).toBe(false);
  expect(readConfig({ PUBLIC_URL: "https://localhost:8443" }).secure).toBe(true);
  expect(readConfig({}).secure).toBe(false);
});

test("the error for a wrong value shows it, but no secret and no password of an address", () => {
  const refusal = (env: Record<string, string>) => {
    try {
      readConfig(env);
    } catch (error) {
      return (error as Error).message;
    }
    throw new Error("it was accepted");
  };
  for (const PORT of ["many", "70000", "1.5"])
    expect(refusal({ PORT })).toBe(`PORT is set to "${PORT}"; it must be a port from 0 to 65535.`);
  expect(refusal({ MONGODB_URI: "mysql://root:hidden@db" })).toMatch(
    /^MONGODB_URI is set to an address that does not fit \(not shown, [^:]*\); it must be a mongodb:\/\/ or/,
  );
  expect(refusal({ ADMIN_EMAIL: "root@company.example" })).toContain("ADMIN_PASSWORD is not set");
  for (const TERMS_URL of ["lumiere.example/terms", "javascript:alert(1)", "https://a b"])
    expect(refusal({ TERMS_URL })).toContain("it must be an http or https address without user and password");
  for (const name of ["METRICS_TOKEN", "RELEASES_TOKEN"]) {
    expect(refusal({ [name]: "hidden" })).toContain(`${name} is set to a value that does not fit`);
    expect(refusal({ [name]: "hidden" })).not.toContain("hidden");
  }
});
