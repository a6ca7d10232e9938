import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";

// In browsers the shell provides shared-ui. A remote elsewhere needs only its types, and its sources for tests, so they are
// part of this package, and no team has to choose a version.
const from = new URL("../../shared-ui/", import.meta.url);
const to = new URL("./dist/@souffleur/shared-ui/", import.meta.url);

rmSync(to, { recursive: true, force: true });
for (const folder of ["src", "dist/types"]) {
  cpSync(new URL(folder, from), new URL(folder, to), {
    recursive: true,
    filter: (file) => !/\.test\.|tsbuildinfo/.test(file),
  });
}
const { name, version, type, exports, imports } = JSON.parse(
  readFileSync(new URL("package.json", from), "utf8"),
);
writeFileSync(
  new URL("package.json", to),
  `${JSON.stringify({ name, version, type, exports, imports }, null, 2)}\n`,
);
// The compiler does not copy declarations that are written by hand.
cpSync(
  new URL("configuration.d.ts", import.meta.url),
  new URL("dist/types/configuration.d.ts", import.meta.url),
);
