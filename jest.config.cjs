const { existsSync, readdirSync } = require("node:fs");
const path = require("node:path");
const screens = require("./shell/remote/jest/browser.cjs");
const esModules = require("./shell/remote/jest/es-modules.cjs");

// One project a package: the API's tests run in Node against the real engine, the screens' in jsdom.
const esmOnly = [
  "@ozymandiasthegreat/vad",
  "lucide-react",
  "@seriousme/openapi-schema-validator",
  "n2words",
  "postal-mime",
  "openid-client",
  "oauth4webapi",
  "jose",
  "@tanstack/react-table",
  "@tanstack/react-store",
  "@tanstack/store",
  "@tanstack/table-core",
];
// pnpm keeps packages under node_modules/.pnpm/<name>@<version>/node_modules/<name>.
const ignoring = (compiled) => [
  `node_modules/(?!\\.pnpm/)(?!(${compiled.join("|")})/)`,
  `node_modules/\\.pnpm/(?!(${compiled.map((n) => n.replace("/", "\\+")).join("|")})@)`,
];
const transformIgnorePatterns = ignoring(esmOnly);
// The contracts' sources, and not what was built of them last.
const sources = { customExportConditions: ["source", "node", "node-addons"] };
const node = {
  rootDir: "api",
  globalSetup: "<rootDir>/testing/prepare-tests.ts",
  globalTeardown: "<rootDir>/testing/end-tests.ts",
  transform: screens.transform,
  transformIgnorePatterns,
  runtime: screens.runtime,
  testEnvironment: "node",
  testEnvironmentOptions: sources,
};
/** What few changes need: `npm run test:hard` runs `*.hard.test.*` alone, and `npm test` all others. */
const isHard =
  process.env.SOUFFLEUR_TIER === "hard" || process.argv.some((each) => each.includes(".hard.test"));
const test = `${isHard ? "*.hard" : "!(*.hard)"}.test`;

const browser = {
  ...screens,
  testMatch: [`<rootDir>/{src,delivery}/**/${test}.{ts,tsx}`],
  transformIgnorePatterns,
  testEnvironmentOptions: sources,
};
const remotes = readdirSync(__dirname).filter((name) =>
  existsSync(path.join(__dirname, name, "remote.json")),
);

/** Calls through a real Asterisk, whose files are in the folder that this names: a part of `npm run test:hard`. */
const pbx = process.env.SOUFFLEUR_PBX;
const telephony = {
  displayName: "pbx",
  testMatch: ["<rootDir>/test/*.pbx.ts"],
  ...node,
};

module.exports = {
  // Ends what hangs and judges no speed: with real engines, sockets and password hashes, a test of all combinations of
  // filters, or of a kill at every write, has taken more than a minute on a busy machine.
  testTimeout: 180_000,
  // Many tests wait for engines, sockets and timers: three left two cores idle for a sixth of their time.
  maxWorkers: pbx ? 2 : 4,
  projects: pbx
    ? [telephony]
    : [
        {
          displayName: "api",
          testMatch: [`<rootDir>/{commands,src,test,tools}/**/${test}.ts`],
          ...node,
        },
        ...Object.entries({ contracts: "api/contracts", remote: "shell/remote" }).map(([name, rootDir]) => ({
          ...node,
          displayName: name,
          rootDir,
          testMatch: [`<rootDir>/${test}.ts`, `<rootDir>/src/**/${test}.ts`],
          globalSetup: undefined,
          globalTeardown: undefined,
        })),
        ...["shared-ui", "shell", ...remotes].map((name) => ({
          displayName: name,
          rootDir: name,
          ...browser,
          transformIgnorePatterns: ignoring([...esmOnly, ...esModules(path.join(__dirname, name))]),
        })),
      ],
};
