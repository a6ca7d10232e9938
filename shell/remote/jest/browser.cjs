const path = require("node:path");
const esModules = require("./es-modules.cjs");

const cssModule = require.resolve("./css-module.cjs");
const noTexts = require.resolve("./no-texts.cjs");

/** jest's configuration for the tests of screens, in jsdom: `module.exports = require("@souffleur/remote/jest")`. */
module.exports = {
  testMatch: ["<rootDir>/src/**/*.test.{ts,tsx}"],
  transform: {
    "\\.(t|j)sx?$|\\.mjs$": [
      require.resolve("@swc/jest"),
      {
        jsc: {
          target: "es2022",
          parser: { syntax: "typescript", tsx: true, importAttributes: true },
          transform: { react: { runtime: "automatic" } },
        },
        module: { type: "commonjs" },
      },
    ],
  },
  transformIgnorePatterns: [
    `node_modules/(?!@souffleur/|${["lucide-react", ...esModules(process.cwd())].join("/|")}/)`,
  ],
  runtime: require.resolve("./runtime.cjs"),
  // Ends what hangs: Jest's five seconds are too few for a screen on a busy machine.
  testTimeout: 180_000,
  testEnvironment: require.resolve("./environment.cjs"),
  setupFilesAfterEnv: [require.resolve("./setup.cjs")],
  // English texts are compiled when they are shown.
  moduleNameMapper: { "\\.css$": cssModule, "\\?english$": noTexts },
  // An installed package contains shared-ui, which is otherwise a package of the workspace.
  modulePaths: [path.join(__dirname, "../dist")],
};
