/**
 * Attacks a server with one storm after another, each against a process of its own and bounded in time, and prints what it cost: the
 * peak of memory, what is left 10 s later, the longest wait of another client, and what was refused.
 */
import { setTimeout as wait } from 'node:timers/promises';
import Table from 'cli-table3';
import { stormWithBatch } from './batch-storm.mjs';
import { openTarget } from './open-target.mjs';
import { stormOfOneClient } from './one-client-storm.mjs';
import { stormWithPipelines } from './pipeline-storm.mjs';
import { stormWithUnfinishedBodies } from './unfinished-body-storm.mjs';
import { stormOverWebSockets } from './web-socket-storm.mjs';

/** @type {readonly ((url: string, pid: number) => Promise<import('./observe.mjs').Outcome>)[]} */
const storms = [stormWithBatch, stormWithPipelines, stormWithUnfinishedBodies, stormOverWebSockets, stormOfOneClient];
const longestMs = 120_000;

const table = new Table({
  head: ['storm', 'peak, MB', '10 s later, MB', 'longest wait, ms', 'refused'],
  colWidths: [50],
  wordWrap: true,
  style: { head: [] },
});
for (const storm of storms) {
  const target = await openTarget();
  const tooLong = wait(longestMs, undefined, { ref: false }).then(() => {
    throw new Error(`${storm.name} did not end within ${longestMs} ms`);
  });
  try {
    const { name, peakRssMb, afterRssMb, worstStallMs, refused } = await Promise.race([
      storm(target.url, target.pid),
      tooLong,
    ]);
    table.push([name, peakRssMb, afterRssMb, worstStallMs, refused]);
  } finally {
    await target.close();
  }
}
console.log(table.toString());
