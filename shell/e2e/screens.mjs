// Photographs every screen in every state, in both themes and four widths, into `.screens`; words choose the
// states that have one of them in their name: `npm run screens [-- call dialog …]`.
import { rmSync } from "node:fs";
import path from "node:path";
import { ensureBrowser } from "../../api/scripts/browser.mjs";
import { build } from "../../api/scripts/build.mjs";
import { fail, root, run, tool } from "../../api/scripts/run.mjs";
import { install, prepareDatabase } from "../../api/scripts/setup.mjs";

process.chdir(root);
const words = process.argv.slice(2);
try {
  await install();
  await prepareDatabase();
  await build();
  if (words.length === 0) rmSync(path.join(root, ".screens"), { recursive: true, force: true });
  const chosen = words.length === 0 ? [] : ["--grep", words.join("|")];
  const { ok } = await run(tool("playwright"), ["test", "--reporter=list", ...chosen], {
    show: true,
    env: { SOUFFLEUR_SCREENS: "1", CHROMIUM_PATH: await ensureBrowser() },
  });
  console.log(`The screens are in ${path.join(root, ".screens")}.`);
  process.exitCode = ok ? 0 : 1;
} catch (error) {
  fail(error);
}
