import "./node-version.mjs";
import { parseArgs } from "node:util";
import { ensureBrowser } from "./browser.mjs";
import { build } from "./build.mjs";
import { check } from "./check.mjs";
import { explain, root } from "./run.mjs";
import { install, prepareDatabase } from "./setup.mjs";
import { jest, playwright, tell } from "./test-reports.mjs";

const runners = { check: checks, unit, browser };

const { only, rest } = readArguments();
const total = { passed: 0, failed: 0, failures: [], flaky: [] };

process.chdir(root);
try {
  await install();
  if (only !== "check") {
    await prepareDatabase();
    await build();
  }
  for (const [name, runner] of Object.entries(runners)) {
    if (only !== undefined && only !== name) continue;
    const { passed, failed, failures = [], flaky = [], notes = [] } = await runner();
    const ran = passed + failed > 0;
    console.log(
      `\n${name}: ${[`${passed} passed`, `${failed} failed`, ...notes].join(", ")}${ran ? "" : ", so nothing was tested"}\n`,
    );
    total.passed += passed;
    // A runner that finds no test has found out nothing, which must not look like success.
    total.failed += ran ? failed : 1;
    total.failures.push(...failures);
    total.flaky.push(...flaky);
  }
} catch (error) {
  explain(error);
  total.failed += 1;
}
tell(total);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { only: { type: "string" } },
      allowPositionals: true,
    });
    if (values.only !== undefined && !Object.hasOwn(runners, values.only))
      throw new Error(`there is no ${values.only}`);
    return { only: values.only, rest: positionals };
  } catch (error) {
    console.error(`npm test -- [--only ${Object.keys(runners).join("|")} [path …]] (${error.message})`);
    return process.exit(1);
  }
}

function checks() {
  console.log("Checking format, lint, types and dead code …");
  return check();
}

function unit() {
  return jest("jest", rest);
}

async function browser() {
  return playwright("playwright", rest, { CHROMIUM_PATH: await ensureBrowser() });
}
