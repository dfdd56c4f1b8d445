/**
 * Measures calls through a gateway in front of one bare server: ours, one built from the official SDK, its client behind a
 * bare server, and a byte relay. Counts the cost of the gateway's own process; the bare server, called directly, is the limit.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inRounds, runLoad, warmUp } from '../measuring/measuring.mjs';
import { startSubject, subjects } from '../measuring/subjects.mjs';

const ourServer = fileURLToPath(new URL('../../../../apps/server/dist/main.js', import.meta.url));
const sdkClient = fileURLToPath(new URL('../subjects/sdk-gateway.mjs', import.meta.url));
const bareRelay = fileURLToPath(new URL('../subjects/bare-relay.mjs', import.meta.url));
const rivals = fileURLToPath(new URL('../rivals', import.meta.url));
const about = { modes: /** @type {const} */ (['legacy']), packages: [], stdio: false, progress: false };

/** @param {import('../measuring/measuring.mjs').Run} run */
export async function measureGateway(run) {
  return [...(await measureRemoteCalls(run)), ...(await measureRemoteLists(run))];
}

/**
 * Lists 1,000 tools: from a server that has them itself, and from one that passes them on.
 * @param {import('../measuring/measuring.mjs').Run} run
 */
async function measureRemoteLists(run) {
  const folder = mkdtempSync(join(tmpdir(), 'sigil-gateway-'));
  const tools = 1000;
  /** @type {Map<string, import('../measuring/subjects.mjs').Running>} */
  const running = new Map();
  try {
    const [bare] = subjects;
    const local = subjects.find(({ name }) => name === 'deployed');
    if (!bare || !local) throw new Error('no limit');
    const upstream = await startSubject(bare, { tools });
    running.set(bare.name, upstream);
    const url = `http://127.0.0.1:${upstream.port}/mcp`;
    const remote = {
      ...about,
      name: 'remote',
      script: ourServer,
      path: '/mcp/up',
      argumentsOf: () => writeGateway(folder, url, 'legacy'),
    };
    running.set(local.name, await startSubject(local, { tools }));
    running.set(remote.name, await startSubject(remote));
    const what = /** @type {const} */ ('list');
    await warmUp(running, { mode: 'legacy', tools, connections: 16, what });
    return await measureAt(run, { subjects: [local, remote], running, connections: 16, tools, what });
  } finally {
    for (const server of [...running.values()].toReversed()) await server.stop();
    rmSync(folder, { recursive: true });
  }
}

/** @typedef {{ connections: number, items?: number }} CallLoad calls at a time, and the items of a long result */

/** @type {readonly CallLoad[]} */
const smallAndLong = [{ connections: 16 }, { connections: 64 }, { connections: 1 }, { connections: 16, items: 900 }];

/** @param {import('../measuring/measuring.mjs').Run} run */
async function measureRemoteCalls(run) {
  return [
    ...(await measureCallsTo(run, { protocol: 'legacy', loads: smallAndLong })),
    ...(await measureCallsTo(run, { protocol: 'modern', loads: [{ connections: 64 }] })),
  ];
}

/** @param {import('../measuring/measuring.mjs').Run} run @param {{ protocol: 'legacy' | 'modern', loads: readonly CallLoad[] }} plan */
async function measureCallsTo(run, { protocol, loads }) {
  const folder = mkdtempSync(join(tmpdir(), 'sigil-gateway-'));
  /** @type {Map<string, import('../measuring/subjects.mjs').Running>} */
  const running = new Map();
  const [bare] = subjects;
  if (!bare) throw new Error('no limit');
  // The measured process has its core to itself, as the limit has.
  const upstream = await startSubject(bare, { core: 'load' });
  try {
    running.set(bare.name, await startSubject(bare));
    const url = `http://127.0.0.1:${upstream.port}/mcp`;
    const argumentsOf = () => writeGateway(folder, url, protocol);
    const ours = { ...about, name: 'sigil', script: ourServer, path: '/mcp/up', argumentsOf };
    const others = [
      { ...about, name: 'relay', script: bareRelay, argumentsOf: () => [url] },
      { ...about, name: 'sdk-client', script: sdkClient, argumentsOf: () => [url] },
      { ...about, name: 'sdk-v2', script: join(rivals, 'sdk-v2-gateway.mjs'), argumentsOf: () => [url] },
    ].filter(({ name }) => name !== 'sdk-v2' || run.subjects.some((wanted) => wanted.name === name));
    // The official client negotiates an upstream's era again for each of its instances.
    const gateways = protocol === 'legacy' ? [ours, ...others] : [ours];
    for (const gateway of gateways) running.set(gateway.name, await startSubject(gateway));
    // A gateway runs more code than a server, including a client's, so its code is compiled later.
    for (let time = 0; time < 3; time++) {
      await warmUp(running, { mode: 'legacy', tools: 3, connections: 64, what: 'call' });
    }
    const figures = [];
    for (const load of loads) {
      const of = `, upstream of the ${protocol} era`;
      figures.push(
        ...(await measureAt(run, { subjects: [bare, ...gateways], running, ...load, tools: 3, what: 'call', of })),
      );
    }
    return figures;
  } finally {
    for (const server of [...running.values()].toReversed()) await server.stop();
    await upstream.stop();
    rmSync(folder, { recursive: true });
  }
}

/** @param {string} folder @param {string} url @param {'legacy' | 'modern'} protocol @returns {string[]} the arguments of our server */
function writeGateway(folder, url, protocol) {
  const pluginsFolder = join(folder, 'plugins');
  mkdirSync(pluginsFolder);
  const mcps = join(folder, 'mcps.source.json');
  writeFileSync(mcps, JSON.stringify({ up: { remote: { url, protocol, required: true } } }));
  const file = join(folder, 'sigil.config.json');
  const limits = { pageSize: 1_001 };
  writeFileSync(file, JSON.stringify({ pluginsFolder, stateFolder: join(folder, 'state'), mcps, limits }));
  return ['--port', '0', '--config', file];
}

/**
 * @typedef {object} LoadPlan
 * @property {readonly import('../measuring/subjects.mjs').Subject[]} subjects
 * @property {ReadonlyMap<string, import('../measuring/subjects.mjs').Running>} running
 * @property {number} connections
 * @property {number} [items]
 * @property {number} tools
 * @property {'call' | 'list'} what
 * @property {string} [of] appended to the scenario's name
 */

/** @param {import('../measuring/measuring.mjs').Run} run @param {LoadPlan} plan */
function measureAt(run, { subjects, running, connections, items, tools, what, of = '' }) {
  const calls = items === undefined ? 'calls' : `calls with ${items} items in their results`;
  return inRounds(run, {
    scenario: `${what === 'call' ? calls : `lists of ${tools} tools`} through a gateway, ${connections} at a time${of}`,
    subjects,
    async measure({ name }) {
      const { port, path, pid } = /** @type {import('../measuring/subjects.mjs').Running} */ (running.get(name));
      const times = { seconds: run.seconds, warmUpSeconds: 0.3 };
      const order = { ...times, mode: 'legacy', tools, items, connections, port, path, pid, what };
      const { answers, cpuMicros, seconds } = await runLoad('run-load', order);
      return { [`CPU µs per ${what}`]: cpuMicros / answers, [`${what}s/s`]: answers / seconds };
    },
  });
}
