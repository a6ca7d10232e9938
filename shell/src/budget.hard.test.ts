/** @jest-environment node */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import * as contracts from "@souffleur/contracts";
import { Release } from "@souffleur/contracts";
import { budgetOf } from "@souffleur/contracts/remote-manifest";

/** In kilobytes of 1000 bytes, compressed by gzip as by a server without brotli; two are the commonest passwords, one the currencies. */
const loginScripts = 279.9;
/** A part of at least this size is a separate file, so that it stays in the caches. */
const heavyBytes = 200_000;

const workspace = path.join(__dirname, "../..");
const html = readFileSync(path.join(workspace, "shell/dist/index.html"), "utf8");

function kilobytes(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0) / 1000;
}

/** The files that the page itself requests. */
function shellFiles(extension: string): string[] {
  const asked = [...html.matchAll(/(?:src|href)="?\/(assets\/[^" >]+)/g)].map(([, file]) => file ?? "");
  return asked
    .filter((file) => file.endsWith(extension))
    .map((file) => path.join(workspace, "shell/dist", file));
}

/** The files that a remote's screens request before they are shown. */
function remoteFiles(name: string) {
  const folder = path.join(workspace, name, "dist");
  const described = JSON.parse(readFileSync(path.join(folder, "release.json"), "utf8"));
  const release = Release.parse(described);
  const inFolder = (file: string) => path.join(folder, file);
  return {
    scripts: [release.entry, ...release.scripts].map(inFolder),
    styles: release.styles.map(inFolder),
    budget: budgetOf(described.manifest),
  };
}

const remotes = readdirSync(workspace).filter((name) =>
  existsSync(path.join(workspace, name, "remote.json")),
);

test(`the first JavaScript of /login is within ${loginScripts} kB`, () => {
  const files = [...shellFiles(".js"), ...remoteFiles("mfe-auth").scripts];
  // The shell's one script, and the remote's.
  expect(files.length).toBe(2);
  expect(kilobytes(files)).toBeLessThanOrEqual(loginScripts);
});

test.each(remotes)("the scripts of %s are within their budget", (name) => {
  const { scripts, budget } = remoteFiles(name);
  expect(kilobytes(scripts)).toBeLessThanOrEqual(budget.scripts);
});

test.each(remotes)("the stylesheets of a page with %s are within their budget", (name) => {
  const { styles, budget } = remoteFiles(name);
  expect(kilobytes([...shellFiles(".css"), ...styles])).toBeLessThanOrEqual(budget.styles);
});

test.each(remotes)(
  "a screen of %s loads one script, at most one stylesheet, and only large parts separately",
  (name) => {
    const { scripts, styles } = remoteFiles(name);
    for (const file of scripts.slice(1)) expect(statSync(file).size).toBeGreaterThan(heavyBytes);
    expect(styles.length).toBeLessThanOrEqual(1);
  },
);

test("the shell's script does not contain the documentation of the API's endpoints", () => {
  const [file = ""] = shellFiles(".js");
  const script = readFileSync(file, "utf8");
  // The call itself is there.
  expect(script).toContain(contracts.login.path);
  for (const value of Object.values(contracts)) {
    if (typeof value !== "object" || !("summary" in value)) continue;
    expect(script).not.toContain(value.summary);
    expect(script).not.toContain(`tag:"${value.tag}"`);
  }
  expect(script).not.toMatch(/errors:\["|limit:"|example:\{(params|query|body)/);
});
