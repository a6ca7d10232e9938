import path from "node:path";

/**
 * The kinds of file in builds, each with its exact content type. svg is not among them: opened as a page it runs
 * script, also on a static host without our policy.
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
