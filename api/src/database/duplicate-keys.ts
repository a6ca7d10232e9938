/** Whether a write was refused because a unique index holds the value already (MongoDB's E11000). */
export function isDuplicateKey(thrown: unknown): boolean {
  return thrown instanceof Error && "code" in thrown && thrown.code === 11_000;
}

/** Awaits a write; false where a unique index already holds its value. */
export async function isWritten(write: PromiseLike<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (thrown) {
    if (isDuplicateKey(thrown)) return false;
    throw thrown;
  }
}

/** Whether a guarded upsert was written; false where the document was not as expected, or another write created it. */
export async function isUpserted(
  write: PromiseLike<{ matchedCount: number; upsertedCount: number }>,
): Promise<boolean> {
  try {
    const { matchedCount, upsertedCount } = await write;
    return matchedCount + upsertedCount > 0;
  } catch (thrown) {
    if (isDuplicateKey(thrown)) return false;
    throw thrown;
  }
}

/** Runs an upsert, and repeats it where another one has inserted the same document at the same moment. */
export function repeatUpsert<T>(upsert: () => Promise<T>): Promise<T> {
  return upsert().catch((thrown: unknown) => {
    if (!isDuplicateKey(thrown)) throw thrown;
    return upsert();
  });
}
