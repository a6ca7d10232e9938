import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { contractMismatches, Registry, ReleaseContract, specifiedManifests } from "@souffleur/contracts";
import { createReleaseClient } from "../src/releases/remote-release-client.ts";
import { startApp, type TestApp } from "../testing/app.ts";
import { pagesIn, writeBuild } from "../testing/built-remotes.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const project = path.resolve(__dirname, "../..");
const token = "a-token-for-machines-that-release-0123456789";
let folder: string;
let app: TestApp | undefined;

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  await app?.close();
  app = undefined;
});

/** The contract of bundles that are built in a checkout whose packages have these versions. */
async function contractOf(versions: Readonly<Record<string, string>> = {}): Promise<ReleaseContract> {
  const checkout = temporaryFolder();
  const packages = path.join(checkout, "node_modules");
  mkdirSync(path.join(packages, "@tanstack"), { recursive: true });
  for (const name of ["api", "api/contracts", "shared-ui"]) {
    const manifest = JSON.parse(readFileSync(path.join(project, name, "package.json"), "utf8"));
    const version = versions[name] ?? manifest.version;
    mkdirSync(path.join(packages, manifest.name), { recursive: true });
    writeFileSync(
      path.join(packages, manifest.name, "package.json"),
      JSON.stringify({ ...manifest, version }),
    );
  }
  for (const name of ["react", "react-router-dom", "@tanstack/react-query"])
    symlinkSync(path.join(project, "shell/remote/node_modules", name), path.join(packages, name));
  const modules = path.join(checkout, "shared-modules.cjs");
  cpSync(path.join(project, "shell/remote/shared-modules.cjs"), modules);
  const { contractVersions } = await import(modules);
  return ReleaseContract.parse(contractVersions());
}

/** Starts the product with a shell of this contract, and with the remotes that are built beside it. */
async function start(shell: ReleaseContract) {
  await app?.close();
  app = await startApp({ env: { RELEASES_TOKEN: token }, pages: pagesIn(folder, shell) });
  const { url } = app;
  return {
    client: createReleaseClient(url, token),
    live: async () => Registry.parse(await (await fetch(`${url}/remotes.json`)).json()).remotes,
  };
}

const remoteNames = Object.keys(specifiedManifests);

/** Releases all remotes with the current versions. */
async function releasedToday() {
  const today = await contractOf();
  for (const name of remoteNames) await writeBuild(path.join(folder, name, "dist"), name, name, today);
  const { live } = await start(today);
  expect(Object.keys(await live()).sort()).toEqual([...remoteNames].sort());
  return { today, remotes: await live() };
}

test.each([
  ["minor", "0.99.0"],
  ["major", "99.0.0"],
])(
  "with a new %s version of the API and the contracts every live remote stays live, and an older build is accepted",
  async (_kind, version) => {
    const { today, remotes } = await releasedToday();
    const raised = await contractOf({ api: version, "api/contracts": version });
    expect(raised).toEqual({ ...today, contracts: version });
    const { live, client } = await start(raised);
    expect(await live()).toEqual(remotes);
    // The shell's check in the browser, before it loads a remote.
    for (const { contract } of Object.values(remotes))
      expect(contractMismatches(contract, raised)).toEqual([]);

    const build = path.join(folder, "built-before");
    const late = await writeBuild(build, "mfe-admin", "built before", today);
    await client.activate([await client.publish(build)]);
    expect((await live())["mfe-admin"]?.version).toBe(late.version);
  },
);

test("with a new major version of shared-ui, which is a singleton, an older release is refused", async () => {
  const { today, remotes } = await releasedToday();
  const { live, client } = await start(await contractOf({ "shared-ui": "99.0.0" }));
  const build = path.join(folder, "built-before");
  await writeBuild(build, "mfe-admin", "built before", today);
  await expect(client.activate([await client.publish(build)])).rejects.toThrow(
    `it was built for shared-ui ^${today["shared-ui"]}, the shell has 99.0.0`,
  );
  expect(await live()).toEqual(remotes);
});
