// Records what the screens, as they are built from these sources, say to the API. A recording is made with each
// release of the product; `api/src/recorded/replay.test.ts` replays the last five.
import path from "node:path";
import { ensureBrowser } from "../../api/scripts/browser.mjs";
import { build } from "../../api/scripts/build.mjs";
import { fail, root, run, StepError, tool } from "../../api/scripts/run.mjs";
import { install, prepareDatabase } from "../../api/scripts/setup.mjs";

process.chdir(root);
const file = path.join(root, "api/src/recorded", `${new Date().toISOString().slice(0, 10)}.jsonl`);
try {
  await install();
  await prepareDatabase();
  await build();
  const { ok, output } = await run(tool("playwright"), ["test", "--reporter=list"], {
    env: { SOUFFLEUR_RECORD: file, CHROMIUM_PATH: await ensureBrowser() },
  });
  if (!ok) throw new StepError(output);
  console.log(`What the screens say to the API is in ${path.relative(root, file)}.`);
} catch (error) {
  fail(error);
}
