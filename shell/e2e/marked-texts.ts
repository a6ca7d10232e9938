import { runInNewContext } from "node:vm";
import type { APIResponse, Page } from "playwright/test";

/** A message that the build compiled: texts, and values with their cases. */
type Compiled = readonly (
  | string
  | readonly [name: string, format?: string | undefined, cases?: Record<string, Compiled | number>]
)[];

/** A zero-width space: it takes no place, and Playwright's locators ignore it. */
export const mark = "\u200b";

/** Each text between elements and values has a mark on both sides; what has no words has none. */
const marked = (text: string) =>
  text
    .split(/(<\/?\d+\/?>)/)
    .map((part, index) => (index % 2 === 0 && /\p{L}/u.test(part) ? mark + part + mark : part))
    .join("");

function withMarks(message: Compiled): Compiled {
  return message.map((token) => {
    if (typeof token === "string") return marked(token);
    const [name, format, cases] = token;
    if (cases === undefined || typeof cases !== "object") return token;
    const each = Object.entries(cases).map(([of, tokens]) => [
      of,
      Array.isArray(tokens) ? withMarks(tokens) : tokens,
    ]);
    return [name, format, Object.fromEntries(each)] as const;
  });
}

/** Marks the texts of a page's French catalogues, so that `unmarkedTexts` finds what does not come from one. */
export async function markTexts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // The texts that are shown are not those that were released.
    Object.defineProperty(HTMLScriptElement.prototype, "integrity", { set() {} });
    Object.defineProperty(HTMLLinkElement.prototype, "integrity", { set() {} });
  });
  // The chunks, and none of the files that the page itself names with their integrity.
  await page.context().route(/\/\d+\.\w{8}\.js(\?.*)?$/, async (route) => {
    const url = route.request().url();
    const chunk = markedChunks.get(url) ?? (await markChunk(await route.fetch()));
    markedChunks.set(url, chunk);
    // A page that walks on no longer waits for it; one that waits and gets nothing fails by its texts.
    await route.fulfill(chunk).catch(() => {});
  });
}

/** For all pages: their files are the same. */
const markedChunks = new Map<string, Awaited<ReturnType<typeof markChunk>>>();

async function markChunk(response: APIResponse) {
  const script = await response.text();
  const body = script.replace(/JSON\.parse\((['"`])(\{.*?\})\1\)/g, (whole, quote: string, json: string) => {
    const texts: Record<string, Compiled> = JSON.parse(runInNewContext(quote + json + quote));
    if (!Object.values(texts).every((message) => Array.isArray(message))) return whole;
    const each = Object.entries(texts).map(([key, message]) => [key, withMarks(message)]);
    return `JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(each)))})`;
  });
  return { status: response.status(), headers: response.headers(), body };
}

/** The texts on the page, also those for screen readers, outside marks: values are among them. */
export async function unmarkedTexts(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      if (parentElement?.closest("script, style, noscript, kbd, code, pre, [lang=en], [lang=fr]:not(html)"))
        continue;
      if (parentElement?.checkVisibility()) found.push(textContent ?? "");
    }
    for (const element of document.body.querySelectorAll("*"))
      if (element.checkVisibility())
        for (const name of [
          "aria-label",
          "aria-description",
          "aria-valuetext",
          "alt",
          "title",
          "placeholder",
        ])
          found.push(element.getAttribute(name) ?? "");
    return found;
  });
  const outside = texts.flatMap((text) => text.split(mark).filter((_, index) => index % 2 === 0));
  return [
    ...new Set(outside.map((text) => text.replace(/^[\s,;:.?!«»()–—-]+|[\s,;:.?!«»()–—-]+$/gu, ""))),
  ].filter((text) => /\p{L}/u.test(text));
}
