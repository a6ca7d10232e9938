import { readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { uploadRelease } from "@souffleur/contracts/release-commands";
import { pack } from "tar-stream";
import { writeBuild } from "../../../testing/built-remotes.ts";
import { temporaryFolder } from "../../../testing/temporary-folder.ts";
import { packRelease, unpackRelease } from "./archive.ts";
import { readBuild } from "./build-files.ts";
import { checkIncoming } from "./incoming.ts";

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
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
  await writeBuild(folder, "mfe-admin", "entry();");
  await writeFile(path.join(folder, ".built-from"), "stamp");
  const files = await readBuild(folder);
  expect(await unpackRelease(await packRelease(files))).toEqual(files);
  expect([...files.keys()]).toEqual(readdirSync(folder).sort().slice(1));
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
  await expect(unpackRelease(archive)).rejects.toThrow("when it is unpacked");
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024);
});

/** Checks what a build becomes with these further entries, as an upload does. */
async function checkWith(...entries: Entry[]) {
  await writeBuild(folder, "mfe-admin", "entry();");
  const build = [...(await readBuild(folder))].map(([name, content]): Entry => [{ name }, String(content)]);
  return checkIncoming(await unpackRelease(await archiveOf(...build, ...entries)));
}

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
  ["a page", [{ name: "own.html" }, "<script>"]],
  ["a picture with scripts", [{ name: "own.svg" }, "<script>"]],
  ["a page in a compressed form", [{ name: "own.js.html.gz" }, "<script>"]],
  // Every object inherits some of these names.
  ["a file of an inherited name", [{ name: "constructor.map" }, "evil()"]],
  ["a compressed form of an inherited name", [{ name: "toString.gz" }, "evil()"]],
  ["a file named like the prototype", [{ name: "__proto__.br" }, "evil()"]],
])("%s is refused", async (_what, entry) => {
  await expect(checkWith(entry)).rejects.toThrow(
    `has ${entry[0].name}, which its release.json does not list`,
  );
});

test("of a repeated name the last content is checked", async () => {
  const { entry } = await writeBuild(folder, "mfe-admin", "entry();");
  await expect(checkWith([{ name: entry }, "evil()"])).rejects.toThrow(`${entry} differs`);
});

test("a link in place of a file of the release is refused", async () => {
  const { entry } = await writeBuild(folder, "mfe-admin", "entry();");
  const link: Entry = [{ name: entry, type: "symlink", linkname: "/etc/passwd" }];
  await expect(checkWith(link)).rejects.toThrow(`${entry} differs`);
});

test("an archive that unpacks to more than the limit is refused", async () => {
  const part = "0".repeat(5_000_000);
  const entries = Array.from({ length: 5 }, (_, index): Entry => [{ name: `${index}.js` }, part]);
  const archive = await archiveOf(...entries);
  expect(archive.length).toBeLessThan(uploadRelease.bodyBytes ?? 0);
  await expect(unpackRelease(archive)).rejects.toThrow("when it is unpacked");
});

test.each([
  ["text", Buffer.from("not an archive")],
  ["nothing", Buffer.alloc(0)],
  ["a compressed text", gzipSync("not a tar, but long enough to be looked at as one".repeat(40))],
])("%s is no archive", async (_what, bytes) => {
  await expect(unpackRelease(bytes)).rejects.toThrow(/^The archive /);
});

test("an archive that is cut off is refused", async () => {
  const whole = await archiveOf([{ name: "a.js" }, "content".repeat(10_000)]);
  await expect(unpackRelease(whole.subarray(0, whole.length / 2))).rejects.toThrow(/^The archive /);
});

test("an archive without release.json is refused", async () => {
  const files = await unpackRelease(await archiveOf([{ name: "a.js" }, "x"]));
  await expect(checkIncoming(files)).rejects.toThrow("no release.json");
});
