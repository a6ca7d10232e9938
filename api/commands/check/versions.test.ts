import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { raiseVersions, versionProblems } from "./versions.ts";

const customer = `export const Customer = z.object({
  name: z.string().max(80),
  kind: z.enum(["person", "firm"]),
});
export type Kind = "person" | "firm";
`;
const button = `interface Props { label: string }
export function Button({ label }: Props) {
  return <button>{label}</button>;
}
`;

let root: string;
beforeEach(() => {
  root = temporaryFolder();
  write("api/contracts/package.json", '{ "version": "0.3.2" }');
  write("api/contracts/src/customer.ts", customer);
  write("shared-ui/package.json", '{ "version": "0.2.14" }');
  write("shared-ui/src/index.ts", 'export { Button, label as name } from "./button.tsx";\n');
  write("shared-ui/src/button.tsx", `${button}export const label = "OK";\n`);
  write("shared-ui/src/facade/router.ts", 'export { Link } from "#react-router";\n');
  write("shared-ui/src/facade/query.ts", "");
  write(
    "shell/remote/package.json",
    '{ "a": { "@souffleur/contracts": "^0.3.2" }, "b": { "@souffleur/shared-ui": "^0.2.14" } }',
  );
  write(
    "pnpm-lock.yaml",
    "'@souffleur/contracts':\n  specifier: ^0.3.2\n'@souffleur/shared-ui':\n  specifier: ^0.2.14\n",
  );
  raiseVersions(root);
});

function write(file: string, text: string) {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const raising = "npm run check -- versions --fix";

test("comments, format, tests and bodies of shared functions change no version", () => {
  expect(versionProblems(root)).toEqual([]);
  write(
    "api/contracts/src/customer.ts",
    `/** A buyer. */
export const Customer = z.object({ name: z.string().max(80), kind: z.enum(["person", "firm"]) });
// Either.
export type Kind =
  | "person"
  | "firm";
`,
  );
  write("api/contracts/src/customer.test.ts", "test();\n");
  write(
    "shared-ui/src/button.tsx",
    `${button.replace("<button>", "<button disabled>")}export const label = "OK";\n`,
  );
  expect(versionProblems(root)).toEqual([]);
});

test("an optional field of a contract is red until its version is raised, where remotes name it too", () => {
  write(
    "api/contracts/src/customer.ts",
    customer.replace(",\n});", ",\n  city: z.string().optional(),\n});"),
  );
  const problem = `@souffleur/contracts is still 0.3.2, but differs in customer.ts: ${raising}`;
  expect(versionProblems(root)).toEqual([problem]);
  expect(raiseVersions(root)).toEqual(["@souffleur/contracts is raised from 0.3.2 to 0.3.3: customer.ts"]);
  expect(versionProblems(root)).toEqual([]);
  expect(read("api/contracts/package.json")).toContain('"version": "0.3.3"');
  expect(read("shell/remote/package.json")).toContain('"@souffleur/contracts": "^0.3.3"');
  expect(read("pnpm-lock.yaml")).toContain("'@souffleur/contracts':\n  specifier: ^0.3.3");
  expect(read("pnpm-lock.yaml")).toContain("'@souffleur/shared-ui':\n  specifier: ^0.2.14");
});

test("a limit that no type shows makes another contract", () => {
  write("api/contracts/src/customer.ts", customer.replace("max(80)", "max(90)"));
  expect(versionProblems(root)).toHaveLength(1);
});

test("a new export of shared-ui raises the patch version, one that is gone the minor version", () => {
  write("shared-ui/src/facade/query.ts", 'export { useQuery } from "#react-query";\n');
  expect(raiseVersions(root)).toEqual([
    "@souffleur/shared-ui is raised from 0.2.14 to 0.2.15: query useQuery",
  ]);
  write("shared-ui/src/index.ts", 'export * from "./button.tsx";\n');
  expect(raiseVersions(root)).toEqual([
    "@souffleur/shared-ui is raised from 0.2.15 to 0.3.0: index label, index name",
  ]);
});

test("a shared component's new property is red", () => {
  write(
    "shared-ui/src/button.tsx",
    `${button.replace("string }", "string; on?: true }")}export const label = "OK";\n`,
  );
  expect(versionProblems(root)).toEqual([
    `@souffleur/shared-ui is still 0.2.14, but differs in index Button: ${raising}`,
  ]);
});

test("a version that was raised by hand is recorded as it is", () => {
  write("shared-ui/package.json", '{ "version": "0.3.0" }');
  write("shared-ui/src/index.ts", "");
  expect(versionProblems(root)).toEqual([`@souffleur/shared-ui 0.3.0 is not recorded: ${raising}`]);
  expect(raiseVersions(root)).toEqual(["@souffleur/shared-ui 0.3.0 is recorded"]);
  expect(versionProblems(root)).toEqual([]);
});
