import { writeFile } from "node:fs/promises";
import path from "node:path";
import { Failure, type Release } from "@souffleur/contracts";
import { StoredRegistry, uploadRelease } from "@souffleur/contracts/release-commands";
import { startApp, type TestApp } from "../../testing/app.ts";
import { contract, manifestAt, pagesIn, writeBuild } from "../../testing/built-remotes.ts";
import { audited } from "../../testing/database/audit-log.ts";
import type { SignedInUser } from "../../testing/people/people.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { createLogger } from "../http/logger.ts";
import { createReleaseClient } from "./remote-release-client.ts";
import { packRelease } from "./store/archive.ts";
import { readBuild } from "./store/build-files.ts";
import { integrityOf } from "./store/release-files.ts";

const token = "a-token-for-machines-that-release-0123456789";
const folder = temporaryFolder();
const warnings: string[] = [];
let app: TestApp;
let platform: SignedInUser;

describe("releases from another machine", () => {
  beforeAll(async () => {
    app = await startApp({
      env: { RELEASES_TOKEN: token },
      pages: pagesIn(folder),
      log: createLogger("warn", { write: (line) => void warnings.push(line) }),
    });
    platform = await app.signIn(await app.createUser({ role: "admin", organization: null }));
  });
  afterAll(() => app.close());

  async function built(content: string, name = "mfe-admin") {
    const at = path.join(folder, "builds", `${name}-${content}`);
    return { at, release: await writeBuild(at, name, content) };
  }

  const failureOf = async (answer: Response) => Failure.parse(await answer.json());

  function upload(name: string, archive: Buffer, headers: Record<string, string> = {}) {
    return fetch(`${app.url}/api/admin/releases/${name}/upload`, {
      method: "PUT",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/gzip", ...headers },
      body: archive,
    });
  }

  const post = (action: string, body?: object, as: string | undefined = token) =>
    app.request("POST", `/api/admin/releases/mfe-admin/${action}`, { body, token: as });
  const liveVersion = async () => {
    const page = StoredRegistry.parse(await (await fetch(`${app.url}/remotes.json`)).json());
    return page.remotes["mfe-admin"]?.version;
  };

  test("a machine with the token publishes, activates, starts a canary, promotes and rolls back", async () => {
    const client = createReleaseClient(app.url, token);
    const [one, two] = [await built("one"), await built("two")];
    await client.activate([await client.publish(one.at)]);
    expect(await liveVersion()).toBe(one.release.version);
    const second = await client.publish(two.at);
    expect(await liveVersion()).toBe(one.release.version);
    await client.canary(second, 25);
    expect((await client.latest()).canaries?.["mfe-admin"]?.share).toBe(25);
    await client.promote("mfe-admin");
    expect(await liveVersion()).toBe(two.release.version);
    expect((await app.request("GET", "/api/admin/releases", { token })).body.data.releases).toMatchObject([
      { version: two.release.version, before: one.release.version },
    ]);
    await client.rollback("mfe-admin", two.release.version);
    expect(await liveVersion()).toBe(one.release.version);
    const kept = await client.list("mfe-admin");
    expect(kept.map(({ release }) => release.version).sort()).toEqual(
      [one.release.version, two.release.version].sort(),
    );
    const asset = await fetch(`${app.url}/remotes/mfe-admin/by-hash/${one.release.entry}`, {
      headers: { "accept-encoding": "identity" },
    });
    expect(await asset.text()).toBe("one");
  });

  test("an activation is recorded once in the audit log, with its author", async () => {
    const client = createReleaseClient(app.url, platform.token);
    const { at } = await built("audited");
    const release = await client.publish(at);
    await client.activate([release]);
    await liveVersion();
    const activated = { to: release.version, action: "release.activated" };
    expect(await audited(app, activated)).toMatchObject([
      { ...activated, subjectId: "mfe-admin", actorId: platform.id },
    ]);
  });

  test("the files of an uploaded release are public from its activation or canary on, and not before, at any address", async () => {
    const statuses = ({ version, entry }: Release) =>
      Promise.all(
        ["by-hash", version].map(async (place) => {
          const address = `${app.url}/remotes/mfe-admin/${place}/${entry}`;
          return (await fetch(address)).status;
        }),
      );
    for (const [action, share] of [["activate"], ["canary", 10]] as const) {
      const release = await uploaded(`held back from ${action}`);
      expect(await statuses(release)).toEqual([404, 404]);
      await post(action, { version: release.version, share });
      expect(await statuses(release)).toEqual([200, 404]);
    }
  });

  test("an HTML page in a release is refused, and the files of releases are served with a sandboxing policy", async () => {
    const { answer } = await send("own-page", {}, { "own.html": "<script src=remoteEntry.js></script>" });
    expect(answer.status).toBe(409);
    expect((await failureOf(answer)).error).toContain("has own.html; a release may have .js, .css");
    const page = await fetch(`${app.url}/remotes/mfe-admin/by-hash/own.html`);
    expect(page.status).toBe(404);
    expect(page.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    expect(page.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test.each([
    ["a platform administrator", true],
    ["a machine with the token", false],
  ])("each upload by %s is in the audit log before it is live", async (what, isPerson) => {
    const { at, release } = await built(`sent by ${what}`);
    const headers = {
      authorization: `Bearer ${isPerson ? platform.token : token}`,
      "x-forwarded-for": "198.51.100.7",
    };
    for (const _ of [1, 2]) await upload("mfe-admin", await packRelease(await readBuild(at)), headers);
    const rows = await app.connection.collection("audit_log").find({ to: release.version }).toArray();
    const actor = isPerson
      ? { actorId: platform.id, reason: platform.id }
      : { actorId: null, reason: "releases-token" };
    const row = { subjectId: "mfe-admin", ...actor, source: "198.51.100.7" };
    expect(rows).toMatchObject([
      { action: "release.uploaded", ...row },
      { action: "release.uploaded", ...row },
    ]);
  });

  test("a refused upload is in the log with its reason, not in the audit log, and no refusal names a path of the server", async () => {
    const { at, release } = await built("refused");
    const sent: [string, string][] = [
      ["release.json", JSON.stringify({ ...release, entry: 7 })],
      ["release.json", "{"],
      ["release.json", JSON.stringify({ ...release, version: "../../etc" })],
      [release.entry, "evil();"],
    ];
    for (const [file, content] of sent) {
      const files = new Map(await readBuild(at)).set(file, Buffer.from(content));
      const answer = await upload("mfe-admin", await packRelease(files));
      expect(answer.status).toBe(409);
      const { error } = await failureOf(answer);
      expect(error).not.toMatch(/\/|draft|tmp/);
      expect(JSON.parse(warnings.at(-1) ?? "")).toMatchObject({ remote: "mfe-admin", reason: error });
    }
    expect(await app.connection.collection("audit_log").countDocuments({ to: release.version })).toBe(0);
    const registries = app.connection.collection<{ _id: string; revision: number }>("release_registry");
    const before = await registries.findOne({ _id: "live" });
    const next = await uploaded("next");
    await registries.updateOne({ _id: "live" }, { $set: { "registry.schema": 2 }, $inc: { revision: 1 } });
    const answer = await post("activate", { version: next.version });
    expect(answer.status).toBe(409);
    expect(answer.body.error).toContain("The stored registry of remotes can't be read");
    await registries.replaceOne({ _id: "live" }, { ...before, revision: (before?.revision ?? 0) + 2 });
  });

  test("a manager without an organization may neither read nor change releases", async () => {
    const manager = await app.createUser({ role: "manager", organization: null });
    const { token: own } = await app.signIn(manager);
    const list = await app.request("GET", "/api/admin/releases", { token: own });
    expect([list.status, (await post("promote", undefined, own)).status]).toEqual([403, 403]);
  });

  test.each([
    ["no token", {}],
    ["a wrong token", { authorization: "Bearer a-token-for-machines-that-release-000000000" }],
  ])("a request with %s is refused", async (_what, headers) => {
    const response = await fetch(`${app.url}/api/admin/releases/mfe-admin/upload`, {
      method: "PUT",
      headers: { "content-type": "application/gzip", ...headers },
      body: Buffer.from("x"),
    });
    expect(response.status).toBe(401);
    expect((await app.request("GET", "/api/admin/releases", { headers })).status).toBe(401);
  });

  test("an archive that is too large is refused", async () => {
    const archive = Buffer.alloc((uploadRelease.bodyBytes ?? 0) + 1);
    expect((await upload("mfe-admin", archive)).status).toBe(413);
  });

  test("an upload with another content type is refused", async () => {
    const response = await upload("mfe-admin", Buffer.from("{}"), { "content-type": "application/json" });
    expect(response.status).toBe(415);
  });

  test("an archive of another remote is refused, and so is the upload of anything but a remote", async () => {
    const { at } = await built("other", "mfe-auth");
    const archive = await packRelease(await readBuild(at));
    const answer = await upload("mfe-admin", archive);
    expect(answer.status).toBe(409);
    expect((await failureOf(answer)).error).toBe(
      "The archive holds mfe-auth, not mfe-admin. Release it under its own name.",
    );
    const unknown = await upload("shell", archive);
    expect(unknown.status).toBe(400);
    expect((await failureOf(unknown)).error).toContain("Remote must be a package's name");
  });

  test("a new remote is released, listed, live and removed without a new build of the shell or the API", async () => {
    const at = path.join(folder, "builds", "mfe-deals");
    const manifest = manifestAt("/deals", { title: "Deals" });
    await writeBuild(at, "mfe-deals", "deals", contract, manifest);
    const client = createReleaseClient(app.url, token);
    const release = await client.publish(at);
    expect((await client.list("mfe-deals")).map(({ release: { version } }) => version)).toEqual([
      release.version,
    ]);
    await client.activate([release]);
    const { remotes } = StoredRegistry.parse(await (await fetch(`${app.url}/remotes.json`)).json());
    expect(remotes["mfe-deals"]?.manifest).toEqual(manifest);
    const page = await (await fetch(`${app.url}/deals`)).text();
    expect(page).toContain(`href="/remotes/mfe-deals/by-hash/${release.entry}"`);

    // The removal ends its canary too, and is in the audit log.
    await writeBuild(`${at}-2`, "mfe-deals", "deals two", contract, manifest);
    await client.canary(await client.publish(`${at}-2`), 10);
    const asAdministrator = createReleaseClient(app.url, platform.token);
    expect(await asAdministrator.remove("mfe-deals")).toEqual({ version: release.version });
    const registry = StoredRegistry.parse(await (await fetch(`${app.url}/remotes.json`)).json());
    expect([registry.remotes["mfe-deals"], registry.canaries?.["mfe-deals"]]).toEqual([undefined, undefined]);
    expect(await (await fetch(`${app.url}/deals`)).text()).not.toContain("mfe-deals");
    await expect(client.remove("mfe-deals")).rejects.toThrow("No release of mfe-deals is live");
    expect(await audited(app, { action: "release.removed" })).toMatchObject([
      { actorId: platform.id, subjectId: "mfe-deals", from: release.version, to: null },
    ]);
    await client.rollback("mfe-deals", release.version);
    expect((await client.latest()).remotes["mfe-deals"]?.version).toBe(release.version);
  });

  test("a release that would set another remote's global variable is refused", async () => {
    const { answer } = await send("foreign", { global: "mfe_auth" });
    expect((await failureOf(answer)).error).toContain("would set mfe_auth");
  });

  /** Uploads a build with these differences, or with another file. */
  async function send(content: string, over: Partial<Release> = {}, added: Record<string, string> = {}) {
    const { at, release } = await built(content);
    const integrity = { ...release.integrity };
    for (const [file, text] of Object.entries(added)) {
      integrity[file] = integrityOf(Buffer.from(text));
      await writeFile(path.join(at, file), text);
    }
    const changed = { ...release, integrity, ...over };
    await writeFile(path.join(at, "release.json"), JSON.stringify(changed));
    return { release, answer: await upload("mfe-admin", await packRelease(await readBuild(at))) };
  }

  async function uploaded(content: string, over: Partial<Release> = {}) {
    const { release, answer } = await send(content, over);
    expect(answer.status).toBe(200);
    return release;
  }

  test("styles that affect other screens are refused at the upload, even when forced", async () => {
    const file = "routes.0000cccc.css";
    const css = ".mfe-admin_a{} body,.mfe-auth_form{margin:0}";
    const { release, answer } = await send("outside", { styles: [file] }, { [file]: css });
    expect(answer.status).toBe(409);
    expect((await failureOf(answer)).error).toBe(
      `mfe-admin ${release.version} has styles that reach outside of its own screens. ` +
        `routes.0000cccc.css: "body" names no class of mfe-admin's own CSS modules; ` +
        `".mfe-auth_form" names no class of mfe-admin's own CSS modules. ` +
        "Give each of them a class of a *.module.css file.",
    );
    expect((await post("activate", { version: release.version, force: true })).status).toBe(409);
  });

  test("a release for another shell is refused with the differences, unless it is forced", async () => {
    const { version } = await uploaded("misfit", { contract: { ...contract, react: "20.0.0" } });
    const refused = await post("activate", { version });
    expect(refused).toMatchObject({ status: 409 });
    expect(refused.body.error).toContain("it was built for react ^20.0.0, the shell has 19.0.0");
    expect((await post("activate", { version, force: true })).status).toBe(200);
    expect(await liveVersion()).toBe(version);
  });

  test.each([
    ["explode", {}, 404],
    ["activate", { version: "../../etc" }, 400],
    ["activate", { version: "0000" }, 409],
    ["canary", { version: "0000", share: 100 }, 400],
    ["promote", undefined, 409],
    ["remove", undefined, 409],
    ["rollback", {}, 400],
    ["rollback", { version: "0000" }, 409],
  ])("%s with %j is refused with what is wrong", async (action, body, status) => {
    const answer = await post(action, body);
    expect(answer.status).toBe(status);
    expect(answer.body.error).not.toBe("");
  });

  test("the error for an unreachable server names it", async () => {
    await expect(createReleaseClient("http://127.0.0.1:9", token).latest()).rejects.toThrow(
      "could not be reached",
    );
  });
});
