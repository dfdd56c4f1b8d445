/**
 * What every subject of the type benchmark prints when it is done: how many schemas it made, and its memory at the highest.
 */

/** @param {number} schemas */
export function report(schemas) {
  console.log(JSON.stringify({ schemas, rssMb: process.resourceUsage().maxRSS / 1024 }));
}
