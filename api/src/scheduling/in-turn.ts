/**
 * Runs a task for each item in turn. One that fails does not stop the others: its error is thrown after all had their turn.
 * @throws the only error, or an AggregateError
 */
export async function inTurn<Item>(
  items: readonly Item[],
  task: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failed: unknown[] = [];
  for (const item of items) {
    await task(item).catch((thrown: unknown) => failed.push(thrown));
  }
  if (failed.length > 0) throw failed.length === 1 ? failed[0] : new AggregateError(failed);
}
