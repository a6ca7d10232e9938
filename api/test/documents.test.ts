import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Capability, limits, may, Role } from "@souffleur/contracts";
import { root } from "../tools/run-step.mjs";

function tracked(...patterns: string[]): string[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", ...patterns];
  return execFileSync("git", args, { cwd: root, encoding: "utf8" })
    .split("\n")
    .filter((name) => name !== "" && existsSync(join(root, name)));
}
const documents = tracked("*.md");
const read = (name: string) => readFileSync(join(root, name), "utf8");

/** The anchors of a page's headings. */
function anchors(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, "")
      .replaceAll(" ", "-"),
  );
}

describe("the documents", () => {
  test("link only to files and headings that exist", () => {
    const broken = documents.flatMap((name) =>
      [...read(name).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
        ([link, path = "", anchor]) => {
          const target = path === "" ? name : join(dirname(name), path);
          if (!existsSync(join(root, target))) return [`${name}: ${link}`];
          return anchor === undefined || anchors(read(target)).includes(anchor) ? [] : [`${name}: ${link}`];
        },
      ),
    );
    expect(documents).toContain("README.md");
    expect(broken).toEqual([]);
  });

  test("show only pictures that are compared with the screens", () => {
    const compared = read(tracked("shell/e2e/visual*.spec.ts")[0] ?? "");
    const shown = documents.flatMap((name) =>
      [...read(name).matchAll(/!\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, path = ""]) => join(dirname(name), path)),
    );
    const isCompared = (picture: string) =>
      dirname(picture) === "shell/e2e/pictures" && compared.includes(`name: "${basename(picture, ".png")}"`);
    expect(shown).not.toEqual([]);
    expect(shown.filter((picture) => !isCompared(picture))).toEqual([]);
    expect(tracked("*.png").filter((picture) => !isCompared(picture))).toEqual([]);
  });

  test("name only commands that package.json has", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const named = documents.flatMap((name) =>
      [...read(name).matchAll(/\bnpm (?:run )?([a-z][\w:-]*)/g)].map(([, command = ""]) => command),
    );
    const unknown = named.filter(
      (command) => !(command in scripts) && !["install", "pack"].includes(command),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(unknown).toEqual([]);
  });

  test("name only benchmarks that exist", () => {
    const names = tracked("api/bench/*.bench.ts").map((file) => file.slice("api/bench/".length));
    const named = documents.flatMap((name) =>
      [...read(name).matchAll(/npm run bench -- ([a-z -]+)`/g)].flatMap(([, list = ""]) => list.split(" ")),
    );
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((one) => !names.some((file) => file.startsWith(one)))).toEqual([]);
  });

  test("name only project files that exist", () => {
    const missing = documents.flatMap((name) =>
      [...read(name).matchAll(/`((?:api|shell|shared-ui|mfe-[a-z-]+)\/[\w./-]+\.\w+)`/g)].flatMap(
        ([, path = ""]) => (existsSync(join(root, path)) ? [] : [`${name}: ${path}`]),
      ),
    );
    expect(missing).toEqual([]);
  });

  /** What stands in backquotes, without blocks of code. */
  const quoted = (name: string) =>
    [
      ...read(name)
        .replace(/```.*?```/gs, "")
        .matchAll(/`([^`\n]+)`/g),
    ].map(([, text = ""]) => text);
  const sources = tracked(
    "*.ts",
    "*.tsx",
    "*.mts",
    "*.mjs",
    "*.cjs",
    "*.css",
    "*.json",
    "*.yml",
    "*.yaml",
    "api/deploy",
  )
    .map(read)
    .join("\n");

  test("name only files and symbols that the sources have", () => {
    const files = tracked();
    const words = new Set(sources.match(/[A-Za-z_$][\w$]*/g));
    /** Names of npm, webpack and Module Federation. */
    const foreign = ["bundleDependencies", "extractUrlAndGlobal", "mf-manifest.json"];
    const unknown = documents.flatMap((name) =>
      quoted(name).flatMap((text) => {
        if (/^[\w./-]+\.(?:tsx?|[mc]js|mts|css|json|yml)$/.test(text)) {
          if (foreign.includes(text)) return [];
          const isWritten = sources.includes(text.split("/").at(-1) ?? text);
          return isWritten || files.some((file) => `/${file}`.endsWith(`/${text}`))
            ? []
            : [`${name}: ${text}`];
        }
        const symbols = text.match(/(?<![\w.-])(?:[a-z]+|[A-Z][a-z]+)[A-Z]\w*/g) ?? [];
        return symbols
          .filter((symbol) => !words.has(symbol) && !foreign.includes(symbol))
          .map((symbol) => `${name}: ${symbol}`);
      }),
    );
    expect(unknown).toEqual([]);
  });

  test("have the numbers of the limits that they name", () => {
    const named = documents.flatMap((name) =>
      [...read(name).matchAll(/([\d.]+)\s\(`limits\.(\w+)`\)/g)].map(([, number, limit = ""]) => [
        limit,
        Number(number),
      ]),
    );
    expect(named.length).toBeGreaterThan(15);
    for (const [limit, number] of named)
      expect([limit, number]).toEqual([limit, limits[limit as keyof typeof limits]]);
  });

  test("speak of numbers as people do, and name them in one table", () => {
    const [prose = "", table = ""] = read("api/docs/product.md").split("\n## The numbers\n");
    const inMs: Record<string, number> = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 };
    const rows = table.split("\n").filter((line) => /\| `\w+` \|$/.test(line));
    expect(rows.length).toBeGreaterThan(40);
    for (const row of rows) {
      const [, , figure = "", limit = ""] = row.split(/ ?\| ?/).map((cell) => cell.replaceAll("`", ""));
      expect(prose.replace(/\s+/g, " ")).toContain(` ${figure}`);
      const [number, unit = ""] = figure.split(" ");
      const ms = Number(number) * (inMs[unit.replace(/s$/, "")] ?? 1);
      const ownUnit = limit.endsWith("Seconds") ? 1000 : limit.endsWith("Days") ? 86_400_000 : 1;
      expect([limit, ms / ownUnit]).toEqual([limit, limits[limit as keyof typeof limits]]);
    }
  });

  test("have the rights of each role", () => {
    const rights: Capability[] = [
      "manageUsers",
      "viewAnalytics",
      "viewAllCalls",
      "manageSettings",
      "exportData",
      "coach",
    ];
    const table = Role.options.map((role) => {
      const cells = rights.map((right) => {
        if (may(role, right)) return "yes";
        return right === "viewAllCalls" ? "own calls" : "no";
      });
      return `| ${[role, ...cells].join(" | ")} |`;
    });
    expect(read("api/docs/product.md")).toContain(`\n${table.join("\n")}\n`);
  });

  test("name each test by which a security requirement is held unmistakably", () => {
    const named = [...read("api/docs/security.md").matchAll(/`([\w/-]+\.(?:test|spec)\.tsx?)`/g)];
    const files = tracked("*.test.ts", "*.test.tsx", "*.spec.ts");
    const unclear = named.flatMap(([, test = ""]) =>
      files.filter((file) => `/${file}`.endsWith(`/${test}`)).length === 1 ? [] : [test],
    );
    expect(named.length).toBeGreaterThan(20);
    expect(unclear).toEqual([]);
  });
});
