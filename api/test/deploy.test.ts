import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { readConfig } from "../src/config.ts";
import { contentTypeOf } from "../src/releases/file-types.ts";
import { startApp } from "../testing/app.ts";
import { run } from "../tools/run-step.mjs";

const root = resolve(__dirname, "../..");
const read = (name: string) => readFileSync(join(root, "api/deploy", name), "utf8");

interface Service {
  image?: string;
  build?: { context: string; dockerfile: string; target: string };
  environment?: Record<string, string>;
  volumes?: string[];
  depends_on?: Record<string, unknown>;
}
interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, null>;
}

/** As compose fills them in, from an environment that has only what it demands. */
function filledIn(environment: Record<string, string>): Record<string, string> {
  const given: Record<string, string> = {
    JWT_SECRET: "0123456789abcdef0123456789abcdef",
    SMTP_URL: "smtps://mail.example.com",
  };
  const fill = (value: string) =>
    value.replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_all, name: string, kind: string, other: string) => {
      const filled = given[name] ?? (kind === "-" ? other : undefined);
      if (filled === undefined) throw new Error(`${name} is demanded and not given`);
      return filled;
    });
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fill(value)]));
}

describe("the deployment", () => {
  const { services, volumes } = parse(read("compose.yaml")) as Compose;
  const dockerfile = read("Dockerfile");
  const operations = read("../docs/operations.md");

  test("gives the API an environment that production takes, and names of variables that there are", () => {
    const environment = filledIn(services.api?.environment ?? {});
    const config = readConfig({ NODE_ENV: "production", ...environment });
    expect(config.allowedOrigins).toEqual(["http://localhost:8080"]);
    expect(Object.keys(environment).filter((name) => name !== "JWT_SECRET" && !(name in config))).toEqual(
      Object.keys(environment).filter((name) => environment[name] === ""),
    );
  });

  test("names only services, volumes and images that there are", () => {
    for (const { depends_on = {}, volumes: mounted = [], build } of Object.values(services)) {
      for (const name of Object.keys(depends_on)) expect(Object.keys(services)).toContain(name);
      for (const mount of mounted) expect(Object.keys(volumes)).toContain(mount.split(":")[0]);
      if (!build) continue;
      expect(resolve(root, "api/deploy", build.context)).toBe(root);
      expect(existsSync(join(root, build.dockerfile))).toBe(true);
      expect(dockerfile).toMatch(new RegExp(`^FROM \\S+ AS ${build.target}$`, "m"));
    }
  });

  test("copies what there is, and what every package brings to browsers", async () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, from = ""]) =>
      from.split(" "),
    );
    for (const path of copied) expect([path, existsSync(join(root, path))]).toEqual([path, true]);
    const [, places = ""] = /cp -r --parents (.+) \/browser$/m.exec(dockerfile) ?? [];
    const { output } = await run("sh", ["-c", `ls -d ${places}`]);
    const built = readdirSync(root).filter((name) => existsSync(join(root, name, "webpack.config.cjs")));
    expect(output.split("\n").sort()).toEqual(built.map((name) => `${name}/dist`).sort());
    expect(dockerfile).toContain("COPY --from=build /browser ./\n");
  });

  test("runs the product's commands from what the image has of the API", async () => {
    expect(dockerfile).toContain("COPY --from=build /app/api/dist api/dist\n");
    const image = mkdtempSync(join(tmpdir(), "souffleur-image-"));
    cpSync(join(root, "api/dist"), join(image, "api/dist"), { recursive: true });
    cpSync(join(root, "api/package.json"), join(image, "api/package.json"));
    symlinkSync(join(root, "api/node_modules"), join(image, "api/node_modules"));
    const [, args = ""] = /node (api\/dist\/tools\S+ .*) api\/commands\//.exec(operations) ?? [];
    const ended = await run(process.execPath, [...args.split(" "), "api/commands/telephony-check"], {
      cwd: image,
    });
    rmSync(image, { recursive: true });
    expect(ended).toMatchObject({ code: 2, output: expect.stringMatching(/^No PBX is configured/) });
  });

  test("lets a plain static host run the page's own inline scripts and no other", () => {
    const page = readFileSync(join(root, "shell/dist/index.html"), "utf8");
    const inline = [...page.matchAll(/<script(?![^>]*\b(?:src|type)=)[^>]*>([\s\S]*?)<\/script>/g)];
    const hashes = inline.map(
      ([, source = ""]) => `'sha256-${createHash("sha256").update(source).digest("base64")}'`,
    );
    expect(hashes).toHaveLength(3);
    const [, sources] = /script-src 'self' ([^;]*);/.exec(read("static-host.conf")) ?? [];
    expect(sources?.split(" ")).toEqual(hashes);
  });

  test.each(["nginx.conf", "static-host.conf"])("sends files of releases from %s as the API does", (name) => {
    const location = /location ~ \^\/remotes\/.*?\n {2}\}/s.exec(read(name))?.[0] ?? "";
    const policy = /add_header Content-Security-Policy "(.*)";/.exec(location)?.[1];
    expect(policy).toBe("default-src 'none'; sandbox");
    expect(location).toContain("add_header X-Content-Type-Options nosniff;");
    expect(location).toContain("charset utf-8;\n    charset_types text/javascript text/css;");
    const [, types = ""] = /types \{(.*?)\}/s.exec(location) ?? [];
    const sent = [...types.matchAll(/(\S+) (\w+);/g)].map(([, type, kind]) => [kind, type]);
    const [, kinds = ""] = /\((?:\?:)?([\w|]+)\)/.exec(location) ?? [];
    expect(sent.map(([kind]) => kind)).toEqual(kinds.split("|"));
    for (const [kind, type] of sent) expect(contentTypeOf(`file.${kind}`)?.replace(/;.*/, "")).toBe(type);
  });

  test("shows metrics to a caller with the token, and in Grafana only those that the API has", async () => {
    const token = "a-token-for-metrics-in-a-test";
    const api = await startApp({ env: { REDIS_URL: "redis://127.0.0.1:9", METRICS_TOKEN: token } });
    const known: string = (await api.request("GET", "/metrics", { token })).body;
    // As from elsewhere: a forwarded address is never the loopback one.
    for (const wrong of [undefined, "another-token-for-metrics"])
      expect((await api.request("GET", "/metrics", { token: wrong })).body.code).toBe("FORBIDDEN");
    await api.close();
    const shown = [...read("grafana-dashboard.json").matchAll(/\b((?:souffleur|nodejs|process)_\w+)/g)];
    const names = new Set(shown.map(([name]) => name.replace(/_(bucket|count)$/, "")));
    expect(names.size).toBeGreaterThan(20);
    const ofTelephony = /^souffleur_(asterisk|phone|media|recognizer_streams|recognizer_lost)/;
    const unknown = [...names].filter((name) => !known.includes(`# TYPE ${name} `));
    // The bridge to the telephones registers its own only where there is a PBX.
    expect(unknown.filter((name) => !ofTelephony.test(name))).toEqual([]);
  });
});
