/** Whether a write was refused because a unique index holds the value already (MongoDB's E11000). */
export function isDuplicateKey(thrown: unknown): boolean {
  return thrown instanceof Error && "code" in thrown && thrown.code === 11_000;
}
