import path from "node:path";
import { defineCommand } from "@souffleur/api/tools/define-command";
import { freePort } from "@souffleur/api/tools/network";
import { prepareEngine } from "@souffleur/api/tools/programs/c-library";
import { explain, root } from "@souffleur/api/tools/run-step.mjs";
import { StepError } from "@souffleur/api/tools/step-error.mjs";
import { allRemotes, isBuilt } from "@souffleur/api/tools/workspace";
import { buildBundles } from "./bundles.ts";
import { runApi } from "./development/dev-api.ts";
import { watchPages } from "./development/dev-pages.ts";
import { serveProduct } from "./development/dev-product.ts";
import { remoteOptions, serveRemote } from "./development/dev-remote.ts";
import { listen, onStop } from "./development/dev-server.ts";
import { reportUnusedEdits } from "./development/unused-edits.ts";
import { checkTypes, contractVersions } from "./packages.ts";

export const command = defineCommand({
  name: "npm run dev",
  summary:
    "Serves API, shell and remotes on one origin and watches them (of the remotes only the named ones, if any);\n" +
    "with --shell, shows one remote in a deployed shell.",
  operands: { usage: "[remote …]", among: allRemotes },
  options: {
    shell: { type: "string", value: "<address>", help: "of a deployment" },
    ...remoteOptions,
  },
  async run({ shell, port, "no-open": closed }, names) {
    if (shell === undefined) return watchEverything(names.length > 0 ? names : allRemotes());
    const [name] = names;
    if (name === undefined || names.length > 1)
      throw new StepError("With --shell one remote is named, the one to replace there.");
    const output = path.join(root, ".cache/dev-remote", name);
    const remote = {
      name,
      folder: path.join(root, name),
      output,
      contract: contractVersions(),
      types: checkTypes,
    };
    await serveRemote(remote, { shell, port, open: !closed });
    reportUnusedEdits(shell);
  },
});

async function watchEverything(watched: string[]): Promise<void> {
  const port = Number(process.env.PORT || 3000);
  const publicUrl = process.env.PUBLIC_URL || `http://localhost:${port}`;
  await validateConfig(publicUrl);
  await prepareEngine();
  // Remotes that are not watched are served from their builds.
  const others = allRemotes().filter((name) => !watched.includes(name));
  await buildBundles(others).catch((error) => {
    // The sources may have errors during development; older builds are enough to begin with.
    if (!others.every(isBuilt)) throw error;
    explain(error);
  });
  // Before anything else is started, because the port may be taken.
  const server = await listen(port, process.env.HOST || "127.0.0.1", "set PORT to another one");
  const api = runApi({ port: await freePort(), publicUrl });
  const pages = await watchPages(watched, path.join(root, ".cache/dev"));
  serveProduct(server, pages, api);
  onStop(async () => {
    server.close();
    await Promise.all([pages.stop(), api.stop()]);
  });
  await Promise.all([api.ready(), pages.current()]);
  console.log(`Development: ${publicUrl} (watched: api, shell, ${watched.join(", ")})\n`);
}

/** The API itself gets HOST=127.0.0.1, so this command must check the given HOST. */
async function validateConfig(publicUrl: string): Promise<void> {
  const { ConfigError, readConfig } = await import("@souffleur/api/src/config");
  try {
    readConfig({ ...process.env, PUBLIC_URL: publicUrl });
  } catch (error) {
    throw error instanceof ConfigError ? new StepError(error.message) : error;
  }
}
