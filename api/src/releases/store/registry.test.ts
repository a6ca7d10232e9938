import { writeFile } from "node:fs/promises";
import path from "node:path";
import { type Manifest, manifestsOf, type Release } from "@souffleur/contracts";
import { contract, manifestAt, writeBuild } from "../../../testing/built-remotes.ts";
import { emptyDatabase } from "../../../testing/database/database.ts";
import { temporaryFolder } from "../../../testing/temporary-folder.ts";
import { createLogger } from "../../http/logger.ts";
import { createMetrics } from "../../http/metrics.ts";
import { createPollers } from "../../scheduling/pollers.ts";
import { withPrevious } from "./previous-releases.ts";
import { openRegistry } from "./registry.ts";
import { integrityOf } from "./release-files.ts";

const log = createLogger("silent");
const day = 24 * 3_600_000;
let database: Awaited<ReturnType<typeof emptyDatabase>>;
let folder: string;
let build: string;

beforeEach(async () => {
  database = await emptyDatabase();
  folder = temporaryFolder();
  build = path.join(folder, "dist");
});
afterEach(() => database.close());

/** The releases as another process has them. */
const open = () => openRegistry(database.connection, log);

/** The content at a public address; undefined where there is none. */
async function publicFile(file: string, name = "mfe-admin"): Promise<string | undefined> {
  const registry = open();
  const hash = await registry.hashAt(name, file);
  return hash === undefined ? undefined : (await registry.content(hash))?.body.toString();
}

/** The number of files that are stored, public or not. */
const storedFiles = () => database.connection.collection("release_files").countDocuments();

test("before the first release the registry is empty", async () => {
  const registry = open();
  expect(await registry.latest()).toEqual({ schema: 1, remotes: {} });
});

test("a build is published whole and becomes live", async () => {
  const release = await writeBuild(build, "mfe-admin", "first");
  await writeFile(path.join(build, "notes.txt"), "not part of the release");
  const registry = open();
  await registry.publishBuilds([build]);
  expect((await registry.current()).remotes["mfe-admin"]).toMatchObject({
    version: release.version,
    base: "/remotes/mfe-admin/by-hash/",
    entry: release.entry,
  });
  expect(await publicFile(release.entry)).toBe("first");
  // The three of the release, each once.
  expect(await storedFiles()).toBe(3);
});

test("a kept version never gets another content, whether it is live or not", async () => {
  const release = await writeBuild(build, "mfe-admin", "first");
  const registry = open();
  await registry.publishBuilds([build]);
  const other = await writeBuild(path.join(folder, "dist-2"), "mfe-admin", "second");
  const claimed = { ...other, version: release.version };
  await writeFile(path.join(folder, "dist-2/release.json"), JSON.stringify(claimed));
  await expect(registry.publish(path.join(folder, "dist-2"))).rejects.toThrow("is kept with other files");
  expect(await registry.find("mfe-admin", release.version)).toEqual(release);
  expect(await publicFile(release.entry)).toBe("first");
});

test("a package that is not built is skipped", async () => {
  const registry = open();
  await registry.publishBuilds([path.join(folder, "nowhere")]);
  expect((await registry.current()).remotes).toEqual({});
});

test("a start with the same build keeps a rollback; a new build becomes live", async () => {
  const first = await writeBuild(build, "mfe-admin", "first");
  const registry = open();
  await registry.publishBuilds([build]);
  const second = await writeBuild(path.join(folder, "dist-2"), "mfe-admin", "second");
  await registry.publishBuilds([path.join(folder, "dist-2")]);
  await registry.activate([first]);

  const afterRestart = open();
  await afterRestart.publishBuilds([path.join(folder, "dist-2")]);
  expect((await afterRestart.current()).remotes["mfe-admin"]?.version).toBe(first.version);
  await afterRestart.publishBuilds([build]);
  await afterRestart.publishBuilds([path.join(folder, "dist-2")]);
  expect((await afterRestart.current()).remotes["mfe-admin"]?.version).toBe(second.version);
});

test("an old build that is built again becomes live again", async () => {
  const first = await writeBuild(build, "mfe-admin", "first");
  await writeBuild(path.join(folder, "dist-2"), "mfe-admin", "second");
  const registry = open();
  for (const folderOfBuild of [build, path.join(folder, "dist-2"), build]) {
    await registry.publishBuilds([folderOfBuild]);
  }
  expect((await registry.current()).remotes["mfe-admin"]?.version).toBe(first.version);
});

test("a build that differs from its release.json is refused without a trace, and the others go live", async () => {
  const release = await writeBuild(build, "mfe-admin", "first");
  await writeFile(path.join(build, release.entry), "changed");
  const registry = open();
  await expect(registry.publish(build)).rejects.toThrow("differs from what its release.json says");
  expect(await storedFiles()).toBe(0);
  await writeBuild(path.join(folder, "other"), "mfe-analytics", "first");
  await registry.publishBuilds([build, path.join(folder, "other")]);
  expect(Object.keys((await registry.current()).remotes)).toEqual(["mfe-analytics"]);
  expect((await registry.list()).map(({ release: { name } }) => name)).toEqual(["mfe-analytics"]);
});

test("a release made by another process is live within a second, without being asked for", async () => {
  const mine = open();
  mine.follow(createPollers(createMetrics()), false);
  const changed = new Promise((resolve) => mine.onChange(resolve));
  await writeBuild(build, "mfe-admin", "first");
  await open().publishBuilds([build]);
  const since = performance.now();
  await changed;
  expect(performance.now() - since).toBeLessThan(1000);
  await mine.stop();
  expect(Object.keys((await mine.current()).remotes)).toEqual(["mfe-admin"]);
});

test("of two changes of one remote at once one wins, and the other hears who was first", async () => {
  const { registry, releases } = await released("one", "two");
  const other = open();
  await other.latest();
  const [first] = releases;
  if (first === undefined) throw new Error("no release");
  const results = await Promise.allSettled([
    registry.activate([first], { by: "one team" }),
    other.canary(first, 10, { by: "another team" }),
  ]);
  const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason.message] : []));
  const { changes } = await registry.latest();
  const last = changes?.["mfe-admin"]?.[0];
  expect(refused).toEqual([
    `mfe-admin was changed at the same moment by ${last?.by} (${first.version}). Look at what is live now, then try again.`,
  ]);
  expect(changes?.["mfe-admin"]).toHaveLength(3);
});

test("of twenty concurrent activations none is lost", async () => {
  const names = Array.from({ length: 20 }, (_, number) => `mfe-${"abcdefghijklmnopqrst".charAt(number)}`);
  const releases = await Promise.all(
    names.map((name) => writeBuild(path.join(folder, name), name, name, contract, manifestAt(`/${name}`))),
  );
  await Promise.all(
    releases.map(async (one) => {
      const registry = open();
      await registry.publish(path.join(folder, one.name));
      await registry.activate([one]);
    }),
  );
  const { remotes } = await open().latest();
  expect(Object.keys(remotes).sort()).toEqual(names);
});

test("a document that can't be read leaves the last one in force, and is not written over", async () => {
  const { registry, releases, live } = await released("one");
  const other = open();
  await other.latest();
  const written = database.connection.collection<{ _id: string }>("release_registry");
  await written.updateOne({ _id: "live" }, { $set: { "registry.schema": 2 }, $inc: { revision: 1 } });
  await expect(registry.activate(releases)).rejects.toThrow("can't be read");
  await expect(other.latest()).rejects.toThrow("can't be read");
  expect(Object.keys((await other.current()).remotes)).toEqual(["mfe-admin"]);
  expect(await live()).toBe(releases[0]?.version);
  expect(await written.findOne({ _id: "live" })).toMatchObject({ registry: { schema: 2 } });
});

/** Publishes and activates builds one after the other. */
async function released(...contents: string[]) {
  const registry = open();
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

describe("a remote that was removed", () => {
  const manifest = manifestAt("/deals");

  async function removed() {
    const release = await writeBuild(build, "mfe-deals", "deals", contract, manifest);
    const registry = open();
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

test("a rollback passes over a release that is no longer stored", async () => {
  const { rollBack, releases, live } = await released("one", "two", "three");
  await database.connection.collection("releases").deleteOne({ "release.version": releases[1]?.version });
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

test("a release that is not stored is never made live", async () => {
  const { registry, releases, live } = await released("one", "two");
  await database.connection.collection("releases").deleteOne({ "release.version": releases[0]?.version });
  await expect(registry.activate(releases.slice(0, 1))).rejects.toThrow("is not kept");
  expect(await live()).toBe(releases[1]?.version);
});

test("an unchanged file keeps its address, and the files of both releases are public", async () => {
  const { releases, registry } = await released("one", "two");
  const entries = releases.map(({ entry }) => entry);
  expect(new Set(entries).size).toBe(2);
  expect(await publicFile("routes.0000aaaa.js")).toBe("routes();");
  expect(await Promise.all(entries.map((entry) => publicFile(entry)))).toEqual(["one", "two"]);
  expect(await storedFiles()).toBe(4);
  expect((await registry.list("mfe-admin")).map(({ release }) => release.entry).sort()).toEqual(
    entries.sort(),
  );
});

test("a release with another content under the name of a stored release's file is refused", async () => {
  const { registry, live } = await released("one");
  const release = await writeBuild(build, "mfe-admin", "two");
  await writeFile(path.join(build, "routes.0000aaaa.js"), "others();");
  const integrity = { ...release.integrity, "routes.0000aaaa.js": integrityOf(Buffer.from("others();")) };
  await writeFile(path.join(build, "release.json"), JSON.stringify({ ...release, integrity }));
  await expect(registry.publish(build)).rejects.toThrow("has another routes.0000aaaa.js");
  expect(await publicFile("routes.0000aaaa.js")).toBe("routes();");
  expect((await registry.list("mfe-admin")).map(({ release: { version } }) => version)).toEqual([
    await live(),
  ]);
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
    const registry = open();
    const at = path.join(folder, `${name}-${content}`);
    await writeBuild(at, name, content, contract, manifest);
    return { registry, release: await registry.publish(at) };
  }

  test.each([
    ["an unknown icon", { navigation: { order: 1, icon: "rocket" } }, /navigation\.icon holds "rocket"/],
    ["an unknown access", { access: "boss" }, /access holds "boss"; it must be one of public/],
  ])(
    "is refused with the reason where it names %s, and the release is not kept",
    async (_what, differences, reason) => {
      await expect(published("mfe-deals", "one", manifestAt("/deals", differences))).rejects.toThrow(reason);
      expect(await open().list("mfe-deals")).toEqual([]);
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
});

describe("expired releases", () => {
  /** Six releases, the given number of days old; the last activated is live. */
  async function aged(...ages: number[]) {
    const { registry, releases } = await released(...ages.map((age) => `${age} days`));
    const stored = database.connection.collection("releases");
    for (const [at, { version }] of releases.entries())
      await stored.updateOne(
        { "release.version": version },
        { $set: { usedAt: new Date(Date.now() - (ages[at] ?? 0) * day) } },
      );
    await database.connection.collection("release_files").updateMany({}, { $set: { at: new Date(0) } });
    await registry.removeExpired(new Date());
    const kept = (await registry.list("mfe-admin")).map(({ release }) => release.version);
    return { releases, kept, ages: ages.filter((_, at) => kept.includes(releases[at]?.version ?? "")) };
  }

  test("are removed with the files that no other release has", async () => {
    const { releases, ages } = await aged(31, 6, 5, 4, 3, 2);
    expect(ages).toEqual([6, 5, 4, 3, 2]);
    const entries = await Promise.all(releases.map(({ entry }: Release) => publicFile(entry)));
    expect(entries).toEqual([undefined, "6 days", "5 days", "4 days", "3 days", "2 days"]);
    expect(await publicFile("routes.0000aaaa.js")).toBe("routes();");
    // One entry of each that stays, and two files that all have.
    expect(await storedFiles()).toBe(7);
  });

  test("stay where they are among the last five, however old", async () => {
    expect((await aged(90, 80, 70, 60, 50)).ages).toHaveLength(5);
  });

  test("stay within 30 days, however many there are", async () => {
    expect((await aged(29, 6, 5, 4, 3, 2)).ages).toHaveLength(6);
  });

  test("stay where they are live, or the next to roll back to", async () => {
    // The two that were activated last.
    expect((await aged(5, 4, 3, 2, 1, 33, 40, 50)).ages).toEqual([5, 4, 3, 2, 1, 40, 50]);
  });

  test("leave the files of a release that is just taken in", async () => {
    const files = database.connection.collection<{ _id: string; at: Date }>("release_files");
    const { releases } = await aged(31, 6, 5, 4, 3, 2);
    expect(releases).toHaveLength(6);
    await files.insertMany([
      { _id: "sha384-new", at: new Date() },
      { _id: "sha384-left-behind", at: new Date(0) },
    ]);
    const stored = database.connection.collection("releases");
    await stored.updateMany({ "release.version": releases[1]?.version }, { $set: { usedAt: new Date(0) } });
    const { registry } = await released("another");
    await registry.removeExpired(new Date());
    expect(await registry.list("mfe-admin")).toHaveLength(5);
    expect(await files.distinct("_id", { _id: /^sha384-(new|left)/ })).toEqual(["sha384-new"]);
  });
});
