/**
 * Attacks a server with one storm after another, each against a fresh process and bounded in time, and prints the cost: peak
 * memory, the memory 10 s later, the longest wait of another client, and the number of refusals.
 */
import { setTimeout as wait } from 'node:timers/promises';
import Table from 'cli-table3';
import { stormWithArguments } from './arguments-storm.mjs';
import { stormWithBatch } from './batch-storm.mjs';
import { stormOfOneBlockingTool } from './blocking-storm.mjs';
import { stormOfBusyCalls } from './busy-storm.mjs';
import { stormOfLateErrors } from './late-error-storm.mjs';
import { stormOfOddErrors } from './odd-error-storm.mjs';
import { stormOfOneClient } from './one-client-storm.mjs';
import { buildTargets, openTarget } from './open-target.mjs';
import { stormWithPipelines } from './pipeline-storm.mjs';
import { stormWithoutLogReader } from './silent-log-storm.mjs';
import { stormWithUnfinishedBodies } from './unfinished-body-storm.mjs';
import { stormOverWebSockets } from './web-socket-storm.mjs';

/** @type {readonly ((target: import('./open-target.mjs').Target) => Promise<import('./observe.mjs').Outcome>)[]} */
const storms = [
  stormWithArguments,
  stormOfLateErrors,
  stormWithoutLogReader,
  stormOfBusyCalls,
  stormWithBatch,
  stormWithPipelines,
  stormWithUnfinishedBodies,
  stormOverWebSockets,
  stormOfOneClient,
  stormOfOddErrors,
  stormOfOneBlockingTool,
];
/** Selects the storms whose function name contains one of these words; all without a word. */
const wanted = process.argv.slice(2);
const longestMs = 120_000;

const table = new Table({
  head: ['storm', 'peak, MB', '10 s later, MB', 'longest wait, ms', 'refused'],
  colWidths: [50],
  wordWrap: true,
  style: { head: [] },
});
await buildTargets();
for (const storm of storms.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)))) {
  process.stderr.write(`${storm.name} …\n`);
  try {
    const { name, peakRssMb, afterRssMb, worstStallMs, refused } = await attack(storm);
    table.push([name, peakRssMb, afterRssMb, worstStallMs, refused]);
  } catch (error) {
    process.exitCode = 1;
    table.push([{ content: `${storm.name}: ${error instanceof Error ? error.message : error}`, colSpan: 5 }]);
  }
}
console.log(table.toString());

/** @param {(typeof storms)[number]} storm */
async function attack(storm) {
  const target = await openTarget();
  const tooLong = wait(longestMs, undefined, { ref: false }).then(() => {
    throw new Error(`did not end within ${longestMs} ms`);
  });
  try {
    return await Promise.race([storm(target), tooLong]);
  } finally {
    await target.close();
  }
}
