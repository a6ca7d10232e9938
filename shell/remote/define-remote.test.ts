import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { version } from "webpack/package.json";
import { run, tool } from "../../api/tools/run-step.mjs";

const sources = {
  // Readable names and no minification; otherwise the output is the same.
  "webpack.config.cjs": `const { defineRemote } = require(${JSON.stringify(path.join(__dirname, "define-remote.cjs"))});
    module.exports = (...given) => {
      const config = defineRemote(__dirname)(...given);
      return { ...config, optimization: { ...config.optimization, minimize: false, chunkIds: "named" } };
    };`,
  "package.json": '{ "name": "@team/mfe-deals" }',
  "tsconfig.json": "{}",
  "remote.json": JSON.stringify({
    owns: ["/deals"],
    screens: [{ path: "/deals", title: "Deals", access: "session", skeleton: "table" }],
  }),
  "src/routes.tsx":
    'import styles from "./deals.module.css"; export default { routes: [], deals: "the deals", styles, later: () => import("./later.ts") };',
  "src/deals.module.css": ".deals { color: red; }",
  "src/later.ts": 'export const later = "what comes later";',
};

let folder: string;
/** The built files, by their name without the hash. */
let built: Record<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "souffleur-remote-"));
  mkdirSync(path.join(folder, "src"));
  for (const [file, text] of Object.entries(sources)) writeFileSync(path.join(folder, file), text);
  // In a process of its own, because jest would compile the whole bundler.
  const { ok, output } = await run(tool("webpack"), [], { cwd: folder });
  if (!ok) throw new Error(output);
  const files = readdirSync(path.join(folder, "dist")).filter((file) => /\.(js|css|json)$/.test(file));
  built = Object.fromEntries(
    files.map((file) => [
      file.replace(/\.[0-9a-f]{8}\./, "."),
      readFileSync(path.join(folder, "dist", file), "utf8"),
    ]),
  );
}, 300_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a remote's entry contains its screens; only the stylesheet and lazy modules are other files", () => {
  const scripts = Object.keys(built).filter((file) => file.endsWith(".js"));
  expect(scripts.sort()).toEqual(["remoteEntry.js", "src_later_ts.js"]);
  expect(built["remoteEntry.js"]).toContain("the deals");
  expect(JSON.parse(built["release.json"] ?? "")).toMatchObject({
    name: "mfe-deals",
    global: "mfe_deals",
    scripts: [],
    styles: [expect.stringMatching(/^routes\.\w+\.css$/)],
  });
});

/** The plugins' expectations of the bundler's output, which is not a documented interface. */
const expectations: { file: "entry" | "chunk"; expected: RegExp; why: string }[] = [
  {
    file: "chunk",
    expected:
      /^\(Array\.isArray\((Object\(document\.currentScript\)\["souffleurChunks"\])\) \? \1 : \(\1 = \[\]\)\)\.push\(/m,
    why: "A chunk must begin by pushing itself to `output.globalObject[output.chunkLoadingGlobal]`: OwnChunksPlugin sets both, so that a chunk reaches the loader through its own script element (ArrayPushCallbackChunkFormatPlugin).",
  },
  {
    file: "entry",
    expected:
      /__webpack_require__\.souffleurChunks = document\.currentScript\.souffleurChunks \|\|= \[\][\s\S]*chunkLoadingGlobal = Array\.isArray\(Object\(document\.currentScript\)\["souffleurChunks"\]\)/,
    why: "The entry must read its list of chunks while its own script runs, after OwnChunksPlugin has set it (JsonpChunkLoadingRuntimeModule; RuntimeModule.STAGE_BASIC comes before STAGE_ATTACH).",
  },
  {
    file: "entry",
    expected:
      /script = document\.createElement\(['"]script['"]\);[\s\S]*script\.src = url;[\s\S]*script\.souffleurChunks = __webpack_require__\.souffleurChunks;[\s\S]*document\.head\.appendChild\(script\)/,
    why: "When the hook `createScript` adds code, the loader must have the chunk's element with its address in a variable named `script`, and insert it afterwards (LoadScriptRuntimeModule): OwnChunksPlugin and AssetHookPlugin use that variable.",
  },
  {
    file: "entry",
    expected:
      /s\.getAttribute\("src"\) == url \|\| s\.getAttribute\("data-webpack"\) == dataWebpackPrefix \+ key/,
    why: "A loader must find an existing element only by its address or `data-webpack` (LoadScriptRuntimeModule): OwnChunksPlugin changes the one and removes the other, so that each build creates its own element.",
  },
  {
    file: "entry",
    expected: /globalThis\.souffleurAsset\?\.\(linkTag\)/,
    why: "mini-css-extract-plugin must name the variable of its link element in the hook `beforeTagInsert`: AssetHookPlugin passes that element to the shell.",
  },
];

test("the bundler's output is as the plugins expect", () => {
  const entry = built["remoteEntry.js"] ?? "";
  const chunk = built["src_later_ts.js"] ?? "";
  const text = { entry, chunk };
  expect(
    expectations
      .filter(({ file, expected }) => !expected.test(text[file]))
      .map(({ why }) => `webpack ${version}: ${why}`),
  ).toEqual([]);
  // In one expression, because `document.currentScript` is only set while the entry starts.
  expect(entry.match(/Object\(document\.currentScript\)/g)).toHaveLength(3);
});
