import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { mongo } from "mongoose";
import * as z from "zod";
import { StepError } from "../../tools/step-error.mjs";

const { EJSON } = mongo.BSON;

/** A backup is a gzipped file of JSON lines: a header, each collection with its documents, and the number of documents. */
const Line = z.union([
  z.strictObject({ souffleurBackup: z.literal(1), takenAt: z.string(), secret: z.string().optional() }),
  z.strictObject({
    collection: z.string().regex(/^(?!system\.)./),
    indexes: z.array(z.record(z.string(), z.unknown())),
  }),
  z.strictObject({ document: z.record(z.string(), z.unknown()) }),
  z.strictObject({ end: z.strictObject({ documents: z.number().int() }) }),
]);
export type BackupLine = z.infer<typeof Line>;

/** Longer than a document of MongoDB (16 MB) in this form, unless it consists of control characters only. */
const lineCharactersMax = 64 * 1024 * 1024;
const tooLong = `it has more than ${lineCharactersMax} characters`;

/** A backup cannot be written or read; the message is the one line that the user sees. */
export class BackupError extends StepError {}

/**
 * Writes a file that only its owner may read. An incomplete file never gets this name.
 * @returns its size in bytes
 */
export async function writeBackup(file: string, lines: AsyncIterable<BackupLine>): Promise<number> {
  const draft = `${file}.part`;
  try {
    const gzip = createGzip();
    // An existing file would keep its mode and its owner, so a draft of a killed run or of another user is removed.
    await rm(draft, { force: true });
    const out = createWriteStream(draft, { flags: "wx", mode: 0o600 });
    const written = finished(gzip.pipe(out));
    const failed = new Promise<never>((_resolve, reject) => out.once("error", reject));
    written.catch(() => {});
    failed.catch(() => {});
    for await (const line of lines) {
      const printed = print(line);
      if (printed.length > lineCharactersMax) {
        throw new BackupError(`The backup cannot be written: a document is too large (${tooLong}).`);
      }
      if (!gzip.write(`${printed}\n`)) {
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

/** Canonical Extended JSON: it keeps the types of dates, identifiers and numbers. */
function print(line: BackupLine): string {
  if (!("document" in line)) return JSON.stringify(line);
  return JSON.stringify({ document: EJSON.serialize(line.document, { relaxed: false }) });
}

function parse(line: string): BackupLine {
  const { data } = Line.safeParse(fromJson(line));
  if (data === undefined) throw new Error("it is no line of a backup");
  if (!("document" in data)) return data;
  return { document: EJSON.deserialize(data.document, { relaxed: false }) as mongo.Document };
}

/** The message of JSON.parse quotes the text, which may hold a secret. */
function fromJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new Error("it is no JSON");
  }
}

/**
 * Not by `readline`, which does not report errors of its stream. The parts of a line are joined once, at its end, so
 * that the time grows linearly with its length.
 */
async function* linesOf(stream: Readable): AsyncGenerator<string> {
  let parts: string[] = [];
  let length = 0;
  const add = (part: string) => {
    parts.push(part);
    length += part.length;
    if (length > lineCharactersMax) throw new Error(tooLong);
  };
  const take = () => {
    const line = parts.join("");
    parts = [];
    length = 0;
    return line;
  };
  for await (const chunk of stream.setEncoding("utf8") as AsyncIterable<string>) {
    let from = 0;
    for (let at = chunk.indexOf("\n"); at !== -1; at = chunk.indexOf("\n", from)) {
      add(chunk.slice(from, at));
      yield take();
      from = at + 1;
    }
    add(chunk.slice(from));
  }
  if (length > 0) yield take();
}

/** A line with its number and its length in characters. */
export interface ReadLine {
  number: number;
  line: BackupLine;
  characters: number;
}

/** @throws BackupError where the file is not a complete backup */
export async function* readBackup(file: string): AsyncGenerator<ReadLine> {
  let complete = false;
  let number = 1;
  try {
    const input = createReadStream(file);
    const text = createGunzip();
    input.once("error", (error) => text.destroy(error));
    for await (const given of linesOf(input.pipe(text))) {
      const line = parse(given);
      if ((number === 1) !== "souffleurBackup" in line || complete) throw new Error("it has no place there");
      complete = "end" in line;
      yield { number, line, characters: given.length };
      number += 1;
    }
  } catch (error) {
    throw new BackupError(`${file} cannot be read (line ${number}: ${oneLine(error)}).`);
  }
  if (!complete) throw new BackupError(`${file} is cut off: its end is missing.`);
}

/** An error's message as one line for a terminal. */
export function oneLine(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return reason.replace(/[\s\p{Cc}]+/gu, " ").slice(0, 200);
}

export function isFileProblem(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}
