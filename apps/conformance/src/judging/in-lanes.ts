/**
 * Runs programs that wait most of their time side by side, a few at once.
 */

/** @param lanes how many run at once @returns the results in the order of the items; rejected by the first that fails */
export async function inLanes<Item, Result>(
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
