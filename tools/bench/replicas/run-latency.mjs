/**
 * `npm run bench -- --only store-latency`: measures how long commands to Redis take, as a server sees them, while other processes use every core. The
 * default of `commandTimeoutMs` stands on it.
 */
import { spawn } from 'node:child_process';
import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openRedisStore } from '@sigil/store-redis';
import Table from 'cli-table3';
import { openRedis } from './open-replicas.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    load: { type: 'string', default: '15' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(`Usage: npm run bench -- --only store-latency [--seconds 60] [--load 15]

  --seconds  how long it measures
  --load     processes that compute meanwhile`);
  process.exit(0);
}

const seconds = Number(values.seconds);
const redis = await openRedis();
const store = await openRedisStore({ url: redis.url, limits: { commandTimeoutMs: 60_000 } });
const burning = `const until = Date.now() + ${(seconds + 5) * 1_000}; while (Date.now() < until);`;
const burners = Array.from({ length: Number(values.load) }, () => spawn(process.execPath, ['-e', burning]));
const ages = { idleMs: 600_000, lifetimeMs: 600_000 };
await store.sessions.open('measured', ages);
/** @type {number[]} */
const took = [];
/** @type {Promise<void>[]} */
const running = [];
let number = 0;
const until = performance.now() + seconds * 1_000;
while (performance.now() < until) {
  const stream = `s${number % 16}`;
  running.push(measure(() => store.sessions.touch('measured')));
  const event = { stream, number: ++number, json: '{"jsonrpc":"2.0","method":"notifications/progress"}' };
  running.push(measure(async () => store.events.append('measured', event, { sender: 'x', requests: [1] })));
  await wait(10);
}
await Promise.all(running);
const [load = 0] = loadavg();
for (const burner of burners) burner.kill('SIGKILL');
await store.close();
await redis.kill();
took.sort((one, other) => one - other);
const table = new Table({ head: ['commands', 'median', '95 %', '99 %', '99.9 %', 'longest'], style: { head: [] } });
const shares = [0.5, 0.95, 0.99, 0.999, 1];
table.push([took.length, ...shares.map((share) => `${shareOf(share).toFixed(1)} ms`)]);
console.log(`${values.load} computing processes for ${seconds} s, load average ${load.toFixed(1)} at the end`);
console.log(table.toString());

/** @param {() => Promise<unknown>} command */
async function measure(command) {
  const begunAt = performance.now();
  await command();
  took.push(performance.now() - begunAt);
}

/** @param {number} share from 0 to 1 */
function shareOf(share) {
  return took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0;
}
