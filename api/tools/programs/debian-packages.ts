import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { oneAtATime } from "../one-at-a-time.mjs";
import { run } from "../run-step.mjs";

const runFile = promisify(execFile);

const keyring = "/usr/share/keyrings/debian-archive-keyring.gpg";
const fetchLimitMs = 240_000;

interface Wanted {
  folder: string;
  /** Whether the files are there, also if another process fetched them. */
  isThere(): boolean;
  release: string;
  packages: readonly string[];
  withDependencies?: boolean;
  /** @throws if the unpacked files do not work */
  check(unpacked: string): Promise<unknown>;
}

/**
 * Fetches Debian packages and unpacks them without installing them and without root's rights. They are unpacked into a
 * temporary folder that is renamed at the end, so concurrent and killed processes never leave a part of the files.
 * @throws Error if they cannot be fetched; `reasonOf` makes one line of it
 */
export async function fetchDebianPackages(wanted: Wanted): Promise<void> {
  if (!existsSync("/etc/debian_version")) throw new Error("this works on Debian only");
  const { folder, isThere, check } = wanted;
  await mkdir(dirname(folder), { recursive: true });
  const scratch = await mkdtemp(join(dirname(folder), "fetching-"));
  try {
    const mirrors = await debianMirrors(scratch);
    if (mirrors.length === 0) throw new Error("apt names no Debian mirror");
    let failure: unknown;
    for (const mirror of mirrors) {
      failure = await download(mirror, scratch, wanted).then(
        () => undefined,
        (error) => error,
      );
      if (failure === undefined) break;
    }
    if (failure !== undefined) throw failure;
    const unpacked = join(scratch, "unpacked");
    await unpack(scratch, unpacked);
    await check(unpacked);
    await rename(unpacked, folder).catch((error) => {
      if (!isThere()) throw error;
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** apt's message, or the first line of the error's. */
export function reasonOf(error: unknown): string {
  const stderr = typeof error === "object" && error !== null && "stderr" in error ? error.stderr : undefined;
  const reason =
    typeof stderr === "string" ? stderr.split("\n").find((line) => /^[EW]:/.test(line)) : undefined;
  const message = error instanceof Error ? error.message : String(error);
  return (reason ?? message).split("\n", 1)[0] ?? "unknown reason";
}

async function unpack(scratch: string, into: string): Promise<void> {
  const folders = [scratch, join(scratch, "apt/cache/archives")];
  for (const folder of folders) {
    const archives = (await readdir(folder)).filter((name) => name.endsWith(".deb"));
    for (const archive of archives) await runFile("dpkg", ["-x", join(folder, archive), into]);
  }
}

export async function debianRelease(): Promise<string | undefined> {
  const system = await readFile("/etc/os-release", "utf8").catch(() => "");
  return /^VERSION_CODENAME=(\w+)/m.exec(system)?.[1];
}

/** The mirrors of Debian in this machine's package sources; `--no-release-info` works before any `apt-get update`. */
async function debianMirrors(scratch: string): Promise<string[]> {
  const lists = join(scratch, "no-lists");
  await mkdir(join(lists, "partial"), { recursive: true });
  const { stdout } = await runFile("apt-get", [
    "indextargets",
    "--no-release-info",
    "-o",
    `Dir::State::Lists=${lists}`,
    "--format",
    "$(TARGET_OF) $(COMPONENT) $(RELEASE) $(REPO_URI)",
  ]);
  const codename = await debianRelease();
  const targets = stdout
    .split("\n")
    .map((line) => line.split(" "))
    .filter(
      ([kind, component, suite]) =>
        kind === "deb" &&
        component === "main" &&
        (suite === codename || suite === "stable" || suite === "oldstable"),
    );
  return [...new Set(targets.map((target) => target.slice(3).join(" ")))];
}

/** Uses apt with its signature checks, but with separate sources, lists, state and cache. */
async function download(
  mirror: string,
  scratch: string,
  { release, packages, withDependencies = false }: Wanted,
): Promise<void> {
  const apt = join(scratch, "apt");
  await rm(apt, { recursive: true, force: true });
  await mkdir(join(apt, "lists/partial"), { recursive: true });
  await mkdir(join(apt, "cache/archives/partial"), { recursive: true });
  await writeFile(join(apt, "status"), "");
  const signed = existsSync(keyring) ? `[signed-by=${keyring}] ` : "";
  await writeFile(join(apt, "sources.list"), `deb ${signed}${mirror} ${release} main\n`);
  await writeFile(
    join(apt, "apt.conf"),
    [
      `Dir::Etc::sourcelist "${join(apt, "sources.list")}";`,
      'Dir::Etc::sourceparts "-";',
      'Dir::Etc::preferences "/dev/null";',
      'Dir::Etc::preferencesparts "-";',
      `Dir::State "${apt}";`,
      `Dir::State::Lists "${join(apt, "lists")}";`,
      `Dir::State::status "${join(apt, "status")}";`,
      `Dir::Cache "${join(apt, "cache")}";`,
      // Run as root, apt would download as another user, which may not write here.
      'APT::Sandbox::User "root";',
      'Acquire::Languages "none";',
      "#clear APT::Update::Pre-Invoke;",
      "#clear APT::Update::Post-Invoke;",
      "#clear APT::Update::Post-Invoke-Success;",
      "",
    ].join("\n"),
  );
  const options = {
    cwd: scratch,
    timeout: fetchLimitMs,
    maxBuffer: 16 * 1024 * 1024,
    env: { ...process.env, LC_ALL: "C", DEBIAN_FRONTEND: "noninteractive" },
  };
  const config = ["-q", "-c", join(apt, "apt.conf")];
  await runFile("apt-get", [...config, "-o", "APT::Update::Error-Mode=any", "update"], options);
  if (!withDependencies) {
    await runFile("apt-get", [...config, "download", ...packages], options);
    return;
  }
  // The status file is empty, so that no dependency counts as installed.
  const install = ["-y", "--no-install-recommends", "--download-only", "install", ...packages];
  await runFile("apt-get", [...config, ...install], options);
}

/**
 * Installs packages with apt, if this is a Debian machine and the user is root.
 * @param why one line for the user
 * @returns whether they are installed
 */
export async function aptInstall(packages: readonly string[], why: string): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return false;
  console.log(why);
  const env = { DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C" };
  // What runs apt for somebody else ends soon.
  const install = ["-qy", "-o", "DPkg::Lock::Timeout=120", "install", "--no-install-recommends", ...packages];
  let installed = false;
  // apt refuses to run beside another one.
  await oneAtATime("apt", async () => {
    await run("apt-get", ["-q", "update"], { env });
    const { ok, output } = await run("apt-get", install, { env });
    installed = ok;
    const reason = output.split("\n").find((line) => line.startsWith("E:")) ?? "no reason given";
    if (!ok) console.log(`apt could not: ${reason}`);
  });
  return installed;
}
