/**
 * `npm run soak:replicas`: ends replicas one after the other while clients of both eras call them through nginx, and counts the outcome of
 * every call. Exits with code 1 when a session was lost, or when a call hung, was answered twice, lost an event or ended in an error that
 * does not say that it may have run; in the scenarios without kills, also when it ended in one that does.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { keepAsking, keepLegacy, keepModern, newCounts } from './clients.mjs';
import { newKey, openReplicas } from './open-replicas.mjs';
import { writePlugin } from './write-plugin.mjs';

const { values } = parseArgs({
  options: {
    scenario: { type: 'string', default: 'kills' },
    seconds: { type: 'string', default: '60' },
    clients: { type: 'string', default: '64' },
    replicas: { type: 'string', default: '3' },
    'kill-every-ms': { type: 'string', default: '2000' },
    'proxy-keep-alive': { type: 'string', default: '32' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help || !['kills', 'rolling', 'rotation'].includes(values.scenario)) {
  console.log(`Usage: npm run soak:replicas -- [--scenario kills] [--seconds 60] [--clients 64] [--replicas 3]
                                  [--kill-every-ms 2000] [--proxy-keep-alive 32]

  --scenario          kills: one replica gets SIGKILL each time, and starts again
                      rolling: one replica after the other gets SIGTERM, and starts again once it has ended
                      rotation: three rolling restarts replace the key, while some clients answer questions
  --seconds           how long it goes on; a rotation ends with its third restart
  --clients           half of each era
  --replicas          processes behind nginx that share a Redis
  --kill-every-ms     the time between two kills
  --proxy-keep-alive  connections that nginx keeps to the replicas`);
  process.exit(values.help ? 0 : 2);
}

/** The time that clients call between two restarts. */
const restMs = 1_500;
/** Longer than any question of the clients stays open. */
const longestRoundMs = 3_000;
const plugin = fileURLToPath(new URL('../.scratch/replicas', import.meta.url));
const program = fileURLToPath(new URL('../serving/run-server.mjs', import.meta.url));
await writePlugin(plugin);
/** @type {string[]} */
const said = [];
const replicas = await openReplicas({
  count: Number(values.replicas),
  argsOf: (port) => [program, '--plugin', plugin, '--port', String(port), '--store'],
  onLine: (line) => void said.push(line),
  proxyKeepAlive: Number(values['proxy-keep-alive']),
});
const counts = newCounts();
const ending = new AbortController();
const url = `${replicas.url}/mcp`;
const clients = Array.from({ length: Number(values.clients) }, (_, at) => keepCalling(at));
const done = await run();
ending.abort();
await Promise.all(clients);
await replicas.close();
report();
const eras = [counts.modern, counts.legacy];
const wrong = eras.flatMap(({ failed, hung, twice, gaps }) => [failed, hung, twice, gaps]);
if (values.scenario !== 'kills') wrong.push(...eras.map(({ lost }) => lost));
const isWell = wrong.every((count) => count === 0) && counts.sessionsLost === 0 && counts.legacy.answered > 0;
process.exitCode = isWell ? 0 : 1;

/** @param {number} at */
function keepCalling(at) {
  if (values.scenario === 'rotation' && at % 4 === 0) return keepAsking(url, counts, ending.signal);
  return at % 2 === 0 ? keepModern(url, counts, ending.signal) : keepLegacy(url, counts, ending.signal);
}

/** @returns {Promise<string>} the events that the clients went through */
async function run() {
  const forMs = Number(values.seconds) * 1_000;
  if (values.scenario === 'kills') return killInTurn(forMs, Number(values['kill-every-ms']));
  return values.scenario === 'rolling' ? restartInTurn(forMs) : rotate();
}

/** @param {number} forMs @param {number} everyMs */
async function killInTurn(forMs, everyMs) {
  const until = performance.now() + forMs;
  /** @type {Promise<void>[]} */
  const starts = [];
  let made = 0;
  for (; performance.now() + everyMs < until; made++) {
    await wait(everyMs);
    const victim = replicas.all[made % replicas.all.length];
    await victim?.kill();
    if (victim) starts.push(victim.start());
  }
  await wait(Math.max(0, until - performance.now()));
  await Promise.all(starts);
  return `${made} kills in ${values.seconds} s`;
}

/** @param {number} forMs */
async function restartInTurn(forMs) {
  const until = performance.now() + forMs;
  let made = 0;
  do {
    await restartAll();
    made++;
  } while (performance.now() < until);
  return `${made * replicas.all.length} restarts by SIGTERM in ${Math.round((forMs + performance.now() - until) / 1_000)} s`;
}

/** @param {NodeJS.ProcessEnv} [environment] */
async function restartAll(environment) {
  for (const replica of replicas.all) {
    await wait(restMs);
    await replica.stop();
    await replica.start(environment);
  }
  await wait(restMs);
}

async function rotate() {
  const [older, newer] = [replicas.key, newKey()];
  await restartAll({ MCP_REQUEST_STATE_KEY: `${older},${newer}` });
  await restartAll({ MCP_REQUEST_STATE_KEY: `${newer},${older}` });
  // Sessions of the old key would end with it.
  counts.isNewKey = true;
  await wait(longestRoundMs);
  await restartAll({ MCP_REQUEST_STATE_KEY: newer });
  return 'three rolling restarts that replaced the key';
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
  console.log(`${done}, among ${values.replicas} replicas under ${values.clients} clients`);
  console.log(table.toString());
  if (values.scenario === 'rotation') console.log(`round trips ended ${counts.rounds}`);
  console.log(`events ${counts.events}, streams resumed ${counts.resumed}, sessions lost ${counts.sessionsLost}`);
  for (const line of [...new Set(counts.notes)].slice(0, 20)) console.log(line);
  for (const line of [...new Set(said)].slice(0, 20)) console.log(`a replica said: ${line}`);
}
