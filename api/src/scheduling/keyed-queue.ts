/** Runs the tasks of one key one after the other, those of different keys side by side. */
export function createKeyedQueue() {
  const tails = new Map<string, Promise<unknown>>();
  return {
    /** Settles as the task does; a task that fails does not keep the next one from running. */
    run<T>(key: string, task: () => Promise<T>): Promise<T> {
      const result = (tails.get(key) ?? Promise.resolve()).then(task);
      const tail = result.then(
        () => forget(),
        () => forget(),
      );
      const forget = () => {
        if (tails.get(key) === tail) tails.delete(key);
      };
      tails.set(key, tail);
      return result;
    },
  };
}
