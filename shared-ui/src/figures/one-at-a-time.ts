/**
 * Returns a function that runs `task`: at once, and once more for all calls made while it runs. Two runs start at least
 * `spacingMs` apart.
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
