/**
 * The load over stdio, as a separate process that starts the server: keeps a number of requests in flight and checks each answer.
 *
 * `node run-stdio-load.mjs '<StdioOrder as JSON>'`; prints a report as JSON.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { cpuMicrosOf } from './process-cost.mjs';
import { callOf, checkAnswer, initialize, initialized, messageOf } from './messages.mjs';

/**
 * @typedef {object} StdioOrder
 * @property {readonly string[]} command
 * @property {number} inFlight
 * @property {number} seconds
 * @property {number} warmUpSeconds
 */

const order = /** @type {StdioOrder} */ (JSON.parse(process.argv[2] ?? '{}'));
const [program = '', ...args] = order.command;
const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
/** @type {Map<number, any>} */
const waiting = new Map();
let answers = 0;
let lastId = 0;
let isOver = false;

const lines = createInterface({ input: child.stdout });
const ready = new Promise((resolve) => lines.once('line', resolve));
write(initialize);
await ready;
write(initialized);
lines.on('line', take);
for (let i = 0; i < order.inFlight; i++) call();

await sleep(order.warmUpSeconds);
const before = snapshot();
await sleep(order.seconds);
const after = snapshot();
isOver = true;
child.stdin.end();
child.kill();
console.log(
  JSON.stringify({
    answers: after.answers - before.answers,
    cpuMicros: after.cpuMicros - before.cpuMicros,
    seconds: (after.atMs - before.atMs) / 1_000,
  }),
);

function snapshot() {
  return { answers, cpuMicros: cpuMicrosOf(/** @type {number} */ (child.pid)), atMs: performance.now() };
}

/** @param {number} seconds */
function sleep(seconds) {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
}

/** @param {unknown} message */
function write(message) {
  child.stdin.write(`${JSON.stringify(message)}\n`);
}

function call() {
  const message = messageOf('legacy', { id: ++lastId, method: 'tools/call', params: callOf(3, lastId) });
  waiting.set(message.id, message);
  write(message);
}

/** @param {string} line */
function take(line) {
  if (isOver) return;
  const answer = JSON.parse(line);
  const message = waiting.get(answer.id);
  if (!message) return;
  waiting.delete(answer.id);
  checkAnswer(answer, message);
  answers += 1;
  call();
}
