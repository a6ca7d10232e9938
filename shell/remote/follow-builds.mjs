/**
 * Keeps a page at the newest build of one bundle. An update leads from one build to the next: several may be needed, and
 * builds finish while one is applied.
 * @param {object} page
 * @param {() => string} page.hash of the build that the page runs
 * @param {() => Promise<unknown>} page.update to the next build; null if there is none
 * @param {() => boolean} page.hasFailed whether its code has thrown, so that only a new start shows what follows
 * @param {() => void} page.reload
 * @returns {(build: { hash: string, errors: readonly string[], manifest?: string }) => Promise<void>} takes each finished build
 */
export function followBuilds({ hash, update, hasFailed, reload }) {
  /** @type {string | undefined} */
  let newest;
  /** @type {string | undefined} */
  let manifest;
  let isUpdating = false;
  return async (build) => {
    manifest ??= build.manifest;
    // The shell reads the screens of remote.json when the page starts.
    if (build.manifest !== manifest) return reload();
    // A failed build writes nothing.
    if (build.errors.length > 0) return;
    newest = build.hash;
    if (isUpdating) return;
    isUpdating = true;
    try {
      while (hash() !== newest) {
        // Without an update the build of this page no longer exists, because the watcher was restarted.
        if (hasFailed() || (await update()) === null) return reload();
      }
    } catch {
      // The edit cannot be applied, because modules outside of components have changed.
      reload();
    } finally {
      isUpdating = false;
    }
  };
}
