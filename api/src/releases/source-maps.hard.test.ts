import { mkdir, writeFile } from "node:fs/promises";
import { get } from "node:http";
import path from "node:path";
import { startApp } from "../../testing/app.ts";
import { pagesIn, writeBuild } from "../../testing/built-remotes.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";

const production = {
  NODE_ENV: "production",
  SEED_DEMO: "",
  SMTP_URL: "smtp://127.0.0.1:9",
  PUBLIC_URL: "https://app.example",
  JWT_SECRET: "a-production-secret-0123456789-abcdefghij",
};

describe("the source maps of the bundles", () => {
  const folder = temporaryFolder();
  let entry: string;
  beforeAll(async () => {
    await mkdir(path.join(folder, "shell/dist/assets"), { recursive: true });
    await writeFile(path.join(folder, "shell/dist/assets/shell.js"), "shell();");
    await writeFile(path.join(folder, "shell/dist/assets/shell.js.map"), "{}");
    const release = await writeBuild(path.join(folder, "mfe-auth/dist"), "mfe-auth", "auth();");
    entry = `/remotes/mfe-auth/by-hash/${release.entry}`;
    await writeFile(path.join(folder, "mfe-auth/dist", `${release.entry}.map`), "{}");
  });

  /** Sends the paths as they are written; fetch would normalize them. */
  async function statuses(env: Record<string, string>, paths: string[]): Promise<(number | undefined)[]> {
    const api = await startApp({ env, pages: pagesIn(folder) });
    const found = await Promise.all(
      paths.map(
        (each) =>
          new Promise<number | undefined>((resolve, reject) => {
            get(`${api.url}/`, { path: each }, (response) => {
              response.resume().once("end", () => resolve(response.statusCode));
            }).once("error", reject);
          }),
      ),
    );
    await api.close();
    return found;
  }

  test("are served outside production, and in production with SOURCE_MAPS", async () => {
    const maps = ["/assets/shell.js.map", `${entry}.map`];
    expect(await statuses({}, maps)).toEqual([200, 200]);
    expect(await statuses({ ...production, SOURCE_MAPS: "true" }, maps)).toEqual([200, 200]);
  });

  test("are otherwise not served, however their address is written, while the bundles are", async () => {
    const maps = ["/assets/shell.js.map", `${entry}.map`].flatMap((map) => [
      map,
      map.replace(".map", "%2Emap"),
      map.replace(".map", ".m%61p"),
      `${map}/`,
      `${map}?x=.js`,
      map.replace("/", "//"),
      `/ASSETS${map.slice("/assets".length)}`,
    ]);
    for (const env of [production, { SOURCE_MAPS: "false" }]) {
      expect(await statuses(env, maps)).toEqual(maps.map(() => 404));
      expect(await statuses(env, ["/assets/shell.js", entry])).toEqual([200, 200]);
    }
  });
});
