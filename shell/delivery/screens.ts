import { rmSync } from "node:fs";
import path from "node:path";
import { ensureBrowser } from "@souffleur/api/tools/browser";
import { defineCommand } from "@souffleur/api/tools/define-command";
import { root, run, tool } from "@souffleur/api/tools/run-step.mjs";

export const command = defineCommand({
  name: "npm run screens",
  summary:
    "Photographs every screen in every state, in both themes and four widths, into .screens;\n" +
    "words choose the states that have one of them in their name.",
  operands: { usage: "[word …]" },
  needs: ["engine", "bundles"],
  async run(_values, words) {
    if (words.length === 0) rmSync(path.join(root, ".screens"), { recursive: true, force: true });
    const chosen = words.length === 0 ? [] : ["--grep", words.join("|")];
    const { ok } = await run(tool("playwright"), ["test", "--reporter=list", ...chosen], {
      show: true,
      env: { SOUFFLEUR_SCREENS: "1", CHROMIUM_PATH: await ensureBrowser() },
    });
    console.log(`The screens are in ${path.join(root, ".screens")}.`);
    return ok ? 0 : 1;
  },
});
