import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { runCommand } from "../testing/processes/run-command.ts";
import { root, run } from "../tools/run-step.mjs";
import { nameOf, stepsOfCi, triedCommands } from "./test/tried-commands.ts";

const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

test.each(Object.entries(scripts))(
  "npm run %s --help prints its summary and its options",
  async (name, script) => {
    const starter = "node api/tools/platform.mjs && exec node api/tools/command.mjs ";
    expect(script.startsWith(starter)).toBe(true);
    const args = script.slice(starter.length).split(" ");
    const { ok, output } = await runCommand(args.at(-1) ?? "", ["--help"]);
    expect(ok).toBe(true);
    const called = ["start", "test"].includes(name) ? `npm ${name}` : `npm run ${name}`;
    expect(output.startsWith(`${called} -- `)).toBe(true);
    expect(output).toMatch(/\n.+\n[\s\S]* {2}--help +shows this$/);
  },
);

test.each(["npm script", "command"])("on Windows a %s says in one line that it needs WSL", async (what) => {
  const fake = encodeURIComponent(`Object.defineProperty(process, "platform", { value: "win32" })`);
  const script = what === "command" ? "node api/tools/command.mjs api/commands/start" : scripts.start;
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${fake}` };
  const { code, output } = await run("sh", ["-c", `${script}`], { env });
  expect({ code, output }).toEqual({
    code: 1,
    output: "Souffleur runs on Linux and macOS. On Windows, run it inside WSL (`wsl --install`).",
  });
});

test.each(["api/commands", "shell/delivery"])(
  "in %s a command's help names the file that starts it",
  (folder) => {
    const files = readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" });
    const sources = files.filter(
      (file) => file.endsWith(".ts") && !/^(dist|node_modules)\b|\.test\.ts$/.test(file),
    );
    const named = sources.flatMap((file) => {
      const [, started] =
        /name: "node api\/tools\/command\.mjs (\S+)"/.exec(
          readFileSync(path.join(root, folder, file), "utf8"),
        ) ?? [];
      return started === undefined ? [] : [{ file: `${folder}/${file}`, started: `${started}.ts` }];
    });
    expect(named.length).toBeGreaterThan(0);
    for (const { file, started } of named) expect(started).toBe(file);
  },
);

/** The names of the commands in a document: `npm run dev` of `npm run dev -- mfe-admin`. */
const namedIn = (file: string) =>
  [
    ...readFileSync(path.join(root, file), "utf8").matchAll(/\bnpm (start|test\b(?!:)|run [a-z][\w:-]*)/g),
  ].map(([name]) => name);

test("CI runs every command that a document names, and every one that it runs is in a document", async () => {
  const { ok, output } = await run("git", ["ls-files", "*.md"]);
  expect(ok).toBe(true);
  const documented = new Set(output.split("\n").flatMap(namedIn));
  expect(documented.size).toBeGreaterThan(10);
  const tried = new Set([...triedCommands.map(({ typed }) => nameOf(typed)), ...stepsOfCi]);
  expect([...tried].sort()).toEqual([...documented].sort());
  const all = Object.keys(scripts).map((name) =>
    nameOf(`npm ${/^(start|test)$/.test(name) ? "" : "run "}${name}`),
  );
  expect([...tried].sort()).toEqual(all.sort());
  const ci = readFileSync(path.join(root, ".ci/run"), "utf8");
  for (const step of stepsOfCi) expect(ci).toContain(step);
});
