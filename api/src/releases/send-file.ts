import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Request, Response } from "express";
import type { RegistryStore } from "./store/registry.ts";
import { publicPlace } from "./store/registry-changes.ts";

type Encoding = "br" | "gzip";

/** The smallest first. */
const extensions: Readonly<Record<Encoding, string>> = { br: ".br", gzip: ".gz" };
/** A name of a file: no separator, no leading dot. */
const plainName = /^[\w-][\w.-]*$/;

/** The compressed forms that a browser takes, the smallest first. */
const takenBy = (req: Request) =>
  (["br", "gzip"] as const).filter((encoding) => req.acceptsEncodings(encoding) === encoding);

/**
 * Sends a file of a folder in the best encoding that is stored beside it, which is looked up at each request: builds arrive
 * while the API runs (`express-static-gzip` lists them once). The caller has set its type.
 * @returns false where there is none
 */
export async function sendFile(req: Request, res: Response, folder: string, name: string): Promise<boolean> {
  if (!plainName.test(name)) return false;
  for (const encoding of [...takenBy(req), undefined]) {
    const file = path.join(folder, name + (encoding === undefined ? "" : extensions[encoding]));
    const body = await readFile(file).catch(() => undefined);
    if (body === undefined) continue;
    send(req, res, body, encoding);
    return true;
  }
  return false;
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
    const found = hash === undefined ? undefined : await content(hash, takenBy(req));
    if (found === undefined) return false;
    const { encoding, body } = found;
    res.set("ETag", `"${hash}${encoding === undefined ? "" : `-${encoding}`}"`);
    send(req, res, body, encoding);
    return true;
  };
}

/** Sends the one range that is asked for; several ranges get the whole, as a range of another version does. */
function send(req: Request, res: Response, body: Buffer, encoding: Encoding | undefined): void {
  res.vary("Accept-Encoding").set("Accept-Ranges", "bytes");
  if (encoding !== undefined) res.set("Content-Encoding", encoding);
  const ifRange = req.get("If-Range");
  const isAsked = req.method === "GET" && (ifRange === undefined || ifRange === res.get("ETag"));
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
