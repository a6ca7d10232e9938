import path from "node:path";

/**
 * What builds consist of, with the exact type that each kind of file is sent as. An svg is not among them: opened by
 * itself it is a document that runs script, also where a plain host sends it without a policy.
 */
const contentTypes: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".woff2": "font/woff2",
  ".png": "image/png",
  ".webp": "image/webp",
};

/** The type that a file of a release is sent as; undefined where no release may have such a file. */
export function contentTypeOf(file: string): string | undefined {
  const extension = path.extname(file);
  return Object.hasOwn(contentTypes, extension) ? contentTypes[extension] : undefined;
}

/** The kinds of file that a release may have, for messages. */
export const servedKinds = Object.keys(contentTypes).join(", ");
