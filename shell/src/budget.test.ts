/** @jest-environment node */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import * as contracts from "@souffleur/contracts";
import { bundleBudgets, Release } from "@souffleur/contracts";

/** In kilobytes of 1000 bytes, gzipped as a server without brotli sends them. */
const loginScripts = 260;
const budgetOf = (name: string) => bundleBudgets[name] ?? bundleBudgets.remote;

const workspace = path.join(__dirname, "../..");
const html = readFileSync(path.join(workspace, "shell/dist/index.html"), "utf8");

function kilobytes(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0) / 1000;
}

/** What the page itself asks for. */
function shellFiles(extension: string): string[] {
  const asked = [...html.matchAll(/(?:src|href)="?\/(assets\/[^" >]+)/g)].map(([, file]) => file ?? "");
  return asked
    .filter((file) => file.endsWith(extension))
    .map((file) => path.join(workspace, "shell/dist", file));
}

/** What a remote's screens ask for before they are shown. */
function remoteFiles(name: string) {
  const folder = path.join(workspace, name, "dist");
  const release = Release.parse(JSON.parse(readFileSync(path.join(folder, "release.json"), "utf8")));
  const inFolder = (file: string) => path.join(folder, file);
  return {
    scripts: [release.entry, ...release.scripts].map(inFolder),
    styles: release.styles.map(inFolder),
  };
}

const remotes = readdirSync(workspace).filter((name) => name.startsWith("mfe-"));

test("the first JavaScript of /login is within 260 kB", () => {
  const files = [...shellFiles(".js"), ...remoteFiles("mfe-auth").scripts];
  // The shell's one script, and the remote's.
  expect(files.length).toBe(2);
  expect(kilobytes(files)).toBeLessThanOrEqual(loginScripts);
});

test.each(remotes)("the scripts of %s are within their budget", (name) => {
  expect(kilobytes(remoteFiles(name).scripts)).toBeLessThanOrEqual(budgetOf(name).scripts);
});

test.each(remotes)("the stylesheets of a page with %s are within 15 kB", (name) => {
  expect(kilobytes([...shellFiles(".css"), ...remoteFiles(name).styles])).toBeLessThanOrEqual(
    budgetOf(name).styles,
  );
});

test("a screen loads one script and one style besides the shell's, with charts one more", () => {
  for (const name of remotes) {
    const { scripts, styles } = remoteFiles(name);
    expect(scripts.length).toBe(name === "mfe-analytics" ? 2 : 1);
    expect(styles.length).toBe(1);
  }
});

test("the shell's script holds nothing that describes calls to the API's readers alone", () => {
  const [file = ""] = shellFiles(".js");
  const script = readFileSync(file, "utf8");
  // The call itself is there.
  expect(script).toContain(contracts.login.path);
  for (const value of Object.values(contracts)) {
    if (typeof value !== "object" || !("summary" in value)) continue;
    expect(script).not.toContain(value.summary);
    expect(script).not.toContain(`tag:"${value.tag}"`);
  }
  expect(script).not.toMatch(/refusals:\["|limit:"|example:\{(params|query|body)/);
});
