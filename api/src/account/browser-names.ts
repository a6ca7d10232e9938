import Bowser from "bowser";

const browsers = new Set<string | undefined>(Object.values(Bowser.BROWSER_MAP));
const systems = new Set<string | undefined>(Object.values(Bowser.OS_MAP));

/**
 * The names of a browser and its operating system, by its User-Agent header. Only names that the library lists: it takes
 * others from the header, which may hold anything.
 */
export function browserNames(userAgent = ""): { browser?: string; system?: string } {
  if (userAgent === "") return {};
  const { browser, os } = Bowser.parse(userAgent);
  return {
    ...(browser.name !== undefined && browsers.has(browser.name) && { browser: browser.name }),
    ...(os.name !== undefined && systems.has(os.name) && { system: os.name }),
  };
}
