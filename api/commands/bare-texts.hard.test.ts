import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "../tools/run-step.mjs";
import { bareTexts } from "./bare-texts.ts";

const project = path.join(root, "tsconfig.remotes.json");
const screens = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.tsx"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && !file.endsWith(".test.tsx") && !file.startsWith("shell/remote/example/"))
  .map((file) => path.join(root, file));

/** Some JSX, whose names are `on`, `text`, `count`, `node` and `Box`, with the texts that are to be found in it. */
const cases: [jsx: string, found: string[]][] = [
  ["<p>{text}</p>", []],
  ["<p>Sign In</p>", []],
  ["<p>{on ? text : element}</p>", []],
  ["<Box>{text}</Box>", []],
  ["<p>{on && element}<span>{text}</span></p>", []],
  ["<p>{element}{on && <b>{count}</b>}</p>", []],
  ["<p>\n  {element}\n  <b />\n</p>", []],
  ['<p>{on ? "" : element}<b /></p>', []],
  ["<button>{on && element}{text}</button>", ["{text}"]],
  ["<button>{on && element}Sign In</button>", ["Sign In"]],
  ["<p>{node}{on && element}</p>", ["{node}"]],
  ["<p>{text} {text}</p>", ["{text}", "", "{text}"]],
  ["<p>{count} calls</p>", ["{count}", "calls"]],
  ['<p><b />{on && text + " ·"}</p>', ['{on && text + " ·"}']],
  ["<Box><b />{text}</Box>", ["{text}"]],
  ["<Box>{on ? <>{text}</> : element}</Box>", ["{text}"]],
  ["function Name() { return text; }", ["Name"]],
  ["function Name() { return on ? text : element; }", ["Name"]],
  ["function Guard() { return node; }", []],
];

/** Of the cases and of all screens: most of the time goes into reading the types once. */
let found: string[];
beforeAll(() => {
  // A package that has React's types.
  const dist = path.join(root, "shared-ui", "dist");
  mkdirSync(dist, { recursive: true });
  const folder = mkdtempSync(path.join(dist, "bare-texts-"));
  const files = cases.map(([code], at) => {
    const file = path.join(folder, `case-${at}.tsx`);
    writeFileSync(
      file,
      `import type { ReactElement, ReactNode } from "react";
declare const on: boolean, text: string, count: number | undefined, node: ReactNode, element: ReactElement;
declare function Box(props: { children: ReactNode }): ReactElement;
export ${code.startsWith("function") ? code : `const shown = ${code};`}
export const used = [on, text, count, node, element, Box];
`,
    );
    return file;
  });
  found = bareTexts([...files, ...screens], project);
  rmSync(folder, { recursive: true });
});

test("a text that is not all that its element contains is found", () => {
  const textsOf = (_case: unknown, at: number) =>
    found
      .filter((text) => text.includes(`/case-${at}.tsx:`))
      .map((text) => text.slice(text.indexOf(" ") + 1));
  expect(cases.map(textsOf)).toEqual(cases.map(([, texts]) => texts));
});

test("no screen has one, so that a page that the browser translates keeps working", () => {
  expect(screens.length).toBeGreaterThan(150);
  expect(found.filter((text) => !text.includes("/bare-texts-"))).toEqual([]);
});
