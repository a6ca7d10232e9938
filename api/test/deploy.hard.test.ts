import { cpSync, existsSync, readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { readConfig } from "../src/config.ts";
import { endpoints } from "../src/openapi/endpoints.ts";
import { startApp } from "../testing/app.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { root, run } from "../tools/run-step.mjs";
import { allBundles } from "../tools/workspace.ts";

const read = (name: string) => readFileSync(join(root, "api/deploy", name), "utf8");

interface Service {
  build?: { context: string; dockerfile: string; target: string };
  environment?: Record<string, string>;
  env_file?: unknown;
  volumes?: string[];
  depends_on?: Record<string, unknown>;
}
interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, null>;
}

/** Substitutes variables as compose does, in an environment with the required ones only. */
function filledIn(environment: Record<string, string>): Record<string, string> {
  const given: Record<string, string> = {
    JWT_SECRET: "0123456789abcdef0123456789abcdef",
    SMTP_URL: "smtps://mail.example.com",
  };
  const fill = (value: string) =>
    value.replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_all, name: string, kind: string, other: string) => {
      const filled = given[name] ?? (kind === "-" ? other : undefined);
      if (filled === undefined) throw new Error(`${name} is required`);
      return filled;
    });
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fill(value)]));
}

describe("the deployment", () => {
  const { services, volumes } = parse(read("compose.yaml")) as Compose;
  const dockerfile = read("Dockerfile");
  const operations = read("../docs/operations.md");

  test("gives the API an environment that is valid in production, with existing variables only", () => {
    const environment = filledIn(services.api?.environment ?? {});
    const config = readConfig({ NODE_ENV: "production", ...environment });
    expect(config.allowedOrigins).toEqual(["http://localhost:8080"]);
    expect(Object.keys(environment).filter((name) => name !== "JWT_SECRET" && !(name in config))).toEqual([]);
    expect(services.api?.env_file).toEqual([{ path: ".env", required: false }]);
  });

  test("lets the largest request of the contracts through nginx", () => {
    const largest = Math.max(...endpoints().map(([, { bodyBytes = 0 }]) => bodyBytes));
    expect(largest).toBeGreaterThan(1024 * 1024);
    const [, megabytes] = /client_max_body_size (\d+)m;/.exec(read("nginx.conf")) ?? [];
    expect(Number(megabytes) * 1024 * 1024).toBeGreaterThanOrEqual(largest);
  });

  test("names only services, volumes and images that exist", () => {
    for (const { depends_on = {}, volumes: mounted = [], build } of Object.values(services)) {
      for (const name of Object.keys(depends_on)) expect(Object.keys(services)).toContain(name);
      for (const mount of mounted) {
        const [from = ""] = mount.split(":");
        if (from.startsWith("./")) expect(existsSync(join(root, "api/deploy", from))).toBe(true);
        else expect(Object.keys(volumes)).toContain(from);
      }
      if (!build) continue;
      expect(resolve(root, "api/deploy", build.context)).toBe(root);
      expect(existsSync(join(root, build.dockerfile))).toBe(true);
      expect(dockerfile).toMatch(new RegExp(`^FROM \\S+ AS ${build.target}$`, "m"));
    }
  });

  test("copies only files that exist, and the bundles of every package", async () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, from = ""]) =>
      from.split(" "),
    );
    for (const path of copied) expect([path, existsSync(join(root, path))]).toEqual([path, true]);
    const [, places = ""] = /cp -r --parents (.+) \/browser$/m.exec(dockerfile) ?? [];
    const { output } = await run("sh", ["-c", `ls -d ${places}`]);
    expect(output.split("\n").sort()).toEqual(
      allBundles()
        .map((name) => `${name}/dist`)
        .sort(),
    );
    expect(dockerfile).toContain("COPY --from=build /browser ./\n");
  });

  test("runs the product's commands with the files of the image", async () => {
    expect(dockerfile).toContain("COPY --from=build /app/api/dist api/dist\n");
    const image = temporaryFolder();
    cpSync(join(root, "api/dist"), join(image, "api/dist"), { recursive: true });
    cpSync(join(root, "api/package.json"), join(image, "api/package.json"));
    symlinkSync(join(root, "api/node_modules"), join(image, "api/node_modules"));
    const [, args = ""] = /node (api\/dist\/tools\S+ .*) api\/commands\//.exec(operations) ?? [];
    const ended = await run(process.execPath, [...args.split(" "), "api/commands/telephony-check"], {
      cwd: image,
    });
    expect(ended).toMatchObject({ code: 2, output: expect.stringMatching(/^No PBX is configured/) });
  });

  test("sends metrics to a caller with the token, and shows only existing ones in Grafana", async () => {
    const token = "a-token-for-metrics-in-a-test";
    const api = await startApp({ env: { REDIS_URL: "redis://127.0.0.1:9", METRICS_TOKEN: token } });
    const known: string = (await api.request("GET", "/metrics", { token })).body;
    // A forwarded address is never a loopback one.
    for (const wrong of [undefined, "another-token-for-metrics"])
      expect((await api.request("GET", "/metrics", { token: wrong })).body.code).toBe("FORBIDDEN");
    await api.close();
    const shown = [...read("grafana-dashboard.json").matchAll(/\b((?:souffleur|nodejs|process)_\w+)/g)];
    const names = new Set(shown.map(([name]) => name.replace(/_(bucket|count)$/, "")));
    expect(names.size).toBeGreaterThan(20);
    const ofTelephony = /^souffleur_(asterisk|phone|media|recognizer_streams|recognizer_lost)/;
    const unknown = [...names].filter((name) => !known.includes(`# TYPE ${name} `));
    // Telephony registers its metrics only if there is a PBX.
    expect(unknown.filter((name) => !ofTelephony.test(name))).toEqual([]);
  });
});
