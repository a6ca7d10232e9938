import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { root, run, tool } from "../tools/run-step.mjs";

/** A file, one that it imports, and the rule that this breaks; undefined if it is allowed. */
const imports: [from: string, to: string, broken: string | undefined][] = [
  ["api/src/mail/a.ts", "api/src/mail/b.ts", "no-cycle"],
  ["api/src/mail/b.ts", "api/src/mail/a.ts", undefined],
  ["api/src/http/a.ts", "api/src/auth/a.ts", "api-layer-1"],
  ["api/src/auth/a.ts", "api/src/calls/a.ts", "api-layer-2"],
  ["api/src/calls/a.ts", "api/src/telephony/a.ts", "api-layer-3"],
  ["api/src/telephony/a.ts", "api/src/app.ts", "api-layer-4"],
  ["api/src/auth/b.ts", "api/src/playbook/a.ts", "api-layer-2"],
  ["api/src/playbook/b.ts", "api/src/desk/a.ts", "api-layer-3"],
  ["api/src/unknown/a.ts", "api/src/http/b.ts", "api-folder-without-layer"],
  ["api/src/telephony/b.ts", "api/src/redis/a.ts", undefined],
  ["api/src/desk/b.ts", "api/src/calls/a-model.ts", "models-at-home"],
  ["api/src/calls/b.ts", "api/src/calls/b-model.ts", undefined],
  ["api/src/server.ts", "api/commands/a.ts", "product-below-commands"],
  ["api/src/audit/a.ts", "api/src/testing/a.ts", "testing-in-tests"],
  ["api/src/audit/a.test.ts", "api/src/testing/a.ts", undefined],
  ["api/tools/a.ts", "api/src/crypto/a.ts", "tools-at-the-bottom"],
  ["api/tools/b.ts", "api/tools/c.ts", undefined],
  ["api/bench/a.ts", "api/commands/a.ts", "bench-below-commands"],
  ["api/commands/b.ts", "shell/delivery/a.ts", "delivery-as-a-process"],
  ["shell/delivery/b.ts", "api/bench/b.ts", "delivery-on-tools"],
  ["shell/build/a.cjs", "shell/webpack.config.cjs", "build-at-the-bottom"],
  ["shell/remote/a.cjs", "shell/build/b.cjs", "remote-below-build"],
  ["api/contracts/src/a.ts", "node_modules/express/index.js", "contracts-on-zod"],
  ["api/contracts/src/b.ts", "node_modules/zod/index.js", undefined],
  ["shared-ui/src/a.ts", "api/src/crypto/b.ts", "browser-without-node"],
  ["shared-ui/src/b.ts", "api/contracts/src/c.ts", undefined],
  ["shared-ui/src/figures/a.ts", "shared-ui/src/texts/a.ts", "one-shared-ui"],
  ["shared-ui/src/figures/b.ts", "shared-ui/src/figures/c.ts", undefined],
  ["mfe-auth/src/a.ts", "mfe-admin/src/a.ts", "remotes-apart"],
  ["mfe-auth/src/b.ts", "node_modules/zod/index.js", "through-shared-ui"],
  ["shell/src/one/a.ts", "shell/src/two/a.ts", undefined],
  ["shell/src/two/b.ts", "shell/src/one/b.ts", undefined],
];
const folderCycle = [
  ["shell/src/one", "shell/src/two", "no-folder-cycle"],
  ["shell/src/two", "shell/src/one", "no-folder-cycle"],
];

interface Violation {
  from: string;
  to: string;
  rule: { name: string };
}

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

function write(file: string, text: string) {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}

test("an import in the wrong direction breaks its own rule and no other", async () => {
  for (const [, to] of imports) write(to, "");
  for (const [from, to] of imports) {
    const name = `./${path.relative(path.dirname(from), to)}`;
    write(from, from.endsWith(".cjs") ? `require("${name}");` : `import type { A } from "${name}";`);
  }
  const config = path.join(root, ".dependency-cruiser.cjs");
  const args = ["--config", config, "--output-type=json", "api", "shell", "shared-ui", "mfe-*"];
  const { output } = await run(tool("depcruise"), args, { cwd: folder });
  const { violations } = JSON.parse(output).summary as { violations: Violation[] };
  const found = violations.map(({ from, to, rule }) => [from, to, rule.name]);
  const expected = imports.filter(([, , broken]) => broken !== undefined);
  expect(found.sort()).toEqual([...expected, ...folderCycle].sort());
});

/** What Biome's rules say of the files that were written. */
async function lint() {
  for (const file of ["biome.json", "api/clock.grit"])
    write(file, readFileSync(path.join(root, file), "utf8"));
  const { output } = await run(tool("biome"), ["lint", "--colors=off", "--vcs-enabled=false"], {
    cwd: folder,
  });
  return output;
}

test("a production file has at most 300 lines; a test file may have more", async () => {
  write("api/src/most.ts", "f();\n".repeat(300));
  write("api/src/more.ts", "f();\n".repeat(301));
  write("api/src/more.test.ts", "f();\n".repeat(301));
  expect((await lint()).match(/^\S+ lint\/\S+/gm)).toEqual([
    "api/src/more.ts:1:1 lint/style/noExcessiveLinesPerFile",
  ]);
});

test("the API asks its clock for the time, and nothing else", async () => {
  const asking = "f(new Date(), Date.now(), (now = Date.now) => now(), new Date(0), Date.parse(text));\n";
  for (const file of ["src/mail/a.ts", "src/clock.ts", "src/a.test.ts", "tools/a.ts"])
    write(`api/${file}`, asking);
  const output = await lint();
  expect(output.match(/^\S+ plugin/gm)).toEqual(
    [3, 15, 34].map((column) => `api/src/mail/a.ts:1:${column} plugin`),
  );
  expect(output).toContain("Ask the clock for the time (api/src/clock.ts): `clock.now()` for a Date");
});
