import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Failure, type Release } from "@souffleur/contracts";
import { KeptRegistry, uploadRelease } from "@souffleur/contracts/release-commands";
import { startApp, type TestApp, until } from "../../testing/app.ts";
import { contract, manifestAt, writeBuild } from "../../testing/build-remote.ts";
import type { SignedInUser } from "../../testing/people.ts";
import { createLogger } from "../http/logger.ts";
import { packRelease } from "./archive.ts";
import { createPages } from "./pages.ts";
import { integrityOf } from "./releases-folder.ts";
import { createReleaseClient } from "./remote-release-client.ts";

const token = "a-token-for-machines-that-release-0123456789";
let folder: string;
let app: TestApp;
let platform: SignedInUser;

describe("releases from another machine", () => {
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "souffleur-release-calls-"));
    await mkdir(path.join(folder, "shell/dist"), { recursive: true });
    await writeFile(
      path.join(folder, "shell/dist/index.html"),
      '<script type="application/json" id=souffleur-registry></script>',
    );
    await writeFile(path.join(folder, "shell/dist/shell.json"), JSON.stringify({ contract }));
    await writeFile(path.join(folder, "package.json"), "{}");
    const pages = await createPages({
      projectDir: folder,
      releasesDir: path.join(folder, "releases"),
      log: createLogger("silent"),
    });
    if (pages === undefined) throw new Error("no pages");
    app = await startApp({ env: { RELEASES_TOKEN: token }, pages });
    platform = await app.signIn(await app.createUser({ role: "admin", organization: null }));
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

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
    const page = KeptRegistry.parse(await (await fetch(`${app.url}/remotes.json`)).json());
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
    expect((await client.kept()).canaries?.["mfe-admin"]?.share).toBe(25);
    await client.promote("mfe-admin");
    expect(await liveVersion()).toBe(two.release.version);
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

  test("what is done enters the audit log once, with who did it", async () => {
    const client = createReleaseClient(app.url, platform.token);
    const { at } = await built("audited");
    const release = await client.publish(at);
    await client.activate([release]);
    await liveVersion();
    const activated = { to: release.version, action: "release.activated" };
    const rows = () => app.connection.collection("audit_log").find(activated).toArray();
    const [row, ...more] = await until(async () => {
      const found = await rows();
      return found.length > 0 && found;
    });
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      action: "release.activated",
      subjectId: "mfe-admin",
      actorId: platform.id,
    });
  });

  test("nobody gets a file of what was only sent here, by any address; from its activation on everybody does", async () => {
    const { at, release } = await built("held-back");
    expect((await upload("mfe-admin", await packRelease(at, release))).status).toBe(200);
    const places = ["by-hash", release.version];
    const statuses = () =>
      Promise.all(
        places.map(async (place) => {
          const address = `${app.url}/remotes/mfe-admin/${place}/${release.entry}`;
          return (await fetch(address)).status;
        }),
      );
    expect(await statuses()).toEqual([404, 404]);
    await post("activate", { version: release.version });
    expect(await statuses()).toEqual([200, 404]);
  });

  test("a page of its own is refused in a release, and what could have loaded it can do nothing", async () => {
    const { at, release } = await built("own-page");
    await writeFile(path.join(at, "own.html"), "<script src=remoteEntry.js></script>");
    const integrity = {
      ...release.integrity,
      "own.html": integrityOf(readFileSync(path.join(at, "own.html"))),
    };
    const changed = { ...release, integrity };
    await writeFile(path.join(at, "release.json"), JSON.stringify(changed));
    const answer = await upload("mfe-admin", await packRelease(at, changed));
    expect(answer.status).toBe(409);
    expect((await failureOf(answer)).error).toContain("own.html, which is none of .js, .css");
    const page = await fetch(`${app.url}/remotes/mfe-admin/by-hash/own.html`);
    expect(page.status).toBe(404);
    expect(page.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    expect(page.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test.each([
    ["a platform administrator", true],
    ["a machine with the token", false],
  ])("what %s sends is in the audit log before it is live, each time", async (what, isPerson) => {
    const { at, release } = await built(`sent by ${what}`);
    const headers = {
      authorization: `Bearer ${isPerson ? platform.token : token}`,
      "x-forwarded-for": "198.51.100.7",
    };
    for (const _ of [1, 2]) await upload("mfe-admin", await packRelease(at, release), headers);
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

  test("what is refused is in no audit log as sent, and no refusal names a path of the server", async () => {
    const { at, release } = await built("refused");
    const sent: [string, string][] = [
      ["release.json", JSON.stringify({ ...release, entry: 7 })],
      ["release.json", "{"],
      ["release.json", JSON.stringify({ ...release, version: "../../etc" })],
      [release.entry, "evil();"],
    ];
    for (const [file, content] of sent) {
      const { at: copy } = await built("refused");
      await writeFile(path.join(copy, file), content);
      const answer = await upload("mfe-admin", await packRelease(copy, release));
      expect(answer.status).toBe(409);
      expect((await failureOf(answer)).error).not.toMatch(/\/|draft|tmp/);
    }
    expect(await app.connection.collection("audit_log").countDocuments({ to: release.version })).toBe(0);
    await upload("mfe-admin", await packRelease(at, await writeBuild(at, "mfe-admin", "refused")));
    const kept = path.join(folder, "releases/mfe-admin", release.version);
    await writeFile(path.join(kept, release.entry), "evil();");
    for (const damage of [
      () => rmSync(path.join(kept, release.entry)),
      () => rmSync(kept, { recursive: true }),
    ]) {
      const answer = await post("activate", { version: release.version });
      expect(answer.status).toBe(409);
      expect(answer.body.error).not.toMatch(/\/|tmp/);
      damage();
    }
    const document = path.join(folder, "releases/remotes.json");
    const before = readFileSync(document, "utf8");
    const { release: next } = await publishedAs("next");
    await writeFile(document, "{");
    const answer = await post("activate", { version: next.version });
    await writeFile(document, before);
    expect(answer.status).toBe(409);
    expect(answer.body.error).toBe("The registry remotes.json can't be read; mend it or remove it.");
  });

  async function publishedAs(content: string) {
    const { at, release } = await built(content);
    expect((await upload("mfe-admin", await packRelease(at, release))).status).toBe(200);
    return { at, release };
  }

  test.each([
    ["an organization's admin", { role: "admin" }],
    ["an organization's agent", { role: "agent" }],
    ["a manager without an organization", { role: "manager", organization: null }],
  ] as const)("%s may not even look", async (what, options) => {
    const { token: own } = await app.signIn(await app.createUser(options));
    const { at, release } = await built(`as ${what}`);
    const archive = await packRelease(at, release);
    const { version } = release;
    const answers = [
      app.request("GET", "/api/admin/releases", { token: own }),
      app.request("GET", "/api/admin/releases/overview", { token: own }),
      post("activate", { version }, own),
      post("canary", { version, share: 10 }, own),
      post("promote", undefined, own),
      post("rollback", { version }, own),
      post("remove", undefined, own),
      upload("mfe-admin", archive, { authorization: `Bearer ${own}` }),
    ];
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 403));
  });

  test("a machine with the token sees how the live releases do, and takes back the one it names", async () => {
    const client = createReleaseClient(app.url, token);
    const [one, two] = [await built("healthy"), await built("failing")];
    for (const { at } of [one, two]) await client.activate([await client.publish(at)]);
    const listed = await app.request("GET", "/api/admin/releases", { token });
    expect(listed.body.data.releases).toMatchObject([
      { version: two.release.version, before: one.release.version },
    ]);
    const late = await post("rollback", { version: one.release.version });
    expect(late).toMatchObject({ status: 409, body: { code: "INVALID_TRANSITION" } });
    expect(await liveVersion()).toBe(two.release.version);
    expect((await post("rollback", { version: two.release.version })).status).toBe(200);
    expect(await liveVersion()).toBe(one.release.version);
  });

  test.each([
    ["no token", {}],
    ["a wrong token", { authorization: "Bearer a-token-for-machines-that-release-000000000" }],
  ])("with %s nothing is taken", async (_what, headers) => {
    const response = await fetch(`${app.url}/api/admin/releases/mfe-admin/upload`, {
      method: "PUT",
      headers: { "content-type": "application/gzip", ...headers },
      body: Buffer.from("x"),
    });
    expect(response.status).toBe(401);
    expect((await app.request("GET", "/api/admin/releases", { headers })).status).toBe(401);
  });

  test("an archive that is too large is refused", async () => {
    const response = await upload("mfe-admin", Buffer.alloc((uploadRelease.bodyBytes ?? 0) + 1));
    expect(response.status).toBe(413);
  });

  test("what is sent as something else is refused", async () => {
    const response = await upload("mfe-admin", Buffer.from("{}"), { "content-type": "application/json" });
    expect(response.status).toBe(415);
  });

  test("an archive of another remote is refused, and one for what can't be a remote", async () => {
    const { at, release } = await built("other", "mfe-auth");
    const archive = await packRelease(at, release);
    const answer = await upload("mfe-admin", archive);
    expect(answer.status).toBe(409);
    expect((await failureOf(answer)).error).toBe("The archive holds mfe-auth, not mfe-admin.");
    const unknown = await upload("shell", archive);
    expect(unknown.status).toBe(400);
    expect((await failureOf(unknown)).error).toContain("Remote must be a package's name");
  });

  test("a remote that there was not is released, listed and live without another build of shell and API", async () => {
    const at = path.join(folder, "builds", "mfe-deals");
    const manifest = manifestAt("/deals", { title: "Deals" });
    await writeBuild(at, "mfe-deals", "deals", contract, manifest);
    const client = createReleaseClient(app.url, token);
    const release = await client.publish(at);
    expect((await client.list("mfe-deals")).map(({ release: { version } }) => version)).toEqual([
      release.version,
    ]);
    await client.activate([release]);
    const { remotes } = KeptRegistry.parse(await (await fetch(`${app.url}/remotes.json`)).json());
    expect(remotes["mfe-deals"]?.manifest).toEqual(manifest);
    const page = await (await fetch(`${app.url}/deals`)).text();
    expect(page).toContain(`href="/remotes/mfe-deals/by-hash/${release.entry}"`);

    // A canary of it ends too, and what was done is in the audit log.
    await writeBuild(`${at}-2`, "mfe-deals", "deals two", contract, manifest);
    await client.canary(await client.publish(`${at}-2`), 10);
    const asAdministrator = createReleaseClient(app.url, platform.token);
    expect(await asAdministrator.remove("mfe-deals")).toEqual({ version: release.version });
    const registry = KeptRegistry.parse(await (await fetch(`${app.url}/remotes.json`)).json());
    expect([registry.remotes["mfe-deals"], registry.canaries?.["mfe-deals"]]).toEqual([undefined, undefined]);
    expect(await (await fetch(`${app.url}/deals`)).text()).not.toContain("mfe-deals");
    await expect(client.remove("mfe-deals")).rejects.toThrow("No release of mfe-deals is live");
    const row = await until(() =>
      app.connection.collection("audit_log").findOne({ action: "release.removed" }),
    );
    expect(row).toMatchObject({
      actorId: platform.id,
      subjectId: "mfe-deals",
      from: release.version,
      to: null,
    });
    await client.rollback("mfe-deals", release.version);
    expect((await client.kept()).remotes["mfe-deals"]?.version).toBe(release.version);
  });

  test("a release that takes another remote's path is refused with the reason", async () => {
    const at = path.join(folder, "builds", "mfe-rival");
    await writeBuild(at, "mfe-rival", "rival", contract, manifestAt("/analytics/calls"));
    const client = createReleaseClient(app.url, token);
    await expect(client.activate([await client.publish(at)])).rejects.toThrow(
      "/analytics/calls is mfe-analytics's (/analytics).",
    );
  });

  test("a release that would set another remote's variable is refused", async () => {
    const { at, release } = await built("foreign");
    await writeFile(path.join(at, "release.json"), JSON.stringify({ ...release, global: "mfe_auth" }));
    const answer = await upload("mfe-admin", await packRelease(at, release));
    expect((await failureOf(answer)).error).toContain("would set mfe_auth");
  });

  test("a file that is not what its release says is refused, and nothing is left of it", async () => {
    const { at, release } = await built("tampered");
    await writeFile(path.join(at, release.entry), "evil();");
    const answer = await upload("mfe-admin", await packRelease(at, release));
    expect(answer.status).toBe(409);
    expect((await failureOf(answer)).error).toContain("differs from what its release.json says");
    const left = readdirSync(path.join(folder, "releases"));
    expect(left.filter((name) => name.startsWith(".draft"))).toEqual([]);
  });

  async function publishedWith(content: string, over: Partial<Release>) {
    const { at, release } = await built(content);
    const changed = { ...release, ...over };
    await writeFile(path.join(at, "release.json"), JSON.stringify(changed));
    expect((await upload("mfe-admin", await packRelease(at, changed))).status).toBe(200);
    return release;
  }

  test("styles that reach outside of the remote's screens are refused at the upload, whatever is forced", async () => {
    const { at, release } = await built("outside");
    const css = `.mfe-admin_a{} body,.mfe-auth_form{margin:0}`;
    const integrity = { ...release.integrity, "routes.0000cccc.css": integrityOf(Buffer.from(css)) };
    const styled = { ...release, styles: ["routes.0000cccc.css"], integrity };
    await writeFile(path.join(at, "routes.0000cccc.css"), css);
    await writeFile(path.join(at, "release.json"), JSON.stringify(styled));
    const answer = await upload("mfe-admin", await packRelease(at, styled));
    expect(answer.status).toBe(409);
    expect((await failureOf(answer)).error).toBe(
      `mfe-admin ${release.version} has styles that reach outside of its own screens. ` +
        `routes.0000cccc.css: "body" names no class of mfe-admin's own CSS modules; ` +
        `".mfe-auth_form" names no class of mfe-admin's own CSS modules. ` +
        "Give each of them a class of a *.module.css file.",
    );
    expect((await post("activate", { version: release.version, force: true })).status).toBe(409);
  });

  test("a release for another shell is refused with what differs, unless it is forced", async () => {
    const { version } = await publishedWith("misfit", { contract: { ...contract, react: "20.0.0" } });
    const refused = await post("activate", { version });
    expect(refused).toMatchObject({ status: 409 });
    expect(refused.body.error).toContain("it was built for react ^20.0.0, the shell has 19.0.0");
    expect((await post("activate", { version, force: true })).status).toBe(200);
    expect(await liveVersion()).toBe(version);
  });

  test("the policy of a page lists the registry's origins and no other", async () => {
    const { version } = await publishedWith("elsewhere", {});
    const policy = async () => (await fetch(`${app.url}/login`)).headers.get("content-security-policy") ?? "";
    expect(await policy()).not.toContain("https://");
    await post("activate", { version, at: "https://files.example/remotes/" });
    expect(await policy()).toMatch(/script-src 'self' [^;]*https:\/\/files\.example[ ;]/);
    expect(await policy()).toMatch(/style-src 'self' [^;]*https:\/\/files\.example[ ;]/);
    await post("rollback", { version });
    expect(await policy()).not.toContain("https://");
  });

  test.each([
    ["explode", {}, 404],
    ["activate", { version: "../../etc" }, 400],
    ["activate", { version: "0000" }, 409],
    ["activate", { version: "0000", at: "javascript:alert(1)/" }, 400],
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

  test("a server that can't be reached is named", async () => {
    await expect(createReleaseClient("http://127.0.0.1:9", token).kept()).rejects.toThrow(
      "could not be reached",
    );
  });

  test("the document on the disk is what was asked for", async () => {
    const document = JSON.parse(readFileSync(path.join(folder, "releases/remotes.json"), "utf8"));
    expect(document.remotes["mfe-admin"].version).toBe(await liveVersion());
  });
});
