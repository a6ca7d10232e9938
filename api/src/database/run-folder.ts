import { once } from "node:events";
import { lstatSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { quoted } from "../config/quoted.ts";
import { DatabaseStartError } from "./start-error.ts";

/**
 * A Unix socket's path has at most 103 bytes on macOS, and 107 on Linux; below this folder the engine adds 36
 * (`embedded-mongodb-XXXXXX/mongodb.sock`).
 */
const bytesMax = 64;
/** The driver takes an address' socket apart at `%` and other signs; a path without any arrives as it is. */
const plain = /^[\w./-]+$/;

/**
 * Creates a private folder for the engine's socket: below the system's temporary folder (`TMPDIR`) where that can have
 * one, else below another one that systems have. Only this user may enter it.
 * @throws DatabaseStartError where there is none
 */
export async function createRunFolder(
  places: readonly (string | undefined)[] = [
    tmpdir(),
    process.env.XDG_RUNTIME_DIR,
    "/tmp",
    "/var/tmp",
    "/dev/shm",
  ],
): Promise<string> {
  for (const place of places) {
    const folder = place && (await runFolderIn(resolve(place)));
    if (folder) return folder;
  }
  throw new DatabaseStartError(
    `TMPDIR is set to ${quoted(tmpdir())}, and neither it nor /tmp can have a private folder with the database's socket. Set TMPDIR to a folder with a short path of letters and digits that this user may write to.`,
  );
}

async function runFolderIn(place: string): Promise<string | undefined> {
  const name = join(place, "sfl-");
  if (!plain.test(name) || Buffer.byteLength(name) + 6 > bytesMax) return undefined;
  let folder: string | undefined;
  try {
    folder = mkdtempSync(name);
    const { uid, mode } = lstatSync(folder);
    const isPrivate = (mode & 0o077) === 0 && (process.getuid === undefined || uid === process.getuid());
    if (isPrivate && (await takesSockets(folder))) return folder;
  } catch {
    // It is missing or read-only, or its file system has no links.
  }
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  return undefined;
}

/** Whether the file system has sockets and links to them: those of other systems that are mounted often have not. */
async function takesSockets(folder: string): Promise<boolean> {
  const [socket, link] = [join(folder, "try.sock"), join(folder, "try.link")];
  const server = createServer();
  try {
    server.listen(socket);
    await once(server, "listening");
    symlinkSync(socket, link);
    return true;
  } catch {
    return false;
  } finally {
    server.close();
    rmSync(link, { force: true });
  }
}
