/**
 * `npm run soak:replicas`: kills one replica after the other while clients of both eras call them through nginx, and counts
 * the outcome of every call. Exits with code 1 when a session was lost, or when a call hung, was answered twice, lost an event
 * or ended in an error that does not say that it may have run.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { keepLegacy, keepModern, newCounts } from './clients.mjs';
import { openReplicas } from './open-replicas.mjs';
import { writePlugin } from './write-plugin.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    clients: { type: 'string', default: '64' },
    replicas: { type: 'string', default: '3' },
    'kill-every-ms': { type: 'string', default: '2000' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(`Usage: npm run soak:replicas -- [--seconds 60] [--clients 64] [--replicas 3] [--kill-every-ms 2000]

  --seconds        how long it goes on
  --clients        half of each era
  --replicas       processes behind nginx that share a Redis
  --kill-every-ms  one replica gets SIGKILL each time, and starts again`);
  process.exit(0);
}

const plugin = fileURLToPath(new URL('../.scratch/replicas', import.meta.url));
const program = fileURLToPath(new URL('../serving/run-server.mjs', import.meta.url));
await writePlugin(plugin);
/** @type {string[]} */
const said = [];
const replicas = await openReplicas({
  count: Number(values.replicas),
  argsOf: (port) => [program, '--plugin', plugin, '--port', String(port), '--store'],
  onLine: (line) => void said.push(line),
});
const counts = newCounts();
const ending = new AbortController();
const url = `${replicas.url}/mcp`;
const clients = Array.from({ length: Number(values.clients) }, (_, at) =>
  at % 2 === 0 ? keepModern(url, counts, ending.signal) : keepLegacy(url, counts, ending.signal),
);
const kills = await killInTurn(Number(values.seconds) * 1_000, Number(values['kill-every-ms']));
ending.abort();
await Promise.all(clients);
await replicas.close();
report();
const wrong = [counts.modern, counts.legacy].flatMap(({ failed, hung, twice, gaps }) => [failed, hung, twice, gaps]);
const isWell = wrong.every((count) => count === 0) && counts.sessionsLost === 0 && counts.legacy.answered > 0;
process.exitCode = isWell ? 0 : 1;

/** @param {number} forMs @param {number} everyMs */
async function killInTurn(forMs, everyMs) {
  const until = performance.now() + forMs;
  let made = 0;
  for (; performance.now() + everyMs < until; made++) {
    await wait(everyMs);
    const victim = replicas.all[made % replicas.all.length];
    await victim?.kill();
    void victim?.start();
  }
  await wait(Math.max(0, until - performance.now()));
  return made;
}

function report() {
  const table = new Table({ head: ['calls', 'modern', 'legacy'], style: { head: [] } });
  /** @type {readonly (readonly [string, keyof typeof counts.modern])[]} */
  const rows = [
    ['answered', 'answered'],
    ['ended in an error that says they may have run, or with their connection', 'lost'],
    ['ended in another error', 'failed'],
    ['without an end', 'hung'],
    ['answered twice', 'twice'],
    ['with an event lost or repeated', 'gaps'],
  ];
  for (const [words, member] of rows) table.push([words, counts.modern[member], counts.legacy[member]]);
  console.log(
    `${kills} kills among ${values.replicas} replicas in ${values.seconds} s under ${values.clients} clients`,
  );
  console.log(table.toString());
  console.log(`events ${counts.events}, streams resumed ${counts.resumed}, sessions lost ${counts.sessionsLost}`);
  for (const line of [...new Set(counts.notes)].slice(0, 20)) console.log(line);
  for (const line of [...new Set(said)].slice(0, 20)) console.log(`a replica said: ${line}`);
}
