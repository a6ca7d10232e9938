import { rmSync } from "node:fs";
import path from "node:path";
import { defineCommand } from "../../tools/define-command.ts";
import { ensureBrowser } from "../../tools/programs/browser.ts";
import { root, run, tool } from "../../tools/run-step.mjs";

export const command = defineCommand({
  name: "npm run screens",
  summary:
    "Takes screenshots of every screen and state, in both themes and four widths, into .screens;\n" +
    "words select the states whose name has one of them. With --update it makes the documents' pictures anew instead.",
  options: {
    language: {
      type: "string",
      value: "en|fr",
      help: "the language of the screens (en)",
      read: languageOf,
    },
    update: {
      type: "boolean",
      help: "writes the pictures in shell/e2e/pictures that no longer show what the product looks like",
    },
  },
  operands: { usage: "[word …]" },
  needs: ["engine", "bundles"],
  async run({ language = "en", update }, words) {
    const env = { CHROMIUM_PATH: await ensureBrowser() };
    const chosen = words.length === 0 ? [] : ["--grep", words.join("|")];
    if (update) {
      const args = ["test", "--reporter=list", "--update-snapshots=changed", ...chosen];
      const { ok } = await run(tool("playwright"), args, {
        show: true,
        env: { ...env, SOUFFLEUR_PICTURES: "1" },
      });
      console.log("The pictures are in shell/e2e/pictures: look at those that git says have changed.");
      return ok ? 0 : 1;
    }
    if (words.length === 0) rmSync(path.join(root, ".screens"), { recursive: true, force: true });
    const { ok } = await run(tool("playwright"), ["test", "--reporter=list", ...chosen], {
      show: true,
      env: { ...env, SOUFFLEUR_SCREENS: language },
    });
    console.log(`The screens are in ${path.join(root, ".screens")}.`);
    return ok ? 0 : 1;
  },
});

function languageOf(text: string): string {
  if (text !== "en" && text !== "fr") throw new Error(`takes en or fr, not ${text}`);
  return text;
}
