import { readFileSync } from "node:fs";
import path from "node:path";

const project = path.resolve(__dirname, "../..");

test("this package installs the versions with which this repository is tested", () => {
  const read = (file: string) => JSON.parse(readFileSync(path.join(project, file), "utf8"));
  const own = read("shell/remote/package.json");
  const { dependencies, devDependencies, peerDependencies } = own;
  const tested = Object.assign(
    {},
    ...["package.json", "shared-ui/package.json"].flatMap((file) => {
      const { devDependencies = {}, dependencies: needed = {} } = read(file);
      return [devDependencies, needed];
    }),
    ...["shared-ui", "api/contracts"].map((folder) => {
      const { name, version } = read(`${folder}/package.json`);
      return { [name]: `^${version}` };
    }),
  );
  const differing = Object.entries({ ...devDependencies, ...dependencies, ...peerDependencies }).filter(
    ([name, version]) => tested[name] !== undefined && tested[name] !== version,
  );
  expect(differing).toEqual([]);
  expect(JSON.stringify(own)).not.toContain("workspace:");
});
