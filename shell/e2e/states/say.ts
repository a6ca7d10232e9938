import { readdirSync, readFileSync } from "node:fs";
import { type Messages, setupI18n } from "@lingui/core";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Language } from "@souffleur/contracts";
import { type Page, test } from "playwright/test";

export type Values = Readonly<Record<string, string | number>>;

/** Where a text has another French in another package, the first one counts. */
const packages = [
  "api/contracts",
  "shared-ui",
  "shell",
  ...readdirSync(".").filter((name) => /^mfe-/.test(name)),
];
const texts = new Map<string, string>(
  packages.toReversed().flatMap((name) => [...catalogue(name), ...manifest(name)]),
);
const compiled = (choose: (text: [string, string]) => string): Messages =>
  Object.fromEntries([...texts].map((text) => [text[0], compileMessage(choose(text))]));
const spoken = {
  en: setupI18n({ locale: "en-US", messages: { "en-US": compiled(([english]) => english) } }),
  fr: setupI18n({ locale: "fr-FR", messages: { "fr-FR": compiled(([, french]) => french) } }),
};

function catalogue(name: string): [string, string][] {
  return Object.entries(JSON.parse(readFileSync(`${name}/src/texts/fr.json`, "utf8")));
}

/** The titles and labels of a remote, which stand before their French. */
function manifest(name: string): [string, string][] {
  if (!name.startsWith("mfe-")) return [];
  const pairs = readFileSync(`${name}/remote.json`, "utf8").matchAll(
    /"(?:title|label|group)": "([^"]*)",\s*"french": "([^"]*)"/g,
  );
  return [...pairs].map(([, english = "", french = ""]) => [english, french]);
}

/** The language of the running test's pages: French in one with the tag `@fr`. */
export function language(): Language {
  return test.info().tags.includes("@fr") ? "fr" : "en";
}

/** An English text of the interface as the test's pages have it. Throws where no catalogue has it. */
export function say(text: string, values?: Values): string {
  if (!texts.has(text)) throw new Error(`No catalogue has the text ${JSON.stringify(text)}`);
  return spoken[language()]._(text, values);
}

/** The label of the consent to the terms, which has a link in it. */
export const consent = () => say("I agree to the <0>Terms and Conditions</0>").replace(/<\/?0>/g, "");

/** Whether this is an English text of the interface that is another in French. */
export const isEnglish = (text: string): boolean => (texts.get(text) ?? text) !== text;

/** Lets a page speak the test's language. */
export async function speak(page: Page): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem("souffleur.language", chosen), language());
}
