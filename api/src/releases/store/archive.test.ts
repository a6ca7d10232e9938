import { readdirSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { uploadRelease } from "@souffleur/contracts/release-commands";
import { pack } from "tar-stream";
import { writeBuild } from "../../../testing/build-remote.ts";
import { temporaryFolder } from "../../../testing/temporary-folder.ts";
import { archiveLimits, packRelease, unpackRelease } from "./archive.ts";
import { readRelease } from "./releases-folder.ts";

let folder: string;
let into: string;

beforeEach(async () => {
  folder = temporaryFolder();
  into = path.join(folder, "into");
  await mkdir(into);
});

type Entry = [header: Parameters<ReturnType<typeof pack>["entry"]>[0], content?: string];

async function archiveOf(...entries: Entry[]): Promise<Buffer> {
  const tar = pack();
  for (const [header, content = ""] of entries) tar.entry(header, content);
  tar.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of tar) chunks.push(chunk as Buffer);
  return gzipSync(Buffer.concat(chunks));
}

test("unpacking a packed build restores it, without files that are not part of it", async () => {
  const build = path.join(folder, "dist");
  const release = await writeBuild(build, "mfe-admin", "entry();");
  await writeFile(path.join(build, ".built-from"), "stamp");
  expect(await unpackRelease(await packRelease(build, release), into)).toEqual(release);
  expect(readdirSync(into).sort()).toEqual(
    readdirSync(build)
      .filter((file) => file !== ".built-from")
      .sort(),
  );
  expect(await readRelease(into)).toEqual(release);
});

/** A gzipped tar whose first header announces a content of this type and length, and has it. */
function longHeader(typeflag: string, bytes: number): Buffer {
  const header = Buffer.alloc(512);
  header.write("PaxHeader");
  header.write("0000644\0", 100);
  header.write("0000000\0", 108);
  header.write("0000000\0", 116);
  header.write(`${bytes.toString(8).padStart(11, "0")}\0`, 124);
  header.write("00000000000\0", 136);
  header.write("        ", 148);
  header.write(typeflag, 156);
  header.write("ustar\0" + "00", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return gzipSync(Buffer.concat([header, Buffer.alloc(bytes, "1")]));
}

test.each([
  ["a pax header", "x"],
  ["a global pax header", "g"],
  ["a long name", "L"],
  ["a long link name", "K"],
])("%s of any length is refused before it is read", async (_what, typeflag) => {
  const archive = longHeader(typeflag, 64 * 1024 * 1024);
  expect(archive.length).toBeLessThan(100_000);
  const before = process.memoryUsage().arrayBuffers;
  await expect(unpackRelease(archive, into)).rejects.toThrow(
    `has more than ${archiveLimits.headerBytes} bytes of headers`,
  );
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024);
  expect(readdirSync(into)).toEqual([]);
});

test.each<[string, Entry]>([
  ["a path upwards", [{ name: "../evil.js" }, "evil"]],
  ["a path from the root", [{ name: "/tmp/evil.js" }, "evil"]],
  ["a folder's file", [{ name: "deep/evil.js" }, "evil"]],
  ["a hidden file", [{ name: ".htaccess" }, "evil"]],
  ["a path in another system's style", [{ name: "..\\evil.js" }, "evil"]],
  ["a link", [{ name: "evil.js", type: "symlink", linkname: "/etc/passwd" }]],
  ["a hard link", [{ name: "evil.js", type: "link", linkname: "release.json" }]],
  ["a device", [{ name: "evil.js", type: "character-device" }]],
  ["a folder", [{ name: "evil", type: "directory" }]],
])("%s is refused, and nothing is written", async (_what, entry) => {
  await expect(unpackRelease(await archiveOf(entry), into)).rejects.toThrow("no plain file of one folder");
  expect(readdirSync(into)).toEqual([]);
  expect(readdirSync(folder)).toEqual(["into"]);
});

test("a repeated name is refused", async () => {
  const archive = await archiveOf([{ name: "a.js" }, "one"], [{ name: "a.js" }, "two"]);
  await expect(unpackRelease(archive, into)).rejects.toThrow("a.js twice");
});

test("an archive with too many files is refused", async () => {
  const entries = Array.from(
    { length: archiveLimits.files + 1 },
    (_, index): Entry => [{ name: `${index}.js` }],
  );
  await expect(unpackRelease(await archiveOf(...entries), into)).rejects.toThrow("more than 500 files");
});

test("an archive that unpacks to more than the limit is refused", async () => {
  const part = "0".repeat(archiveLimits.unpackedBytes / 4);
  const entries = Array.from({ length: 5 }, (_, index): Entry => [{ name: `${index}.js` }, part]);
  const archive = await archiveOf(...entries);
  expect(archive.length).toBeLessThan(uploadRelease.bodyBytes ?? 0);
  await expect(unpackRelease(archive, into)).rejects.toThrow("when it is unpacked");
});

test.each([
  ["text", Buffer.from("not an archive")],
  ["nothing", Buffer.alloc(0)],
  ["a compressed text", gzipSync("not a tar, but long enough to be looked at as one".repeat(40))],
])("%s is no archive", async (_what, bytes) => {
  await expect(unpackRelease(bytes, into)).rejects.toThrow(/^The archive /);
});

test("an archive that is cut off is refused", async () => {
  const whole = await archiveOf([{ name: "a.js" }, "content".repeat(10_000)]);
  await expect(unpackRelease(whole.subarray(0, whole.length / 2), into)).rejects.toThrow(/^The archive /);
});

// Every object inherits some of these names.
test.each([
  ["unlisted.js", "its release.json does not list"],
  ["constructor.map", "its release.json does not list"],
  ["valueOf.js", "its release.json does not list"],
  ["toString.gz", "is none of .js"],
  ["__proto__.br", "is none of .js"],
])("%s is refused: %s", async (name, reason) => {
  const release = await writeBuild(path.join(folder, "dist"), "mfe-admin", "entry();");
  const archive = await archiveOf([{ name: "release.json" }, JSON.stringify(release)], [{ name }, "evil()"]);
  await expect(unpackRelease(archive, into)).rejects.toThrow(`The archive holds ${name}, which ${reason}`);
});

test.each([
  "own.html",
  "own.svg",
  "own.xhtml",
  "own.xml",
  "own.HTML",
  "own.js.html.gz",
  "own",
  "own.pdf",
  "own.gz",
])("%s is of a kind that no build has, and is not written", async (name) => {
  await expect(unpackRelease(await archiveOf([{ name }, "<script>"]), into)).rejects.toThrow(
    `${name}, which is none of .js, .css, .json, .map, .woff2, .png, .webp`,
  );
  expect(readdirSync(into)).toEqual([]);
});

test("an archive without release.json is refused", async () => {
  await expect(unpackRelease(await archiveOf([{ name: "a.js" }, "x"]), into)).rejects.toThrow(
    "no release.json",
  );
});
