/** Whether a write was refused because a unique index holds the value already (MongoDB's E11000). */
function isDuplicateKey(thrown: unknown): boolean {
  return thrown instanceof Error && "code" in thrown && thrown.code === 11_000;
}

/** Awaits a write; undefined where a unique index already holds its value. */
export async function unlessTaken<T>(write: PromiseLike<T>): Promise<T | undefined> {
  try {
    return await write;
  } catch (thrown) {
    if (isDuplicateKey(thrown)) return undefined;
    throw thrown;
  }
}

/** Awaits a write; false where a unique index already holds its value. */
export const isWritten = async (write: PromiseLike<unknown>): Promise<boolean> =>
  (await unlessTaken(write.then(() => true))) ?? false;

/** Whether a guarded upsert was written; false where the document was not as expected, or another write created it. */
export async function isUpserted(
  write: PromiseLike<{ matchedCount: number; upsertedCount: number }>,
): Promise<boolean> {
  const done = await unlessTaken(write);
  return done !== undefined && done.matchedCount + done.upsertedCount > 0;
}

/** Runs an upsert, and repeats it where another one has inserted the same document at the same moment. */
export function repeatUpsert<T>(upsert: () => Promise<T>): Promise<T> {
  return upsert().catch((thrown: unknown) => {
    if (!isDuplicateKey(thrown)) throw thrown;
    return upsert();
  });
}
