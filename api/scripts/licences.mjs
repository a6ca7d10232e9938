import { fail, run, StepError } from "./run.mjs";
import { install, packageManager } from "./setup.mjs";

/** Licences that ask for nothing but that their text is kept. */
const free = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "OFL-1.1",
  "Python-2.0",
  "Unlicense",
]);
/** Others that were looked at, with what they mean here. */
const known = {
  "SSPL-1.0": "the embedded MongoDB engine: used as a database, not offered as a service",
};

/** Lists the licence of every package that the product runs with; one that nobody has looked at is an error. */
async function list() {
  await install();
  const { ok, output } = await run(
    "npx",
    ["-y", packageManager, "licenses", "list", "--json", "--prod", "-r"],
    {
      env: { npm_config_update_notifier: "false", npm_config_loglevel: "error" },
    },
  );
  if (!ok) throw new StepError(`${output}\nThe licences could not be listed.`);
  const byLicence = JSON.parse(output.slice(output.indexOf("{")));
  const strangers = [];
  for (const [licence, packages] of Object.entries(byLicence).sort()) {
    const fine = licence.split(/ AND | OR /).every((part) => free.has(part.replace(/[()]/g, "")));
    if (!fine && known[licence] === undefined) strangers.push(licence);
    console.log(`${licence} (${packages.length})${known[licence] ? `: ${known[licence]}` : ""}`);
    for (const { name, versions } of packages) console.log(`  ${name} ${versions.join(", ")}`);
  }
  if (Object.keys(byLicence).length === 0) throw new StepError("No package was listed.");
  if (strangers.length > 0) throw new StepError(`Not looked at yet: ${strangers.join(", ")}`);
}

await list().catch(fail);
