import { readConfig } from "./config.ts";

const secret = "0123456789abcdef-a-secret-for-tests-alone";
/** What a start in production demands, and nothing else. */
const production = {
  NODE_ENV: "production",
  JWT_SECRET: secret,
  SMTP_URL: "smtps://mail.company.example",
  PUBLIC_URL: "https://souffleur.company.example",
};

test("production takes what it demands, seeds nothing and trusts one origin", () => {
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
  ["a short secret", { JWT_SECRET: "short" }, "JWT_SECRET holds a secret that is too short"],
  ["a regular secret", { JWT_SECRET: "ab".repeat(40) }, "JWT_SECRET holds a secret that is too short"],
  ["a short one beside a good one", { JWT_SECRET: `${secret},short` }, "JWT_SECRET holds a secret"],
  ["demonstration accounts", { SEED_DEMO: "true" }, 'SEED_DEMO holds "true"'],
  ["the development mailbox", { SMTP_URL: "" }, "SMTP_URL is not set"],
  ["an address without TLS", { PUBLIC_URL: "http://souffleur.company.example" }, "may hold an https address"],
])("production refuses %s in one line", (_what, over, message) => {
  expect(() => readConfig({ ...production, ...over })).toThrow(message);
});

test("a trial on one machine needs no TLS, and outside production nothing has to be set", () => {
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

test("a wrong value is named with what it holds, a secret and an address's password never", () => {
  const refusal = (env: Record<string, string>) => {
    try {
      readConfig(env);
    } catch (error) {
      return (error as Error).message;
    }
    throw new Error("it was taken");
  };
  expect(refusal({ PORT: "many" })).toBe('PORT holds "many"; it may hold a port from 0 to 65535.');
  expect(refusal({ MONGODB_URI: "mysql://root:hidden@db" })).toContain('MONGODB_URI holds "mysql://…@db"');
  expect(refusal({ ADMIN_EMAIL: "root@company.example" })).toContain("ADMIN_PASSWORD is not set");
  for (const name of ["METRICS_TOKEN", "RELEASES_TOKEN"]) {
    expect(refusal({ [name]: "hidden" })).toContain(`${name} holds a value that does not fit`);
    expect(refusal({ [name]: "hidden" })).not.toContain("hidden");
  }
});
