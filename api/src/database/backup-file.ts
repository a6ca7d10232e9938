import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { mongo } from "mongoose";
import * as z from "zod";

const { EJSON } = mongo.BSON;

/** A backup is a gzipped file of lines: first what it is, then collections with their documents, last how many. */
const Line = z.union([
  z.strictObject({ souffleurBackup: z.literal(1), takenAt: z.string(), secret: z.string().optional() }),
  z.strictObject({ collection: z.string().min(1), indexes: z.array(z.record(z.string(), z.unknown())) }),
  z.strictObject({ document: z.record(z.string(), z.unknown()) }),
  z.strictObject({ end: z.strictObject({ documents: z.number().int() }) }),
]);
export type BackupLine = z.infer<typeof Line>;

/** A backup cannot be written or read; the message is the one line that the user sees. */
export class BackupError extends Error {}

/**
 * Writes a file that only its owner may read, and that is there complete or not at all.
 * @returns its size in bytes
 */
export async function writeBackup(file: string, lines: AsyncIterable<BackupLine>): Promise<number> {
  const draft = `${file}.part`;
  try {
    const gzip = createGzip();
    const out = createWriteStream(draft, { mode: 0o600 });
    const written = finished(gzip.pipe(out));
    const failed = new Promise<never>((_resolve, reject) => out.once("error", reject));
    written.catch(() => {});
    failed.catch(() => {});
    for await (const line of lines) {
      if (!gzip.write(`${print(line)}\n`)) {
        await Promise.race([once(gzip, "drain"), failed]);
      }
    }
    gzip.end();
    await Promise.race([written, failed]);
    const handle = await open(draft, "r+");
    await handle.sync();
    const { size } = await handle.stat();
    await handle.close();
    await rename(draft, file);
    return size;
  } catch (error) {
    await rm(draft, { force: true });
    if (isFileProblem(error)) throw new BackupError(`The backup cannot be written: ${error.message}.`);
    throw error;
  }
}

/** Canonical: dates, identifiers and the kinds of numbers come back as they were. */
function print(line: BackupLine): string {
  if (!("document" in line)) return JSON.stringify(line);
  return JSON.stringify({ document: EJSON.serialize(line.document, { relaxed: false }) });
}

function parse(line: string): BackupLine {
  const { data } = Line.safeParse(JSON.parse(line));
  if (data === undefined) throw new Error("it is no backup");
  if (!("document" in data)) return data;
  return { document: EJSON.deserialize(data.document, { relaxed: false }) as mongo.Document };
}

/** Not by `readline`, which does not hear of what befalls its stream. */
async function* linesOf(stream: Readable): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of stream.setEncoding("utf8")) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}

/** @throws BackupError where it is no backup, or not all of one */
export async function* readBackup(file: string): AsyncGenerator<BackupLine> {
  let complete = false;
  let first = true;
  try {
    const input = createReadStream(file);
    const text = createGunzip();
    input.once("error", (error) => text.destroy(error));
    for await (const line of linesOf(input.pipe(text))) {
      const read = parse(line);
      if (first !== "souffleurBackup" in read) throw new Error("it is no backup");
      first = false;
      complete = "end" in read;
      yield read;
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupError(`${file} cannot be read (${reason}).`);
  }
  if (!complete) throw new BackupError(`${file} is cut off: its end is missing.`);
}

function isFileProblem(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}
