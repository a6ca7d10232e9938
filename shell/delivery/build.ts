import { defineCommand } from "@souffleur/api/tools/define-command";
import { allBundles } from "@souffleur/api/tools/workspace";
import { buildBundles } from "./bundles.ts";

export const command = defineCommand({
  name: "node api/tools/command.mjs shell/delivery/build",
  summary: "Builds the shell and the remotes whose sources have changed.",
  operands: { usage: "[package …]", among: allBundles },
  async run(_values, names) {
    await buildBundles(names.length > 0 ? names : allBundles());
    return 0;
  },
});
