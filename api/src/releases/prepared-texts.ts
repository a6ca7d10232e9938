import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { Registry } from "@souffleur/contracts";
import type { Request, Response } from "express";

const compress = {
  br: promisify(brotliCompress),
  gzip: promisify(gzip),
  identity: async (text: Buffer) => text,
};

/** Texts made from a registry. They are the same for all browsers until the next release, so each is compressed once. */
export function createPreparedTexts() {
  const prepared = new WeakMap<Registry, Map<string, Promise<Buffer>>>();
  return {
    /** Answers with the text of this name, in the best encoding that the browser accepts. */
    async send(req: Request, res: Response, registry: Registry, name: string, make: () => string) {
      const encoding =
        (["br", "gzip"] as const).find((one) => req.acceptsEncodings(one) === one) ?? "identity";
      const texts = prepared.get(registry) ?? new Map<string, Promise<Buffer>>();
      prepared.set(registry, texts);
      const text = texts.get(`${encoding} ${name}`) ?? compress[encoding](Buffer.from(make()));
      texts.set(`${encoding} ${name}`, text);
      if (encoding !== "identity") res.set("Content-Encoding", encoding);
      res
        .vary("Accept-Encoding")
        // Pages have scripts that the policy names by their hashes.
        .set("Cache-Control", "no-cache, no-transform")
        .send(await text);
    },
  };
}
