/**
 * `node tools/bench/streams/slow-reader.mjs`: streams 10 million characters from one tool to a slow reader, over HTTP, and
 * measures the growth of the server's memory. Exits with code 1 when it grows by 16 MiB or more, or when a character is lost.
 *
 * The server is a separate process; its peak is the kernel's (`VmHWM`), so no moment is missed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    characters: { type: 'string', default: '10000000' },
    part: { type: 'string', default: '100' },
    'limit-mib': { type: 'string', default: '16' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(`Usage: node tools/bench/streams/slow-reader.mjs [--characters 10000000] [--part 100] [--limit-mib 16]

  --characters  how many the tool streams
  --part        so many of them in each yielded value
  --limit-mib   how far the server's resident memory may grow`);
  process.exit(0);
}

const modern = '2026-07-28';
const mebibyte = 2 ** 20;
/** Bytes read before a pause. About 3 MB a second: the server could send many times that. */
const readBytes = 64 * 1024;
const pauseMs = 20;

const server = await startServer();
await warmUp();
await wait(500);
writeFileSync(`/proc/${server.child.pid}/clear_refs`, '5'); // resets the peak
const before = memoryOf('VmRSS');
const startedAt = performance.now();
const { received, notices, firstMs } = await stream({ characters: Number(values.characters), pauseMs });
const seconds = (performance.now() - startedAt) / 1000;
const grownBytes = memoryOf('VmHWM') - before;
server.child.kill('SIGTERM');
await once(server.child, 'exit');

console.log(
  `${received} characters in ${notices} notices, first after ${firstMs.toFixed(1)} ms, last after ${seconds.toFixed(1)} s`,
);
console.log(
  `server: ${toMib(before)} MiB before, ${toMib(before + grownBytes)} MiB at its peak, grown by ${toMib(grownBytes)} MiB`,
);
const isComplete = received === Number(values.characters);
const isSmall = grownBytes < Number(values['limit-mib']) * mebibyte;
if (!isComplete) console.log('characters were lost');
if (!isSmall) console.log(`the server grew by more than ${values['limit-mib']} MiB`);
process.exitCode = isComplete && isSmall ? 0 : 1;

/** Warms up, to exclude objects created once, and the free space that V8 gives a busy heap of any size. */
async function warmUp() {
  await stream({ characters: 10_000_000, pauseMs: 0 });
  for (let round = 0; round < 2; round++) await stream({ characters: 2_000_000, pauseMs });
}

async function startServer() {
  const program = fileURLToPath(new URL('serve-story.mjs', import.meta.url));
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  return { child, url: String(line).trim() };
}

/** @param {{ characters: number, pauseMs: number }} how */
async function stream({ characters, pauseMs: pause }) {
  const startedAt = performance.now();
  const response = await call({ characters, part: Number(values.part) });
  const counted = { received: 0, notices: 0, firstMs: 0 };
  let waiting = '';
  let sincePause = 0;
  response.setEncoding('utf8');
  for await (const chunk of response) {
    counted.firstMs ||= performance.now() - startedAt;
    waiting += chunk;
    const events = waiting.split('\n\n');
    waiting = events.pop() ?? '';
    for (const event of events) count(event, counted);
    sincePause += chunk.length;
    if (pause === 0 || sincePause < readBytes) continue;
    sincePause = 0;
    await wait(pause);
  }
  return counted;
}

/** @param {string} event @param {{ notices: number, received: number }} counted */
function count(event, counted) {
  const data = event.split('\n').find((line) => line.startsWith('data:'));
  if (!data) return;
  const { method, params, error } = JSON.parse(data.slice(5));
  if (error) throw new Error(error.message);
  if (method !== 'notifications/progress') return;
  counted.notices += 1;
  counted.received += params.message.length;
}

/** @param {object} input @returns {Promise<import('node:http').IncomingMessage>} */
function call(input) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': modern,
    'io.modelcontextprotocol/clientCapabilities': {},
    progressToken: 'story',
  };
  const params = { name: 'story', arguments: input, _meta };
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': modern,
    'mcp-method': 'tools/call',
    'mcp-name': 'story',
  };
  return new Promise((resolve, reject) => {
    const sent = request(server.url, { method: 'POST', headers }, resolve);
    sent.on('error', reject);
    sent.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
  });
}

/** @param {string} name @returns {number} in bytes */
function memoryOf(name) {
  const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
}

/** @param {number} bytes */
function toMib(bytes) {
  return (bytes / mebibyte).toFixed(1);
}
