/**
 * `task` for changes that come in bursts: at once for the first one, then once more for all that came while it ran.
 * Two runs begin at least `spacingMs` apart.
 */
export function oneAtATime(task: () => Promise<unknown>, spacingMs: number): () => Promise<void> {
  let running: Promise<void> | undefined;
  let again = false;
  const runAll = async () => {
    do {
      again = false;
      await Promise.all([task(), new Promise((resolve) => setTimeout(resolve, spacingMs))]);
    } while (again);
    running = undefined;
  };
  return () => {
    again = true;
    running ??= runAll();
    return running;
  };
}
