import path from "node:path";

/**
 * The kinds of file in builds, each with its exact content type. SVG is not among them: opened as a page it runs scripts,
 * on static hosts without our policy too.
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

/** The content type of a release's file; undefined where no release may have such a file. */
export function contentTypeOf(file: string): string | undefined {
  const extension = path.extname(file);
  return Object.hasOwn(contentTypes, extension) ? contentTypes[extension] : undefined;
}

/** The kinds of file that a release may have, for messages. */
export const servedKinds = Object.keys(contentTypes).join(", ");
