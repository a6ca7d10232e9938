import { defineCommand } from "../tools/define-command.ts";
import { pnpm } from "../tools/install.mjs";
import { StepError } from "../tools/step-error.mjs";

/** Licences whose only condition is that their text is kept. */
const free = new Set([
  ...["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "CC0-1.0"],
  ...["ISC", "MIT", "MIT-0", "OFL-1.1", "Python-2.0", "Unlicense"],
]);
/** Other licences that were reviewed, with their meaning here. */
const known: Record<string, string | undefined> = {
  "SSPL-1.0": "the embedded MongoDB engine: used as a database, not offered as a service",
};

/** Of `npm run packages`. */
export const licences = defineCommand({
  name: "npm run packages -- licences",
  summary: "Lists the licences of the product's runtime packages; an unknown licence is an error.",
  async run() {
    const { ok, output } = await pnpm("--filter !@souffleur/remote licenses list --json --prod".split(" "));
    if (!ok) throw new StepError(`${output}\nThe licences could not be listed.`);
    const byLicence: Record<string, { name: string; versions: string[] }[]> = JSON.parse(
      output.slice(output.indexOf("{")),
    );
    const unknown: string[] = [];
    for (const [licence, packages] of Object.entries(byLicence).sort()) {
      const isFree = licence.split(/ AND | OR /).every((part) => free.has(part.replace(/[()]/g, "")));
      const meaning = known[licence];
      if (!isFree && meaning === undefined) unknown.push(licence);
      console.log(`${licence} (${packages.length})${meaning ? `: ${meaning}` : ""}`);
      for (const { name, versions } of packages) console.log(`  ${name} ${versions.join(", ")}`);
    }
    if (Object.keys(byLicence).length === 0) throw new StepError("No package was listed.");
    if (unknown.length > 0) throw new StepError(`Not reviewed yet: ${unknown.join(", ")}`);
    return 0;
  },
});
