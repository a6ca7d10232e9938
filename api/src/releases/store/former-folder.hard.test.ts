import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Release } from "@souffleur/contracts";
import { contract, manifestAt, writeBuild } from "../../../testing/built-remotes.ts";
import { emptyDatabase } from "../../../testing/database/database.ts";
import { temporaryFolder } from "../../../testing/temporary-folder.ts";
import { createLogger } from "../../http/logger.ts";
import { openRegistry } from "./registry.ts";
import { toActiveRelease } from "./registry-changes.ts";

const logged: string[] = [];
const log = createLogger("info", { write: (line) => void logged.push(line) });
const week = 7 * 24 * 3_600_000;
let database: Awaited<ReturnType<typeof emptyDatabase>>;
let folder: string;

beforeEach(async () => {
  database = await emptyDatabase();
  folder = temporaryFolder();
  logged.length = 0;
});
afterEach(() => database.close());

const open = () => openRegistry(database.connection, log);

/** A release as earlier versions kept it: `public` where it was ever live. */
async function kept(name: string, content: string, isPublic: boolean): Promise<Release> {
  const build = path.join(folder, "draft");
  const manifest = manifestAt(`/${name.replace("mfe-", "")}`);
  const release = await writeBuild(build, name, `${name} ${content}`, contract, manifest);
  const at = path.join(folder, name, release.version);
  cpSync(build, at, { recursive: true });
  const used = (Date.now() - week) / 1000;
  utimesSync(at, used, used);
  mkdirSync(path.join(folder, name, "by-hash"), { recursive: true });
  for (const file of isPublic ? Object.keys(release.integrity) : [])
    cpSync(path.join(at, file), path.join(folder, name, "by-hash", file));
  return release;
}

/** A product with two releases of one remote, a canary of it and another remote that was live at an older address. */
async function formerProduct() {
  const [one, two, three] = [
    await kept("mfe-deals", "one", true),
    await kept("mfe-deals", "two", true),
    await kept("mfe-deals", "three", false),
  ];
  const other = await kept("mfe-offers", "one", false);
  const at = "2026-11-01T00:00:00.000Z";
  const change = (release: Release, kind: string) => ({
    kind,
    version: release.version,
    base: "/",
    by: "command",
    at,
  });
  const registry = {
    schema: 1,
    remotes: {
      "mfe-deals": toActiveRelease(two),
      "mfe-offers": {
        ...toActiveRelease(other),
        base: `/remotes/mfe-offers/${other.version}/`,
        manifest: undefined,
      },
    },
    canaries: { "mfe-deals": { share: 10, release: toActiveRelease(three) } },
    changes: {
      "mfe-deals": [change(three, "canary"), change(two, "activated"), change(one, "activated")],
      "mfe-offers": [change(other, "activated")],
    },
  };
  writeFileSync(path.join(folder, "remotes.json"), JSON.stringify(registry));
  writeFileSync(path.join(folder, "local-builds.json"), JSON.stringify({ "mfe-deals": one.version }));
  return { one, two, three, other };
}

/** Every file of the folder with its content's hash and its time. */
function snapshot(): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile())
    .map(
      (file) =>
        `${file} ${createHash("sha1").update(readFileSync(file)).digest("hex")} ${statSync(file).mtimeMs}`,
    )
    .sort();
}

test("the releases of an earlier version are taken over once, with what is live, and the folder is left alone", async () => {
  const { one, two, three, other } = await formerProduct();
  const before = snapshot();
  const registry = open();
  await registry.takeOver(folder);
  expect(await registry.current()).toEqual({
    schema: 1,
    remotes: { "mfe-deals": toActiveRelease(two), "mfe-offers": toActiveRelease(other) },
    canaries: { "mfe-deals": { share: 10, release: toActiveRelease(three) } },
  });
  expect(snapshot()).toEqual(before);
  expect(logged.filter((line) => line.includes("are in the database now"))).toHaveLength(1);
  // The one that is not live was used last week, and its files are still public.
  const stored = await registry.list("mfe-deals");
  expect(stored.map(({ release }) => release.version).sort()).toEqual(
    [one, two, three].map(({ version }) => version).sort(),
  );
  expect(stored.find(({ release }) => release.version === one.version)?.usedAt.getTime()).toBeLessThan(
    Date.now() - week + 60_000,
  );
  expect(await registry.hashAt("mfe-deals", one.entry)).toBe(one.integrity[one.entry]);
  // A rollback goes back into the time before, and a second start takes nothing over again.
  await registry.rollback("mfe-deals", three.version);
  await registry.rollback("mfe-deals", two.version);
  await open().takeOver(folder);
  expect((await registry.latest()).remotes["mfe-deals"]?.version).toBe(one.version);
});

test("a build that was noted there is not new to the next start", async () => {
  const { one, two } = await formerProduct();
  const registry = open();
  await registry.takeOver(folder);
  await registry.publishBuilds([path.join(folder, "mfe-deals", one.version)]);
  expect((await registry.current()).remotes["mfe-deals"]?.version).toBe(two.version);
});

test("a start that was killed half-way is continued", async () => {
  const { two } = await formerProduct();
  // As it is after one of the releases.
  const registry = open();
  await registry.publish(path.join(folder, "mfe-deals", two.version));
  await Promise.all([registry.takeOver(folder), open().takeOver(folder)]);
  expect(await registry.list("mfe-deals")).toHaveLength(3);
  expect((await registry.latest()).remotes["mfe-deals"]?.version).toBe(two.version);
  expect(await registry.hashAt("mfe-deals", two.entry)).toBe(two.integrity[two.entry]);
  expect(logged.filter((line) => line.includes("are in the database now"))).toHaveLength(1);
});

test("a damaged release is left out with a line in the log, and this machine's build takes its place", async () => {
  const { two, other } = await formerProduct();
  writeFileSync(path.join(folder, "mfe-deals", two.version, two.entry), "damaged");
  const registry = open();
  await registry.takeOver(folder);
  expect(Object.keys((await registry.current()).remotes)).toEqual([other.name]);
  expect(logged.join()).toContain("a release can't be taken over");
  const build = path.join(folder, "build");
  const { version } = await writeBuild(build, "mfe-deals", "new", contract, manifestAt("/deals"));
  await registry.publishBuilds([build]);
  expect((await registry.current()).remotes["mfe-deals"]?.version).toBe(version);
});

test("a folder without releases is nothing to take over, and one whose registry can't be read is refused", async () => {
  const registry = open();
  await registry.takeOver(path.join(folder, "nowhere"));
  await registry.takeOver(folder);
  expect(await registry.latest()).toEqual({ schema: 1, remotes: {} });
  writeFileSync(path.join(folder, "remotes.json"), "{");
  await expect(registry.takeOver(folder)).rejects.toThrow("can't be read. Fix it, or remove it");
});
