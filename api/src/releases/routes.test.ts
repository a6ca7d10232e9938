import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Failure, KeptRegistry, type Release } from "../contracts/index.ts";
import { createLogger } from "../logger.ts";
import type { SignedInUser } from "../people.fixture.ts";
import { startApp, type TestApp, until } from "../testing.ts";
import { archiveLimits, packRelease } from "./archive.ts";
import { contract, writeBuild } from "./build-fixture.ts";
import { createPages } from "./pages.ts";
import { remotePlace } from "./remote-place.ts";

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
    return fetch(`${app.url}/api/releases/${name}/upload`, {
      method: "PUT",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/gzip", ...headers },
      body: archive,
    });
  }

  const change = (body: object, as: string | undefined = token, name = "mfe-admin") =>
    app.request("POST", `/api/releases/${name}`, { body, token: as });
  const liveVersion = async () => {
    const page = KeptRegistry.parse(await (await fetch(`${app.url}/remotes.json`)).json());
    return page.remotes["mfe-admin"]?.version;
  };

  test("a machine with the token publishes, activates, tries, promotes and rolls back", async () => {
    const place = remotePlace(app.url, token);
    const [one, two] = [await built("one"), await built("two")];
    await place.activate([await place.publish(one.at)]);
    expect(await liveVersion()).toBe(one.release.version);
    const second = await place.publish(two.at);
    expect(await liveVersion()).toBe(one.release.version);
    await place.canary(second, 25);
    expect((await place.kept()).canaries?.["mfe-admin"]?.share).toBe(25);
    await place.promote("mfe-admin");
    expect(await liveVersion()).toBe(two.release.version);
    await place.rollback("mfe-admin");
    expect(await liveVersion()).toBe(one.release.version);
    const kept = await place.list("mfe-admin");
    expect(kept.map(({ release }) => release.version).sort()).toEqual(
      [one.release.version, two.release.version].sort(),
    );
    const asset = await fetch(`${app.url}/remotes/mfe-admin/by-hash/${one.release.entry}`, {
      headers: { "accept-encoding": "identity" },
    });
    expect(await asset.text()).toBe("one");
  });

  test("what is done enters the audit log once, with who did it", async () => {
    const place = remotePlace(app.url, platform.token);
    const { at } = await built("audited");
    const release = await place.publish(at);
    await place.activate([release]);
    await liveVersion();
    const rows = () => app.connection.collection("audit_log").find({ to: release.version }).toArray();
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

  test.each(["admin", "agent"] as const)("an organization's %s may not even look", async (role) => {
    const { token: own } = await app.signIn(await app.createUser({ role }));
    expect((await app.request("GET", "/api/releases", { token: own })).status).toBe(403);
    expect((await change({ action: "rollback" }, own)).status).toBe(403);
    const { at, release } = await built(`as-${role}`);
    const archive = await packRelease(at, release);
    expect((await upload("mfe-admin", archive, { authorization: `Bearer ${own}` })).status).toBe(403);
  });

  test.each([
    ["no token", {}],
    ["a wrong token", { authorization: "Bearer a-token-for-machines-that-release-000000000" }],
  ])("with %s nothing is taken", async (_what, headers) => {
    const response = await fetch(`${app.url}/api/releases/mfe-admin/upload`, {
      method: "PUT",
      headers: { "content-type": "application/gzip", ...headers },
      body: Buffer.from("x"),
    });
    expect(response.status).toBe(401);
    expect((await app.request("GET", "/api/releases", { headers })).status).toBe(401);
  });

  test("an archive that is too large is refused", async () => {
    const response = await upload("mfe-admin", Buffer.alloc(archiveLimits.bytes + 1));
    expect(response.status).toBe(413);
  });

  test("what is sent as something else is refused", async () => {
    const response = await upload("mfe-admin", Buffer.from("{}"), { "content-type": "application/json" });
    expect(response.status).toBe(415);
  });

  test("an archive of another remote is refused, one for no remote is not found", async () => {
    const { at, release } = await built("other", "mfe-auth");
    const archive = await packRelease(at, release);
    const answer = await upload("mfe-admin", archive);
    expect(answer.status).toBe(409);
    expect((await failureOf(answer)).error).toBe("The archive holds mfe-auth, not mfe-admin.");
    expect((await upload("mfe-unknown", archive)).status).toBe(404);
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

  test("a release for another shell is refused with what differs, unless it is forced", async () => {
    const { version } = await publishedWith("misfit", { contract: { ...contract, react: "20.0.0" } });
    const refused = await change({ action: "activate", version });
    expect(refused).toMatchObject({ status: 409 });
    expect(refused.body.error).toContain("it was built for react ^20.0.0, the shell has 19.0.0");
    expect((await change({ action: "activate", version, force: true })).status).toBe(200);
    expect(await liveVersion()).toBe(version);
  });

  test("the policy of a page lists the registry's origins and no other", async () => {
    const { version } = await publishedWith("elsewhere", {});
    const policy = async () => (await fetch(`${app.url}/login`)).headers.get("content-security-policy") ?? "";
    expect(await policy()).not.toContain("https://");
    await change({ action: "activate", version, at: "https://files.example/remotes/" });
    expect(await policy()).toMatch(/script-src 'self' [^;]*https:\/\/files\.example[ ;]/);
    expect(await policy()).toMatch(/style-src 'self' [^;]*https:\/\/files\.example[ ;]/);
    await change({ action: "rollback" });
    expect(await policy()).not.toContain("https://");
  });

  test.each([
    [{ action: "explode" }, 400],
    [{ action: "activate", version: "../../etc" }, 400],
    [{ action: "activate", version: "0000" }, 409],
    [{ action: "canary", version: "0000", share: 100 }, 400],
    [{ action: "activate", version: "0000", at: "javascript:alert(1)/" }, 400],
    [{ action: "promote" }, 409],
  ])("%j is refused with what is wrong", async (body, status) => {
    const answer = await change(body);
    expect(answer.status).toBe(status);
    expect(answer.body.error).not.toBe("");
  });

  test("a place that can't be reached says so", async () => {
    await expect(remotePlace("http://127.0.0.1:9", token).kept()).rejects.toThrow("could not be reached");
  });

  test("the document on the disk is what was asked for", async () => {
    const document = JSON.parse(readFileSync(path.join(folder, "releases/remotes.json"), "utf8"));
    expect(document.remotes["mfe-admin"].version).toBe(await liveVersion());
  });
});
