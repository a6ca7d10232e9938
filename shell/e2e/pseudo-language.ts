import { runInNewContext } from "node:vm";
import type { Page } from "playwright/test";

/** A message that the build compiled: texts, and values with their cases. */
type Compiled = readonly (
  | string
  | readonly [name: string, format?: string | undefined, cases?: Record<string, Compiled | number>]
)[];

const isPlain = /^[^\uff21-\uff5a]*[A-Za-zÀ-ÿ][^\uff21-\uff5a]*$/;
/** As wide letters (U+FF21 and on), which nobody types: `Ａｃｃｅｐｔ`. What looks like an element stays. */
const widened = (text: string) =>
  text
    .split(/(<\/?\d+\/?>)/)
    .map((part) =>
      part.startsWith("<")
        ? part
        : Array.from(part.normalize("NFD").replace(/\p{M}/gu, ""), (letter) =>
            /[A-Za-z]/.test(letter) ? String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0) : letter,
          ).join(""),
    )
    .join("");

function inPseudo(message: Compiled): Compiled {
  return message.map((token) => {
    if (typeof token === "string") return widened(token);
    const [name, format, cases] = token;
    if (cases === undefined || typeof cases !== "object") return token;
    const pseudo = Object.entries(cases).map(([of, tokens]) => [
      of,
      Array.isArray(tokens) ? inPseudo(tokens) : tokens,
    ]);
    return [name, format, Object.fromEntries(pseudo)] as const;
  });
}

/** Shows the page's French texts in wide letters: what stays as it is does not come from a catalogue. */
export async function speakPseudo(page: Page): Promise<void> {
  await page.addInitScript(() => {
    localStorage.setItem("souffleur.language", "fr");
    // The texts that are shown are not those that were released.
    Object.defineProperty(HTMLScriptElement.prototype, "integrity", { set() {} });
    Object.defineProperty(HTMLLinkElement.prototype, "integrity", { set() {} });
  });
  // The chunks, and none of the files that the page itself names with their integrity.
  await page.route(/\/\d+\.\w{8}\.js(\?.*)?$/, async (route) => {
    const response = await route.fetch();
    const script = await response.text();
    const body = script.replace(
      /JSON\.parse\((['"`])(\{.*?\})\1\)/g,
      (whole, quote: string, json: string) => {
        const texts: Record<string, Compiled> = JSON.parse(runInNewContext(quote + json + quote));
        if (!Object.values(texts).every((message) => Array.isArray(message))) return whole;
        const pseudo = Object.entries(texts).map(([key, message]) => [key, inPseudo(message)]);
        return `JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(pseudo)))})`;
      },
    );
    await route.fulfill({ response, body });
  });
}

/** The texts on the page, also those for screen readers, that have no wide letter. */
export async function plainTexts(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      if (parentElement?.closest("script, style, noscript, [lang=en], [lang=fr]:not(html)")) continue;
      if (parentElement?.checkVisibility()) found.push(textContent ?? "");
    }
    for (const element of document.body.querySelectorAll("[aria-label], [title], [placeholder]"))
      if (element.checkVisibility())
        for (const name of ["aria-label", "title", "placeholder"])
          found.push(element.getAttribute(name) ?? "");
    return found.map((text) => text.trim());
  });
  return [...new Set(texts.filter((text) => isPlain.test(text)))];
}
