/**
 * A reader as a separate process: reads streams as ordered, and prints the results as JSON.
 */
import { readEvents } from './read-events.mjs';
import { readNative } from './read-native.mjs';

/**
 * @typedef {object} ReaderOrder
 * @property {number} port
 * @property {'native' | 'events'} how
 * @property {number} connections
 * @property {number} streams on each connection; 1 for `events`
 * @property {number} events of each stream
 * @property {number} times number of repetitions, one after the other
 */

/** @type {ReaderOrder} */
const { how, times, ...order } = JSON.parse(process.argv[2] ?? '{}');
const read = how === 'native' ? readNative : readEvents;

let events = 0;
const firstMs = [];
const problems = [];
const startedAt = performance.now();
for (let time = 0; time < times; time++) {
  const seen = await read(order);
  events += seen.events;
  firstMs.push(...seen.firstMs);
  problems.push(...seen.problems);
}
const seconds = (performance.now() - startedAt) / 1_000;
console.log(JSON.stringify({ events, seconds, firstMs, problems: problems.length, firstProblem: problems[0] }));
process.exit(0);
