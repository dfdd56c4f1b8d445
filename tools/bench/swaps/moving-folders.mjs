/**
 * The third part of `npm run soak:swaps`: folders of plugins come, move and go in a server with `--watch`, again and again, while one plugin
 * is called and listed all the time. Counts decide: what did not come, what did not go, and the moments without the called plugin.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import Table from 'cli-table3';

const program = fileURLToPath(new URL('../../../apps/server/dist/main.js', import.meta.url));
/** Longest wait for a change; beyond it, it was missed. */
const longestMs = 30_000;

/** @param {string} tool @returns {string} */
const source = (tool) => `
import { Tool } from '@sigil/core';

/** Moves. */
export class Moving {
  /** Says its name. */
  @Tool() ${tool}(): string { return ${JSON.stringify(tool)}; }
}
`;

/**
 * @param {string} scratch a folder of its own below this repository; recreated
 * @param {number} rounds how often every scenario is repeated
 * @returns {Promise<boolean>} whether all counts are right
 */
export async function moveFolders(scratch, rounds) {
  rmSync(scratch, { recursive: true, force: true });
  const plugins = join(scratch, 'plugins');
  const outside = join(scratch, 'outside');
  mkdirSync(plugins, { recursive: true });
  const server = await startServer(scratch, plugins);
  writePlugin(join(plugins, 'standing'), 'stands');
  /** @type {Map<string, { missed: number, slowestMs: number }>} */
  const counts = new Map();
  /** @param {string} scenario @param {string} name @param {string | undefined} tool the plugin's tool; undefined if it is to be gone */
  const expectTool = async (scenario, name, tool) => {
    const startedAt = performance.now();
    const found = await server.serves(name, tool);
    const count = counts.get(scenario) ?? { missed: 0, slowestMs: 0 };
    counts.set(scenario, {
      missed: count.missed + (found ? 0 : 1),
      slowestMs: Math.max(count.slowestMs, performance.now() - startedAt),
    });
  };
  await expectTool('sources into an empty folder', 'standing', 'stands');
  const standing = watchStanding(server);

  for (let round = 0; round < rounds; round++) {
    const [one, two] = [`one${round}`, `two${round}`];
    writePlugin(join(plugins, 'made'), one);
    await expectTool('sources only', 'made', one);
    cpSync(join(plugins, 'made'), join(plugins, 'copied'), { recursive: true });
    await expectTool('copied', 'copied', one);
    renameSync(join(plugins, 'copied'), join(plugins, 'renamed'));
    await expectTool('renamed: new name', 'renamed', one);
    await expectTool('renamed: old name', 'copied', undefined);
    write(join(plugins, 'renamed'), 'src/moving.ts', source(two));
    await expectTool('saved after it was renamed', 'renamed', two);
    rmSync(outside, { recursive: true, force: true });
    writePlugin(join(outside, 'first'), one);
    writePlugin(join(outside, 'second'), two);
    symlinkSync(join(outside, 'first'), join(plugins, 'linked'));
    await expectTool('linked', 'linked', one);
    symlinkSync(join(outside, 'second'), join(plugins, '.next'));
    renameSync(join(plugins, '.next'), join(plugins, 'linked'));
    await expectTool('linked elsewhere', 'linked', two);
    if (round % 5 === 0) for (const pid of server.children()) process.kill(pid, 'SIGKILL');
    write(join(outside, 'second'), 'src/moving.ts', source(one));
    await expectTool('saved behind a link, every fifth time after a killed builder', 'linked', one);
    const described = join(plugins, 'standing/package.json');
    const text = readFileSync(described, 'utf8');
    truncateSync(described);
    await wait(150);
    writeFileSync(described, text);
    // A build may be writing into one of them.
    for (const name of ['made', 'renamed', 'linked']) rmSync(join(plugins, name), { recursive: true, maxRetries: 10 });
    for (const name of ['made', 'renamed', 'linked']) await expectTool('removed', name, undefined);
  }

  const { asked, missing } = await standing.stop();
  await server.close();
  const table = new Table({ head: ['folders', 'missed', 'slowest, ms'], style: { head: [] } });
  for (const [name, { missed, slowestMs }] of counts) table.push([name, String(missed), slowestMs.toFixed(0)]);
  console.log(table.toString());
  console.log(`the plugin that stays: asked ${asked} times, missing ${missing}`);
  return missing === 0 && [...counts.values()].every(({ missed }) => missed === 0);
}

/** @param {string} folder @param {string} file @param {string} text */
function write(folder, file, text) {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

/** @param {string} folder @param {string} tool */
function writePlugin(folder, tool) {
  const compilerOptions = {
    ...{ strict: true, target: 'ES2022', module: 'NodeNext', moduleResolution: 'NodeNext', types: [] },
    ...{ experimentalDecorators: true, skipLibCheck: true },
  };
  const described = { name: 'moving', version: '1.0.0', type: 'module', sigil: { plugin: true } };
  write(folder, 'package.json', JSON.stringify(described));
  write(folder, 'tsconfig.json', JSON.stringify({ compilerOptions, include: ['src'] }));
  write(folder, 'src/moving.ts', source(tool));
}

/** @param {string} scratch @param {string} plugins */
async function startServer(scratch, plugins) {
  const args = [program, '--port', '0', '--plugins', plugins, '--state', join(scratch, 'state'), '--watch'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stderr.resume();
  let said = '';
  child.stdout.on('data', (chunk) => (said += chunk));
  const findUrl = () => /serves on (http:\S+)/.exec(said)?.[1];
  while (findUrl() === undefined) {
    if (child.exitCode !== null) throw new Error(`the server ended:\n${said}`);
    await wait(20);
  }
  /** @param {string} name @returns {Promise<string | undefined>} the plugin's tools; undefined if there is no such server */
  const toolsOf = async (name) => {
    const response = await fetch(`${findUrl()}/mcp/meta/${name}.json`);
    const body = await response.text();
    if (!response.ok) return undefined;
    return JSON.parse(body)
      .tools.map((/** @type {{ name: string }} */ tool) => tool.name)
      .join();
  };
  return {
    toolsOf,
    /** @param {string} name @param {string | undefined} tools @returns {Promise<boolean>} whether it has them in time */
    async serves(name, tools) {
      for (const until = performance.now() + longestMs; performance.now() < until; await wait(5)) {
        if ((await toolsOf(name)) === tools) return true;
      }
      return false;
    },
    /** @returns {number[]} */
    children: () =>
      readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    async close() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** @param {Awaited<ReturnType<typeof startServer>>} server */
function watchStanding(server) {
  const over = new AbortController();
  let [asked, missing] = [0, 0];
  const ended = (async () => {
    for (; !over.signal.aborted; await wait(2)) {
      asked += 1;
      if ((await server.toolsOf('standing')) !== 'stands') missing += 1;
    }
  })();
  return {
    async stop() {
      over.abort();
      await ended;
      return { asked, missing };
    },
  };
}
