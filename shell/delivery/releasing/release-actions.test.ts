/** @jest-environment node */
import path from "node:path";
import { developmentRelease } from "@souffleur/api/src/releases/overrides";
import { createReleaseClient } from "@souffleur/api/src/releases/remote-release-client";
import { root } from "@souffleur/api/tools/run-step.mjs";
import { contractVersions } from "../packages.ts";
import { readManifest } from "../remote-folder.ts";
import { act } from "./release-actions.ts";
import { actionOf, options, type ReleaseOptions } from "./release-options.ts";

const live = contractVersions();
const fetched = jest.spyOn(globalThis, "fetch");

/** What a release of the analytics' sources says, where the server there answers so. */
async function release(
  answer: Response,
  { name = "mfe-analytics", ...given }: Partial<ReleaseOptions> & { name?: string } = {},
): Promise<string> {
  fetched.mockResolvedValue(answer);
  const wanted = {
    action: "release" as const,
    given: { force: false, ...given } as ReleaseOptions,
    sources: { folder: path.join(root, "mfe-analytics"), contract: live },
    publish: async () => {
      throw new Error("it is built");
    },
  };
  return act(createReleaseClient("https://souffleur.example", "token"), name, wanted).then(
    () => "",
    (error: Error) => error.message,
  );
}

const overview = (shell = live, previews = {}) => {
  const registry = { schema: 1, remotes: {}, previews };
  return Response.json({ success: true, data: { registry, shell, releases: {} } });
};

test("what fits is built", async () => {
  expect(await release(overview())).toBe("it is built");
});

test.each<[string, () => Promise<string>, string]>([
  [
    "a token that is refused",
    () => release(Response.json({ error: "No." }, { status: 401 })),
    "does not accept this token",
  ],
  ["a canary beside nothing", () => release(overview(), { canary: 10 }), "beside which a canary could run"],
  [
    "the name of another remote's preview",
    () => {
      const { manifest } = readManifest(path.join(root, "mfe-analytics"));
      const own = { ...developmentRelease("mfe-admin", "/remotes/mfe-admin/by-hash/", live), manifest };
      const until = new Date(Date.now() + 1000).toISOString();
      const preview = { release: own, keyHash: "", by: "command", at: until, until };
      return release(overview(live, { "new-chart": preview }), { preview: "new-chart" });
    },
    "new-chart is the name of a preview of mfe-admin",
  ],
  ["another shell", () => release(overview({ ...live, react: "99.0.0" })), "the shell has 99.0.0"],
  ["a path of another remote", () => release(overview(), { name: "mfe-offers" }), "is mfe-analytics's"],
])("%s is said before anything is built", async (_what, said, reason) => {
  expect(await said()).toContain(reason);
});

test("what does not fit is built where the check is skipped", async () => {
  expect(await release(overview(), { name: "mfe-offers", force: true })).toBe("it is built");
});

test.each([{ canary: 10 }, { activate: "1" }, { "no-activate": true }, { rollback: true }, { list: true }])(
  "a preview is for a new release alone, not with %p",
  (other) => {
    const given = { preview: "new-chart", ...other } as ReleaseOptions;
    expect(() => actionOf(given)).toThrow(/ for a new release alone|exclude each other/);
  },
);

test.each(["New", "", "-a", "a.b", "a".repeat(41)])(
  "the name %p of a preview is refused with an example",
  (name) => {
    expect(() => options.preview.read(name)).toThrow(/^takes a name: .*such as new-chart, not /);
  },
);
