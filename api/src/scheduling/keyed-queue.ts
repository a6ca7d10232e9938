/** Runs the tasks of one key one after the other, and those of different keys in parallel. */
export function createKeyedQueue() {
  const tails = new Map<string, Promise<unknown>>();
  return {
    /** Settles like the task. After a task that fails, the next one runs as usual. */
    run<T>(key: string, task: () => Promise<T>): Promise<T> {
      const result = (tails.get(key) ?? Promise.resolve()).then(task);
      const forget = () => {
        if (tails.get(key) === tail) tails.delete(key);
      };
      const tail = result.then(forget, forget);
      tails.set(key, tail);
      return result;
    },
  };
}
