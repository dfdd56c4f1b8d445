/**
 * `npm run bench -- --only replicas`: compares the CPU cost of a call on a stand-alone server and on one that shares a Redis. Alternates
 * between the two, so that other load on the machine affects both.
 */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { openReplicas } from './open-replicas.mjs';
import { writePlugin } from './write-plugin.mjs';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '5' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(`Usage: npm run bench -- --only replicas [--calls 20000] [--rounds 5]

  --calls   of each kind in each round
  --rounds  the smallest figure of them counts`);
  process.exit(0);
}

const plugin = fileURLToPath(new URL('../.scratch/replicas-cost', import.meta.url));
const program = fileURLToPath(new URL('../serving/run-server.mjs', import.meta.url));
await writePlugin(plugin);
const argsOf = (/** @type {number} */ port) => [program, '--plugin', plugin, '--port', String(port)];
const alone = await openReplicas({ count: 1, argsOf });
const sharing = await openReplicas({ count: 1, argsOf: (port) => [...argsOf(port), '--store'] });
const agent = new Agent({ keepAlive: true, maxSockets: 16 });
const subjects = await Promise.all([alone, sharing].map(openSubject));
const eras = /** @type {const} */ (['modern', 'legacy']);
const least = subjects.map(() => ({ modern: Infinity, legacy: Infinity }));
for (const subject of subjects) for (const era of eras) await costOf(subject, era, 2_000);
for (let round = 0; round < Number(values.rounds); round++) {
  for (const era of eras) {
    for (const [at, subject] of subjects.entries()) {
      keepLeast(at, era, await costOf(subject, era, Number(values.calls)));
    }
  }
}
const [byItself, shared] = least;
const table = new Table({ head: ['CPU of a call, µs', 'by itself', 'with Redis', 'ratio'], style: { head: [] } });
for (const era of eras) {
  const [one = 0, other = 0] = [byItself?.[era], shared?.[era]];
  table.push([era, one.toFixed(1), other.toFixed(1), (other / one).toFixed(2)]);
}
console.log(table.toString());
agent.destroy();
await Promise.all([alone.close(), sharing.close()]);

/** @param {number} at @param {'modern' | 'legacy'} era @param {number} cost */
function keepLeast(at, era, cost) {
  const best = least[at];
  if (best) best[era] = Math.min(best[era], cost);
}

/** @typedef {{ port: number, pid: number, session: string }} Subject */

/** @param {import('./open-replicas.mjs').Replicas} replicas @returns {Promise<Subject>} */
async function openSubject({ all: [replica] }) {
  const { port = 0, pid = 0 } = replica ?? {};
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'cost', version: '1' } };
  const { headers } = await post(port, { jsonrpc: '2.0', id: 0, method: 'initialize', params }, {});
  const session = String(headers['mcp-session-id']);
  await post(port, { jsonrpc: '2.0', method: 'notifications/initialized' }, { 'mcp-session-id': session });
  return { port, pid, session };
}

/** @param {Subject} subject @param {'modern' | 'legacy'} era @param {number} calls @returns {Promise<number>} in microseconds */
async function costOf({ port, pid, session }, era, calls) {
  const before = cpuOf(pid);
  let left = calls;
  const keepCalling = async () => {
    while (left-- > 0) await callOnce(port, era, session);
  };
  await Promise.all(Array.from({ length: 16 }, keepCalling));
  return (cpuOf(pid) - before) / calls;
}

/** @param {number} port @param {'modern' | 'legacy'} era @param {string} session */
async function callOnce(port, era, session) {
  const params = { name: 'echo', arguments: { text: 'x' } };
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'cost', version: '1' },
  };
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: era === 'modern' ? { ...params, _meta } : params,
  };
  const headers =
    era === 'modern'
      ? { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'echo' }
      : { 'mcp-protocol-version': '2025-11-25', 'mcp-session-id': session };
  const { text } = await post(port, message, headers);
  if (!text.includes('"result"')) throw new Error(text);
}

/** @param {number} port @param {object} message @param {Record<string, string>} headers @returns {Promise<{ text: string, headers: import('node:http').IncomingHttpHeaders }>} */
function post(port, message, headers) {
  const body = JSON.stringify(message);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...{ agent, port, host: '127.0.0.1', path: '/mcp', method: 'POST' },
        headers: {
          ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
          ...{ 'content-length': Buffer.byteLength(body), ...headers },
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
        response.on('end', () => resolve({ text, headers: response.headers })).on('error', reject);
      },
    );
    sent.on('error', reject).end(body);
  });
}

/** Reads the user and system time of a process, in microseconds; the resolution is 10 ms. @param {number} pid */
function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}
