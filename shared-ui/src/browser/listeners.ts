/** Those that hear of each change of a state that is outside React. */
export function createListeners() {
  const listeners = new Set<() => void>();
  return {
    /** @returns the unsubscribe function */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify(): void {
      for (const listener of [...listeners]) listener();
    },
  };
}
