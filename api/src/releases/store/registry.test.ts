import { readdirSync, rmSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Manifest, manifestsOf } from "@souffleur/contracts";
import { contract, manifestAt, writeBuild } from "../../../testing/build-remote.ts";
import { temporaryFolder } from "../../../testing/temporary-folder.ts";
import { createLogger } from "../../http/logger.ts";
import { withPrevious } from "./previous-releases.ts";
import { openRegistry } from "./registry.ts";
import { integrityOf } from "./releases-folder.ts";

const log = createLogger("silent");
let folder: string;
let releasesDir: string;
let build: string;

beforeEach(() => {
  folder = temporaryFolder();
  releasesDir = path.join(folder, "releases");
  build = path.join(folder, "dist");
});

/** The names of the public files. */
function shared(): string[] {
  return readdirSync(path.join(releasesDir, "mfe-admin/by-hash")).sort();
}

test("before the first release the registry is empty", async () => {
  const registry = await openRegistry(releasesDir, log);
  expect(await registry.current()).toEqual({ schema: 1, remotes: {} });
});

test("a build is published whole and becomes live", async () => {
  const release = await writeBuild(build, "mfe-admin", "first");
  await writeFile(path.join(build, "notes.txt"), "not part of the release");
  const registry = await openRegistry(releasesDir, log);
  await registry.publishBuilds([build]);
  expect((await registry.current()).remotes["mfe-admin"]).toMatchObject({
    version: release.version,
    base: "/remotes/mfe-admin/by-hash/",
    entry: release.entry,
  });
  expect(readdirSync(path.join(releasesDir, "mfe-admin", release.version)).sort()).toEqual(
    [...Object.keys(release.integrity), `${release.entry}.br`, `${release.entry}.gz`, "release.json"].sort(),
  );
  expect(shared()).toEqual(
    [...Object.keys(release.integrity), `${release.entry}.br`, `${release.entry}.gz`].sort(),
  );
});

test("a release's files are public from its activation or its canary on, and not before", async () => {
  const registry = await openRegistry(releasesDir, log);
  const first = await writeBuild(build, "mfe-admin", "first");
  await registry.publish(build);
  expect(readdirSync(path.join(releasesDir, "mfe-admin"))).toEqual([first.version]);
  await registry.activate([first]);
  const second = await writeBuild(path.join(folder, "dist-2"), "mfe-admin", "second");
  await registry.publish(path.join(folder, "dist-2"));
  expect(shared()).not.toContain(second.entry);
  await registry.canary(second, 10);
  expect(shared()).toEqual(expect.arrayContaining([first.entry, second.entry]));
});

test("the next start repairs a damaged public file of a live release", async () => {
  const release = await writeBuild(build, "mfe-admin", "first");
  const registry = await openRegistry(releasesDir, log);
  await registry.publishBuilds([build]);
  const file = path.join(releasesDir, "mfe-admin/by-hash", release.entry);
  rmSync(file);
  await writeFile(file, "changed");
  await (await openRegistry(releasesDir, log)).publishBuilds([build]);
  expect(await readFile(file, "utf8")).toBe("first");
});

test("a kept version never gets another content, whether it is live or not", async () => {
  const release = await writeBuild(build, "mfe-admin", "first");
  const registry = await openRegistry(releasesDir, log);
  await registry.publishBuilds([build]);
  const other = await writeBuild(path.join(folder, "dist-2"), "mfe-admin", "second");
  const claimed = { ...other, version: release.version };
  await writeFile(path.join(folder, "dist-2/release.json"), JSON.stringify(claimed));
  await expect(registry.publish(path.join(folder, "dist-2"))).rejects.toThrow("is kept with other files");
  expect(await registry.find("mfe-admin", release.version)).toEqual(release);
  const kept = path.join(releasesDir, "mfe-admin", release.version);
  expect(await readFile(path.join(kept, release.entry), "utf8")).toBe("first");
});

test("a build with a file of a kind that is not served is refused, with the file's name", async () => {
  const release = await writeBuild(build, "mfe-admin", "first");
  const integrity = { ...release.integrity, "logo.svg": integrityOf(Buffer.from("<svg/>")) };
  await writeFile(path.join(build, "logo.svg"), "<svg/>");
  await writeFile(path.join(build, "release.json"), JSON.stringify({ ...release, integrity }));
  const registry = await openRegistry(releasesDir, log);
  await expect(registry.publish(build)).rejects.toThrow(
    `${release.version} has logo.svg; a release may have`,
  );
  expect(readdirSync(releasesDir)).toEqual([]);
});

describe("the registry for static hosts", () => {
  const liveText = () => readFile(path.join(releasesDir, "live.json"), "utf8");

  test("follows every change, without its history and accounts", async () => {
    const { registry, releases, live } = await released("one", "two");
    const by = "6a1d4c0e-0000-4000-8000-000000000000";
    await registry.rollback("mfe-admin", await live(), { by });
    expect(JSON.parse(await liveText())).toEqual(await registry.current());
    expect(JSON.parse(await liveText()).remotes["mfe-admin"].version).toBe(releases[0]?.version);
    expect(await liveText()).not.toMatch(new RegExp(`changes|${by}|${releases[1]?.version}`));
    expect(await readFile(path.join(releasesDir, "remotes.json"), "utf8")).toContain(by);
  });

  test.each([
    ["is missing", async (file: string) => rmSync(file)],
    ["was left behind by a writer that was killed", async (file: string) => writeFile(file, "{}")],
  ])("is written again at the next start where it %s", async (_what, damage) => {
    const { registry } = await released("one");
    await damage(path.join(releasesDir, "live.json"));
    await openRegistry(releasesDir, log);
    expect(JSON.parse(await liveText())).toEqual(await registry.current());
  });

  test("stays as it was where the kept one can't be read", async () => {
    await released("one");
    const before = await liveText();
    await writeFile(path.join(releasesDir, "remotes.json"), "{");
    await openRegistry(releasesDir, log);
    expect(await liveText()).toBe(before);
  });
});

test("a package that is not built is skipped", async () => {
  const registry = await openRegistry(releasesDir, log);
  await registry.publishBuilds([path.join(folder, "nowhere")]);
  expect((await registry.current()).remotes).toEqual({});
});

test("a start with the same build keeps a rollback; a new build becomes live", async () => {
  const first = await writeBuild(build, "mfe-admin", "first");
  const registry = await openRegistry(releasesDir, log);
  await registry.publishBuilds([build]);
  const second = await writeBuild(path.join(folder, "dist-2"), "mfe-admin", "second");
  await registry.publishBuilds([path.join(folder, "dist-2")]);
  await registry.activate([first]);

  const afterRestart = await openRegistry(releasesDir, log);
  await afterRestart.publishBuilds([path.join(folder, "dist-2")]);
  expect((await afterRestart.current()).remotes["mfe-admin"]?.version).toBe(first.version);
  await afterRestart.publishBuilds([build]);
  await afterRestart.publishBuilds([path.join(folder, "dist-2")]);
  expect((await afterRestart.current()).remotes["mfe-admin"]?.version).toBe(second.version);
});

test("an old build that is built again becomes live again", async () => {
  const first = await writeBuild(build, "mfe-admin", "first");
  await writeBuild(path.join(folder, "dist-2"), "mfe-admin", "second");
  const registry = await openRegistry(releasesDir, log);
  for (const folderOfBuild of [build, path.join(folder, "dist-2"), build]) {
    await registry.publishBuilds([folderOfBuild]);
  }
  expect((await registry.current()).remotes["mfe-admin"]?.version).toBe(first.version);
});

test("a build that differs from its release.json is refused without a trace, and the others go live", async () => {
  const release = await writeBuild(build, "mfe-admin", "first");
  await writeFile(path.join(build, release.entry), "changed");
  const registry = await openRegistry(releasesDir, log);
  await expect(registry.publish(build)).rejects.toThrow("differs");
  expect(readdirSync(releasesDir)).toEqual([]);
  await writeBuild(path.join(folder, "other"), "mfe-analytics", "first");
  await registry.publishBuilds([build, path.join(folder, "other")]);
  expect(Object.keys((await registry.current()).remotes)).toEqual(["mfe-analytics"]);
  expect(await registry.names()).toEqual(["mfe-analytics"]);
});

test("a release made by another process is live at once", async () => {
  const mine = await openRegistry(releasesDir, log);
  await mine.current();
  await writeBuild(build, "mfe-admin", "first");
  await (await openRegistry(releasesDir, log)).publishBuilds([build]);
  expect(Object.keys((await mine.current()).remotes)).toEqual(["mfe-admin"]);
});

test("of twenty concurrent activations none is lost", async () => {
  const names = Array.from({ length: 20 }, (_, number) => `mfe-${"abcdefghijklmnopqrst".charAt(number)}`);
  const releases = await Promise.all(
    names.map((name) => writeBuild(path.join(folder, name), name, name, contract, manifestAt(`/${name}`))),
  );
  await Promise.all(
    releases.map(async (one) => {
      const registry = await openRegistry(releasesDir, log);
      await registry.publish(path.join(folder, one.name));
      await registry.activate([one]);
    }),
  );
  const { remotes } = await (await openRegistry(releasesDir, log)).current();
  expect(Object.keys(remotes).sort()).toEqual(names);
});

test("a document that can't be read leaves the last one in force", async () => {
  await writeBuild(build, "mfe-admin", "first");
  const registry = await openRegistry(releasesDir, log);
  await registry.publishBuilds([build]);
  await registry.current();
  const document = path.join(releasesDir, "remotes.json");
  expect(JSON.parse(await readFile(document, "utf8")).schema).toBe(1);
  await writeFile(document, "{");
  expect(Object.keys((await registry.current()).remotes)).toEqual(["mfe-admin"]);
});

/** Publishes and activates builds one after the other. */
async function released(...contents: string[]) {
  const registry = await openRegistry(releasesDir, log);
  const releases = [];
  for (const content of contents) {
    const at = path.join(folder, content);
    await writeBuild(at, "mfe-admin", content);
    const release = await registry.publish(at);
    await registry.activate([release]);
    releases.push(release);
  }
  const live = async () => (await registry.current()).remotes["mfe-admin"]?.version ?? "none";
  const rollBack = async () => registry.rollback("mfe-admin", await live());
  return { registry, releases, live, rollBack };
}

test("rollbacks go back one release at a time, until there is none to go back to", async () => {
  const { releases, live, rollBack } = await released("one", "two", "three");
  await rollBack();
  expect(await live()).toBe(releases[1]?.version);
  await rollBack();
  expect(await live()).toBe(releases[0]?.version);
  await expect(rollBack()).rejects.toThrow("no earlier release");
  expect(await live()).toBe(releases[0]?.version);
});

test("a rollback of a version that is no longer live is refused and changes nothing", async () => {
  const { registry, releases, live } = await released("one", "two");
  const [first, second] = releases.map(({ version }) => version);
  await expect(registry.rollback("mfe-admin", first ?? "")).rejects.toThrow(`${first} is no longer live`);
  expect(await live()).toBe(second);
});

describe("a remote that was removed", () => {
  const manifest = manifestAt("/deals");

  async function removed() {
    const release = await writeBuild(build, "mfe-deals", "deals", contract, manifest);
    const registry = await openRegistry(releasesDir, log);
    await registry.publishBuilds([build]);
    expect(await registry.remove("mfe-deals")).toEqual({ version: release.version });
    return { registry, release };
  }

  test("stays removed at the next start, also in another build, until it is released again", async () => {
    const { registry, release } = await removed();
    await registry.publishBuilds([build]);
    await writeBuild(path.join(folder, "newer"), "mfe-deals", "newer", contract, manifest);
    await registry.publishBuilds([path.join(folder, "newer")]);
    expect((await registry.current()).remotes).toEqual({});
    await registry.activate([release]);
    expect((await registry.current()).remotes["mfe-deals"]?.version).toBe(release.version);
  });

  test("comes back with a rollback, unless another remote has its path by now", async () => {
    const { registry, release } = await removed();
    const rival = path.join(folder, "rival");
    await writeBuild(rival, "mfe-rival", "rival", contract, manifest);
    await registry.publishBuilds([rival]);
    await expect(registry.rollback("mfe-deals", release.version)).rejects.toThrow("/deals is mfe-rival's");
    await registry.remove("mfe-rival");
    await expect(registry.rollback("mfe-deals", "0000")).rejects.toThrow("mfe-deals 0000 is no longer live");
    await registry.rollback("mfe-deals", release.version);
    expect(Object.keys((await registry.current()).remotes)).toEqual(["mfe-deals"]);
  });

  test("can't be removed a second time, and a remote of the specification can't be removed at all", async () => {
    const { registry } = await removed();
    await expect(registry.remove("mfe-deals")).rejects.toThrow("No release of mfe-deals is live");
    await writeBuild(build, "mfe-analytics", "analytics");
    await registry.publishBuilds([build]);
    await expect(registry.remove("mfe-analytics")).rejects.toThrow("the specification requires its screens");
    expect(Object.keys((await registry.current()).remotes)).toEqual(["mfe-analytics"]);
  });
});

test("a rollback passes over a release whose files are gone", async () => {
  const { rollBack, releases, live } = await released("one", "two", "three");
  rmSync(path.join(releasesDir, "mfe-admin", releases[1]?.version ?? ""), { recursive: true });
  await rollBack();
  expect(await live()).toBe(releases[0]?.version);
});

test("with the fallback switched on, pages get the release that a rollback would go to", async () => {
  const { registry, releases } = await released("one", "two", "three");
  const pages = withPrevious(registry);
  const previous = async () => (await pages.current()).previous?.["mfe-admin"];
  expect(await previous()).toMatchObject({
    version: releases[1]?.version,
    base: "/remotes/mfe-admin/by-hash/",
  });
  expect(await pages.current()).toBe(await pages.current());
  await registry.rollback("mfe-admin", releases[2]?.version ?? "");
  expect(await previous()).toMatchObject({ version: releases[0]?.version });
  await registry.rollback("mfe-admin", releases[1]?.version ?? "");
  expect(await pages.current()).toEqual({ ...(await registry.current()), previous: {} });
});

test("a share of the users has a canary until it is promoted or rolled back", async () => {
  const { registry, live } = await released("one");
  await writeBuild(build, "mfe-admin", "canary");
  const canary = await registry.publish(build);
  const before = await live();
  await registry.canary(canary, 10);
  expect((await registry.current()).canaries?.["mfe-admin"]).toMatchObject({ share: 10 });
  await registry.rollback("mfe-admin", canary.version);
  expect((await registry.current()).canaries).toEqual({});
  expect(await live()).toBe(before);
  await registry.canary(canary, 10);
  await registry.promote("mfe-admin");
  expect(await live()).toBe(canary.version);
  await expect(registry.promote("mfe-admin")).rejects.toThrow("no canary");
});

test("a release with a missing or changed file is never made live", async () => {
  const { registry, releases, live } = await released("one", "two");
  const [first, second] = releases;
  if (first === undefined || second === undefined) throw new Error("no releases");
  const file = path.join(releasesDir, "mfe-admin", first.version, first.entry);
  await writeFile(file, "changed");
  await expect(registry.activate([first])).rejects.toThrow("differs");
  rmSync(file);
  await expect(registry.activate([first])).rejects.toThrow(`no file ${first.entry}`);
  expect(await live()).toBe(second.version);
});

test("publishing a damaged release again repairs it", async () => {
  const { registry, releases } = await released("one");
  const [first] = releases;
  if (first === undefined) throw new Error("no release");
  const file = path.join(releasesDir, "mfe-admin", first.version, first.entry);
  await writeFile(file, "changed");
  await registry.publish(path.join(folder, "one"));
  expect(await readFile(file, "utf8")).toBe("one");
});

test("an unchanged file keeps its address, and the files of both releases are public", async () => {
  const { releases, registry } = await released("one", "two");
  const entries = releases.map(({ entry }) => entry);
  expect(new Set(entries).size).toBe(2);
  expect(shared()).toEqual(
    [
      ...entries.flatMap((entry) => [entry, `${entry}.br`, `${entry}.gz`]),
      "routes.0000aaaa.js",
      "routes.0000bbbb.css",
    ].sort(),
  );
  expect((await registry.list("mfe-admin")).map(({ release }) => release.entry).sort()).toEqual(
    entries.sort(),
  );
});

test("public files are repaired before the document names them", async () => {
  const { registry, releases, rollBack } = await released("one", "two");
  const place = path.join(releasesDir, "mfe-admin/by-hash");
  const file = path.join(place, releases[0]?.entry ?? "");
  rmSync(file);
  await writeFile(file, "changed");
  await rollBack();
  expect(await readFile(file, "utf8")).toBe("one");
  rmSync(place, { recursive: true });
  await registry.activate(releases.slice(1));
  expect(await readFile(path.join(place, releases[1]?.entry ?? ""), "utf8")).toBe("two");
});

test("a release with another content under the name of a stored release's file is refused", async () => {
  const { registry, live } = await released("one");
  const release = await writeBuild(build, "mfe-admin", "two");
  await writeFile(path.join(build, "routes.0000aaaa.js"), "others();");
  const integrity = { ...release.integrity, "routes.0000aaaa.js": integrityOf(Buffer.from("others();")) };
  await writeFile(path.join(build, "release.json"), JSON.stringify({ ...release, integrity }));
  await expect(registry.publish(build)).rejects.toThrow("has another routes.0000aaaa.js");
  expect(await readFile(path.join(releasesDir, "mfe-admin/by-hash/routes.0000aaaa.js"), "utf8")).toBe(
    "routes();",
  );
  expect((await registry.list("mfe-admin")).map(({ release: { version } }) => version)).toEqual([
    await live(),
  ]);
});

test("a document that can't be read is not written over", async () => {
  const { registry, releases } = await released("one");
  await writeFile(path.join(releasesDir, "remotes.json"), "{");
  await expect(registry.activate(releases)).rejects.toThrow("can't be read");
  expect(await readFile(path.join(releasesDir, "remotes.json"), "utf8")).toBe("{");
});

test("changes are stored with their author, and not sent to browsers", async () => {
  const { registry, live } = await released("one", "two");
  await registry.rollback("mfe-admin", await live(), { by: "somebody" });
  const { changes } = await registry.kept();
  expect(changes?.["mfe-admin"]?.map(({ kind, by }) => `${kind} by ${by}`)).toEqual([
    "rolled-back by somebody",
    "activated by command",
    "activated by command",
  ]);
  expect(await registry.current()).not.toHaveProperty("changes");
});

test("a build that was only published is not made live by the next start", async () => {
  const { registry, live, releases } = await released("one");
  await registry.publishBuilds([path.join(folder, "one")]);
  await writeBuild(build, "mfe-admin", "held back");
  await registry.noteBuild(await registry.publish(build));
  await registry.publishBuilds([build]);
  expect(await live()).toBe(releases[0]?.version);
});

describe("the manifest of a release", () => {
  /** Publishes a build, without making it live. */
  async function published(name: string, content: string, manifest?: Manifest) {
    const registry = await openRegistry(releasesDir, log);
    const at = path.join(folder, `${name}-${content}`);
    await writeBuild(at, name, content, contract, manifest);
    return { registry, release: await registry.publish(at) };
  }

  test("is in the registry and in live.json", async () => {
    const manifest = manifestAt("/deals");
    const { registry, release } = await published("mfe-deals", "one", manifest);
    await registry.activate([release]);
    expect((await registry.current()).remotes["mfe-deals"]?.manifest).toEqual(manifest);
    const live = JSON.parse(await readFile(path.join(releasesDir, "live.json"), "utf8"));
    expect(live.remotes["mfe-deals"].manifest).toEqual(manifest);
  });

  test.each([
    ["an unknown icon", { navigation: { order: 1, icon: "rocket" } }, /navigation\.icon holds "rocket"/],
    ["an unknown access", { access: "boss" }, /access holds "boss"; it must be one of public/],
  ])(
    "is refused with the reason where it names %s, and the release is not kept",
    async (_what, differences, reason) => {
      await expect(published("mfe-deals", "one", manifestAt("/deals", differences))).rejects.toThrow(reason);
      expect(await (await openRegistry(releasesDir, log)).list("mfe-deals")).toEqual([]);
    },
  );

  test("is refused with the reason where another remote has the path, for a canary too", async () => {
    const first = await published("mfe-deals", "one", manifestAt("/deals"));
    await first.registry.activate([first.release]);
    const { registry, release } = await published("mfe-offers", "one", manifestAt("/deals/lost"));
    const reason = `mfe-offers ${release.version} can't go live. /deals/lost is mfe-deals's (/deals).`;
    await expect(registry.activate([release])).rejects.toThrow(reason);
    const free = await published("mfe-offers", "free", manifestAt("/offers"));
    await registry.activate([free.release]);
    await expect(registry.canary(release, 10)).rejects.toThrow(reason);
    expect((await registry.current()).remotes["mfe-offers"]?.version).toBe(free.release.version);
  });

  test("is refused where a canary of another remote has the path", async () => {
    const active = await published("mfe-deals", "one", manifestAt("/deals"));
    await active.registry.activate([active.release]);
    const canary = await published("mfe-deals", "two", {
      ...manifestAt("/deals"),
      owns: ["/deals", "/offers"],
    });
    await canary.registry.canary(canary.release, 10);
    const { registry, release } = await published("mfe-offers", "one", manifestAt("/offers"));
    await expect(registry.activate([release])).rejects.toThrow("/offers is mfe-deals's (/offers).");
    await registry.rollback("mfe-deals", canary.release.version);
    await registry.activate([release]);
  });

  test("may take a path that its owner gives up in the same step", async () => {
    const first = await published("mfe-offers", "one", manifestAt("/offers"));
    await first.registry.activate([first.release]);
    const [deals, offers] = [
      await published("mfe-deals", "two", manifestAt("/offers")),
      await published("mfe-offers", "two", manifestAt("/offers-of-today")),
    ];
    await deals.registry.activate([deals.release, offers.release]);
    expect(Object.keys((await deals.registry.current()).remotes).sort()).toEqual(["mfe-deals", "mfe-offers"]);
  });

  test("is required of an unknown remote", async () => {
    const { registry, release } = await published("mfe-deals", "one");
    await expect(registry.activate([release])).rejects.toThrow("it needs a remote.json");
  });

  test("is the specification's for a specified remote's release without one, after a rollback too", async () => {
    const before = await published("mfe-analytics", "before");
    await before.registry.activate([before.release]);
    const manifest = { ...manifestAt("/analytics"), owns: ["/analytics", "/trends"] };
    const { registry, release } = await published("mfe-analytics", "now", manifest);
    await registry.activate([release]);
    const titlesOf = async () =>
      manifestsOf(await registry.current())
        .get("mfe-analytics")
        ?.screens.map(({ title }) => title);
    expect(await titlesOf()).toEqual(["Screen"]);
    await registry.rollback("mfe-analytics", release.version);
    expect(await titlesOf()).toEqual(["Analytics"]);
    await registry.activate([release]);
    expect(await titlesOf()).toEqual(["Screen"]);
  });

  test("is restored where an older server has written the registry without it", async () => {
    const manifest = manifestAt("/deals");
    const { registry, release } = await published("mfe-deals", "one", manifest);
    await registry.activate([release]);
    for (const name of ["remotes.json", "live.json"]) {
      const document = JSON.parse(await readFile(path.join(releasesDir, name), "utf8"));
      delete document.remotes["mfe-deals"].manifest;
      await writeFile(path.join(releasesDir, name), JSON.stringify(document));
    }
    const reopened = await openRegistry(releasesDir, log);
    expect((await reopened.current()).remotes["mfe-deals"]?.manifest).toEqual(manifest);
    const live = JSON.parse(await readFile(path.join(releasesDir, "live.json"), "utf8"));
    expect(live.remotes["mfe-deals"].manifest).toEqual(manifest);
  });
});
