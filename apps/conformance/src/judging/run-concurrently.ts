/**
 * Runs a few programs at a time, as they wait most of their time.
 */

/** @param lanes how many run at once @returns the results in the order of the items; rejects with the first failure */
export async function runConcurrently<Item, Result>(
  items: readonly Item[],
  lanes: number,
  run: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const lane = async (): Promise<void> => {
    for (const [index, item] of waiting) results[index] = await run(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}
