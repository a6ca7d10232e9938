import AsyncLock from "async-lock";

/** `acquire` runs the tasks of one key one after the other, however many wait, and those of different keys in parallel. */
export const createKeyedQueue = () => new AsyncLock({ maxPending: Number.POSITIVE_INFINITY });
