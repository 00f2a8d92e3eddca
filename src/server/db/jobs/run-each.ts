/**
 * Runs for each item, one after the other, also when some fail: what one of them breaks must not stop those behind it.
 * The first failure is thrown at the end, so that the task that asked counts as failed.
 */
export async function runEach<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  run: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for await (const item of items) {
    try {
      await run(item);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
