import { createServer, type Socket } from "node:net";
import { Writable } from "node:stream";
import fc from "fast-check";
import { Redis } from "ioredis";
import mongoose from "mongoose";
import { parseConnectionUrl } from "nodemailer/lib/shared";
import { until } from "../../testing/app.ts";
import { listen } from "../../tools/network.ts";
import { ConfigError, readConfig } from "../config.ts";
import { createLogger } from "../http/logger.ts";
import { createMetrics } from "../http/metrics.ts";
import { connectRedis } from "../redis/redis-link.ts";
import { createCensor } from "./censor.ts";
import { Environment } from "./environment.ts";

const names = Object.keys(Environment.shape) as (keyof Environment)[];

/** The line that the start prints, or undefined where it starts. */
function refusalOf(env: Record<string, string>): string | undefined {
  try {
    readConfig(env);
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof ConfigError)) throw thrown;
    return thrown.message;
  }
}

const password = fc
  .string({ minLength: 8, maxLength: 20, unit: "grapheme" })
  .filter((text) => /^\S+$/.test(text));
const secret = password.map((text) => `sEcRe${text}T`);
const addresses = ["MONGODB_URI", "REDIS_URL", "SMTP_URL"] as const;
const schemes = { MONGODB_URI: "mongodb", REDIS_URL: "redis", SMTP_URL: "smtp" };

/** What the library that uses the address signs in with. */
function credentials(
  name: (typeof addresses)[number],
  url: string,
): [string | undefined, string | undefined] {
  if (name === "MONGODB_URI") {
    const { credentials: used } = new mongoose.mongo.MongoClient(url).options;
    return [used?.username, used?.password];
  }
  if (name === "REDIS_URL") {
    const { username, password: used } = new Redis(url, { lazyConnect: true }).options;
    return [username ?? undefined, used ?? undefined];
  }
  const { auth } = parseConnectionUrl(url);
  return [auth?.user, auth && "pass" in auth ? auth.pass : undefined];
}

describe("settings", () => {
  test("whatever a variable holds, the start accepts it or says why in one line that names it", () => {
    const anything = fc.oneof(
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.emailAddress(),
      fc.constantFrom(
        " ",
        "\n",
        "0x50",
        "1e3",
        "-1",
        "://",
        "smtp://",
        "redis://:6379",
        "mongodb://@",
        "%",
        "a\nb",
      ),
      fc
        .tuple(fc.constantFrom("smtp", "redis", "mongodb", "https"), fc.string({ maxLength: 40 }))
        .map((all) => all.join("://")),
    );
    fc.assert(
      fc.property(fc.constantFrom(...names), anything, (name, value) => {
        const line = refusalOf({ NODE_ENV: "test", [name]: value });
        if (line === undefined) return;
        expect(line).toMatch(/^[A-Z_]+ [^\p{Cc}\u2028\u2029]+\.$/u);
        expect(line.length).toBeLessThan(700);
      }),
      { numRuns: 1000 },
    );
  });

  test.each(addresses)(
    "%s is used with the very password that it holds, or refused without a part of it",
    (name) => {
      fc.assert(
        fc.property(secret, fc.boolean(), fc.constantFrom("", "/1", "?x=1", "/#"), (raw, isEncoded, rest) => {
          const written = isEncoded ? encodeURIComponent(raw) : raw;
          const url = `${schemes[name]}://ann:${written}@db.example${rest}`;
          const line = refusalOf({ [name]: url });
          if (line === undefined) {
            const [user, used] = credentials(name, url);
            expect(user).toBe("ann");
            expect([raw, decodeURIComponent(written.replace(/%(?![\da-f]{2})/gi, "%25"))]).toContain(used);
          } else {
            expect(line).toMatch(
              new RegExp(`^${name} is set to an address that does not fit \\(not shown.*%23`),
            );
            expect(line).not.toContain("sEcRe");
            expect(isEncoded && rest === "").toBe(false);
          }
        }),
        { numRuns: 300 },
      );
    },
  );

  test.each(addresses)("%s with a password that would be taken for something else is refused", (name) => {
    for (const sign of ["#", "/", "?", "%", "%zz"]) {
      for (const part of ["sEcRe", "27017", ""]) {
        const line = refusalOf({ [name]: `${schemes[name]}://ann:${part}${sign}word@db.example` });
        expect(line).toMatch(new RegExp(`^${name} is set to .* percent-encoded \\(# as %23`));
        expect(line).not.toMatch(/sEcRe|word@/);
      }
    }
  });

  test.each([
    [
      "SMTP_URL",
      [
        "smtp://:587",
        "smtp://",
        "smtp://h:0",
        "smtp://h:99999",
        "smtp://h/path",
        "smtp://h?logger=true",
        "smtp://h x",
        "smtp://ann@h",
        "smtp://ann:@h",
        "smtp://:word@h",
        "smtp://ann:a%00b@h",
        "smtp://one,other",
        "smtp://::1",
      ],
    ],
    [
      "REDIS_URL",
      [
        "redis://",
        "redis:///3",
        "redis://:6379",
        "redis://h/three",
        "redis://h/1/2",
        "redis://h?tls=true",
        "redis://ann@h",
        "redis://ann:@h",
        "redis://one,other",
        "redis+sentinel://h",
        "redis://::1",
        "redis://h:65536",
      ],
    ],
    [
      "MONGODB_URI",
      [
        "mongodb://",
        "mongodb://:27017",
        "mongodb://h:0x",
        "mongodb://h:99999",
        "mongodb://h/?foo=1",
        "mongodb://one,",
        "mongodb://,other",
        "mongodb://one,,other",
        "mongodb://::1",
        "mongodb://h/?w=0",
        "mongodb+srv://one.example.com,other.example.com",
      ],
    ],
    [
      "PUBLIC_URL",
      [
        "https://h/souffleur",
        "https://u:p@h",
        "https://u@h",
        "https://h?a=1",
        "https://h/#a",
        "ftp://h",
        "h",
        "//h",
      ],
    ],
    ["LLM_BASE_URL", ["http://u:p@h/v1", "http://h/v1?key=1", "h:80"]],
    ["DEEPGRAM_URL", ["https://token@h", "wss://h"]],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", ["collector:4317", "http://u:p@collector"]],
    [
      "MAIL_FROM",
      [
        "Souffleur",
        "Souffleur <>",
        "<@h>",
        "a@",
        "a@b, c@d",
        "S <a@b> <c@d>",
        "G: a@b;",
        "a@-",
        "ü@b.example",
        "a..b@c.example",
        "a@127.0.0.1",
        "S <a@b>\r\nBcc: c@d",
      ],
    ],
    ["PORT", [" ", "0x50", "1e3", "-1", "80.5"]],
    ["TRUST_PROXY", [" ", "true", "17"]],
    ["LLM_API_KEY", ["key\n", " key", "clé"]],
    ["METRICS_TOKEN", ["sixteen characters", "éééééééééééééééé"]],
    ["ASTERISK_ARI_USER", ["a:b", " ", "a\n"]],
    ["ADMIN_EMAIL", [" ", "ann", "ann@localhost", "a@127.0.0.1", "Ann <a@b.example>"]],
  ] as const)("%s is refused in one line where it holds what cannot work", (name, values) => {
    const others = name === "LLM_BASE_URL" ? { LLM_MODEL: "m" } : {};
    for (const value of values)
      expect([value, refusalOf({ ...others, [name]: value })]).toEqual([
        value,
        expect.stringMatching(`^${name} .*\\.$`),
      ]);
  });

  const free = [
    "HOST",
    "DATA_DIR",
    "STT_MODEL",
    "LLM_MODEL",
    "ASTERISK_ARI_PASSWORD",
    "ASTERISK_ORGANIZATION",
    "ADMIN_PASSWORD",
  ];
  test.each(free)("%s may hold anything, but not what a file adds at its ends", (name) => {
    const others = { ADMIN_EMAIL: "a@b.example", ADMIN_PASSWORD: "Rideau-Rouge-77" };
    const ends = fc.constantFrom(" ", "\n", "\r\n", "\t", "\u00a0", "\ufeff");
    const word = fc
      .string({ unit: "grapheme-ascii", minLength: 12, maxLength: 30 })
      .filter((text) => /^\S+$/.test(text));
    fc.assert(
      fc.property(word, ends, fc.boolean(), (text, end, isFirst) => {
        const value = isFirst ? end + text : text + end;
        expect(refusalOf({ ...others, NODE_ENV: "test", [name]: value })).toMatch(
          new RegExp(`^${name} is set to`),
        );
        if (name !== "HOST") expect(refusalOf({ ...others, NODE_ENV: "test", [name]: text })).toBeUndefined();
      }),
    );
    expect(refusalOf({ ...others, [name]: "            " })).toMatch(new RegExp(`^${name} is set to`));
  });

  test("HOST may have the brackets that an address with a port needs", () => {
    expect(readConfig({ HOST: "[::1]" }).HOST).toBe("::1");
  });

  test.each([
    [
      "SMTP_URL",
      [
        "smtp://localhost",
        "smtps://ann%40b:p%23%25%2F@mail.example:465",
        "smtp://[::1]:25",
        "smtps://h?tls.rejectUnauthorized=false",
      ],
    ],
    ["REDIS_URL", ["redis://h", "rediss://:p%23@h:6380/3", "redis://[::1]?family=6"]],
    ["MONGODB_URI", ["mongodb://a,b:27018/x?replicaSet=rs0", "mongodb+srv://u:p%40@h.example.com/"]],
    ["MAIL_FROM", ["a@localhost", "S <a@b.example>", '"S, Inc." <a@b>', "Équipe <a@bücher.example>"]],
    ["LLM_BASE_URL", ["http://127.0.0.1:11434/v1/"]],
  ] as const)("%s starts with what works", (name, values) => {
    for (const value of values)
      expect([value, refusalOf({ LLM_MODEL: "m", [name]: value })]).toEqual([value, undefined]);
  });

  test("PUBLIC_URL is an origin, however it is written", () => {
    for (const value of ["http://LOCALHOST:3000", "http://localhost:3000/"])
      expect(readConfig({ PUBLIC_URL: value }).PUBLIC_URL).toBe("http://localhost:3000");
  });
});

describe("at run time", () => {
  const env = {
    REDIS_URL: "redis://ann:s3cret%23word@127.0.0.1",
    JWT_SECRET: "1234567890",
    ASTERISK_ARI_USER: "ari",
    ASTERISK_ARI_PASSWORD: "pbx-s3cret",
  };
  const record = () => {
    const lines: string[] = [];
    const destination = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    return { lines, log: createLogger("trace", destination, createCensor(env)) };
  };

  test("a log line has no secret of the configuration, whoever quotes it, and stays JSON", () => {
    const { lines, log } = record();
    const cause = Object.assign(new Error("AUTH s3cret#word"), { command: { name: "auth", args: ["pw1"] } });
    log.error({ err: new Error(`cannot parse ${env.REDIS_URL}`, { cause }), n: 1234567890 }, "s3cret%23word");
    expect(lines.join("")).not.toMatch(/s3cret|pw1/);
    expect(JSON.parse(lines.join(""))).toMatchObject({
      level: 50,
      msg: "…",
      err: { message: expect.any(String) },
    });
  });

  test("a log line has no sign-in as SMTP and HTTP send it, when a server quotes it", () => {
    const { lines, log } = record();
    for (const signIn of ["\0ann\0s3cret#word", "s3cret#word", "ari:pbx-s3cret", "pbx-s3cret"])
      log.warn({ err: new Error(`535 what is "AUTH ${Buffer.from(signIn).toString("base64")}"?`) }, "no");
    expect(lines).toHaveLength(4);
    for (const line of lines) expect(JSON.parse(line).err.message).toBe('535 what is "AUTH …"?');
  });

  test("a Redis that refuses or garbles the sign-in makes no password appear, however short", async () => {
    const sockets: Socket[] = [];
    for (const answer of ["-WRONGPASS invalid username-password pair\r\n", "-ERR unknown 'AUTH pw1'\r\n"]) {
      const server = createServer((socket) => {
        sockets.push(socket);
        socket.on("error", () => {}).on("data", () => socket.write(answer.replace("pw1", "…")));
      });
      const port = await listen(server);
      const { lines, log } = record();
      const link = connectRedis(`redis://ann:pw1@127.0.0.1:${port}`, log, createMetrics());
      await until(async () => lines.length > 0);
      link.close();
      for (const socket of sockets) socket.destroy();
      server.close();
      expect(lines.join("")).toContain("Redis is away");
      expect(lines.join("")).not.toContain("pw1");
    }
  });
});
