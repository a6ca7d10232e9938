import { type Browser, chromium } from "playwright";
import { ensureBrowser } from "./browser.ts";
import { chromiumFlags } from "./chromium-flags.ts";

export async function openChromium(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: await ensureBrowser(), args: [...chromiumFlags, ...flags] });
}
