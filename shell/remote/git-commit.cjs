const { execFileSync } = require("node:child_process");

/**
 * The commit that was built, with `-dirty` if there are uncommitted changes; null outside a repository.
 * @param {string} cwd
 */
function gitCommit(cwd) {
  /** @param {string[]} args */
  const git = (...args) =>
    execFileSync("git", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  try {
    const changes = git("status", "--porcelain", "--", ".", ":/shared-ui/src", ":/api/contracts");
    return git("rev-parse", "HEAD") + (changes === "" ? "" : "-dirty");
  } catch {
    return null;
  }
}

module.exports = { gitCommit };
