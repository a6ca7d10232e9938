import { stat } from "node:fs/promises";
import path from "node:path";
import type { Request, Response } from "express";
import type { RegistryStore } from "./store/registry.ts";
import { publicPlace } from "./store/registry-changes.ts";

const encodings = [
  { name: "br", extension: ".br" },
  { name: "gzip", extension: ".gz" },
] as const;
/** A name of a file: no separator, no leading dot. */
const plainName = /^[\w-][\w.-]*$/;

/** The compressed forms that a browser takes, the smallest first. */
const takenBy = (req: Request) => encodings.filter(({ name }) => req.acceptsEncodings(name) === name);

/**
 * Sends a file of a folder in the best encoding that is stored beside it. The caller has set its type.
 * @returns false where there is none
 */
export async function sendFile(req: Request, res: Response, folder: string, name: string): Promise<boolean> {
  const root = path.resolve(folder);
  if (!plainName.test(name) || !(await isThere(path.join(root, name)))) return false;
  let sent = name;
  for (const { name: encoding, extension } of takenBy(req)) {
    if (!(await isThere(path.join(root, name + extension)))) continue;
    sent = name + extension;
    res.set("Content-Encoding", encoding);
    break;
  }
  const type = String(res.get("Content-Type"));
  res.vary("Accept-Encoding");
  await new Promise<void>((resolve, reject) => {
    const options = { root, cacheControl: false, headers: { "Content-Type": type } };
    res.sendFile(sent, options, (error) => {
      // The client closed the connection.
      if (error && !res.headersSent) reject(error);
      else resolve();
    });
  });
  return true;
}

/**
 * Sends a released file that was ever live, in the best encoding that is stored. Its hash is its validity.
 * @returns false where there is none
 */
export function sendReleased({ hashAt, content }: Pick<RegistryStore, "hashAt" | "content">) {
  return async (
    req: Request,
    res: Response,
    { name, place, file }: { name: string; place: string; file: string },
  ): Promise<boolean> => {
    const hash = place === publicPlace ? await hashAt(name, file) : undefined;
    const encodings = takenBy(req).map((one) => one.name);
    const found = hash === undefined ? undefined : await content(hash, encodings);
    if (found === undefined) return false;
    const { encoding, body } = found;
    const tag = `"${hash}${encoding === undefined ? "" : `-${encoding}`}"`;
    res.vary("Accept-Encoding").set({ ETag: tag, "Accept-Ranges": "bytes" });
    if (encoding !== undefined) res.set("Content-Encoding", encoding);
    sendRange(req, res, body, tag);
    return true;
  };
}

/** Sends the one range that is asked for; several ranges get the whole, as a range of another version does. */
function sendRange(req: Request, res: Response, body: Buffer, tag: string): void {
  const ifRange = req.get("If-Range");
  const isAsked = req.method === "GET" && (ifRange === undefined || ifRange === tag);
  const ranges = isAsked ? req.range(body.length, { combine: true }) : undefined;
  if (ranges === -1) {
    res.status(416).set("Content-Range", `bytes */${body.length}`).end();
    return;
  }
  const [range] = Array.isArray(ranges) && ranges.type === "bytes" && ranges.length === 1 ? ranges : [];
  if (range === undefined) {
    res.send(body);
    return;
  }
  const { start, end } = range;
  res.status(206).set("Content-Range", `bytes ${start}-${end}/${body.length}`);
  res.send(body.subarray(start, end + 1));
}

async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
}
