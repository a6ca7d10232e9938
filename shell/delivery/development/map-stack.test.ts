/** @jest-environment node */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { mapStack } from "./map-stack.ts";

const folder = mkdtempSync(path.join(tmpdir(), "souffleur-stack-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("positions of a bundle become those of its sources, and what has no map stays", () => {
  // The bundle's second line is the twelfth of the source.
  const map = { version: 3, sources: ["webpack://mfe_admin/./src/users.tsx"], names: [], mappings: ";AAWA" };
  writeFileSync(path.join(folder, "routes.js.map"), JSON.stringify(map));
  const stack = [
    "Error: no",
    "    at Users (http://127.0.0.1:4100/routes.js?r=1:2:300)",
    "Users@http://127.0.0.1:4100/routes.js:2:4",
    "    at render (https://souffleur.example/assets/development-shell.js:9:1)",
  ];
  expect(mapStack(stack.join("\n"), (pathname) => path.join(folder, pathname)).split("\n")).toEqual([
    "Error: no",
    "    at Users (src/users.tsx:12)",
    "Users@src/users.tsx:12",
    stack[3],
  ]);
});
