import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import esModules from "./jest/es-modules.cjs";

const remote = mkdtempSync(path.join(tmpdir(), "es-modules-"));
afterAll(() => rmSync(remote, { recursive: true }));

const install = (folder: string, described: object) => {
  mkdirSync(path.join(remote, folder), { recursive: true });
  writeFileSync(path.join(remote, folder, "package.json"), JSON.stringify(described));
};

test("the packages of a remote that have ES modules only, and those that they need, are compiled for Jest", () => {
  install("", {
    dependencies: { shapes: "1", both: "1", old: "1", missing: "1", "@souffleur/shared-ui": "1" },
  });
  install("node_modules/shapes", { type: "module", main: "a.mjs", dependencies: { paths: "1" } });
  install("node_modules/paths", { type: "module", exports: "./a.js", dependencies: { shapes: "1" } });
  install("node_modules/both", { type: "module", exports: { import: "./a.js", require: "./a.cjs" } });
  install("node_modules/old", { main: "a.js", dependencies: { marks: "1" } });
  install("node_modules/old/node_modules/marks", { main: "a.mjs" });
  install("node_modules/@souffleur/shared-ui", { type: "module" });
  expect(esModules(remote).sort()).toEqual(["marks", "paths", "shapes"]);
  expect(esModules(path.join(remote, "nowhere"))).toEqual([]);
});
