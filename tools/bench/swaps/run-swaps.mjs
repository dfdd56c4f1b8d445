/**
 * `npm run soak:swaps`: swaps a plugin a thousand times in a running server while clients of both eras call it, and counts
 * failures. Reports heap, memory and open files before and after. Then works a day in `sigil dev` and counts builds, and moves folders
 * of plugins below a server with `--watch`. Exits with code 1 when a call failed, an answer was mixed, the heap grew too far, or a count is
 * not the wanted one.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { newCounts, startLoad } from './load.mjs';
import { moveFolders } from './moving-folders.mjs';
import { workADay } from './working-day.mjs';
import { writeVersions } from './write-versions.mjs';

const { values } = parseArgs({
  options: {
    swaps: { type: 'string', default: '1000' },
    rate: { type: 'string', default: '200' },
    streams: { type: 'string', default: '5' },
    link: { type: 'string', default: 'inline' },
    folders: { type: 'string', default: '20' },
    'limit-seconds': { type: 'string', default: '300' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(`Usage: npm run soak:swaps -- [--swaps 1000] [--rate 200] [--streams 5] [--link inline] [--folders 20] [--limit-seconds 300]

  --swaps          how often the plugin is replaced
  --rate           calls a second, half of each era
  --streams        so many long calls with progress, and so many listening streams, are open all the time
  --link           inline, worker or process
  --folders        how often folders of plugins come, move and go
  --limit-seconds  when it stops, however many swaps were made`);
  process.exit(0);
}

/** The heap grows by compiled code and tables; a generation that is kept grows it by 50 kB for each swap. */
const mostGrownMb = 16;
const scratch = fileURLToPath(new URL('../.scratch/swaps', import.meta.url));
const program = fileURLToPath(new URL('../../../apps/server/dist/main.js', import.meta.url));
const token = randomBytes(24).toString('hex');
const { plugins, put } = await writeVersions(scratch);
const server = await startServer();
const counts = newCounts();
const stopLoad = await startLoad(`${server.url}/mcp/swapped`, counts, {
  perSecond: Number(values.rate),
  streams: Number(values.streams),
});
await swapSome(20); // excludes objects created once, at the first calls and swaps
const before = await measureServer();
const startedAt = performance.now();
const made = await swapSome(Number(values.swaps));
const seconds = (performance.now() - startedAt) / 1000;
const during = await measureServer();
await stopLoad();
await wait(2_000);
const after = await settledServer();
server.child.kill('SIGTERM');
await once(server.child, 'exit');
const grownMb = after.heapMb - before.heapMb;
if (grownMb > mostGrownMb)
  counts.errors.push(`the heap grew by ${grownMb.toFixed(0)} MB, expected at most ${mostGrownMb}`);
report();
const isDayRight = await workADay(fileURLToPath(new URL('../.scratch/working-day', import.meta.url)));
const areFoldersRight = await moveFolders(
  fileURLToPath(new URL('../.scratch/moving-folders', import.meta.url)),
  Number(values.folders),
);
process.exitCode =
  counts.failed + counts.mixed === 0 &&
  grownMb <= mostGrownMb &&
  made === Number(values.swaps) &&
  isDayRight &&
  areFoldersRight
    ? 0
    : 1;

/**
 * Waits up to 30 seconds until the heap is as large as before. Each swap is noted in the history on disk, one note after another, and a
 * note holds its build until it is written: at 90 swaps a second the notes lag some seconds.
 */
async function settledServer() {
  const until = performance.now() + 30_000;
  let measured = await measureServer();
  while (measured.heapMb - before.heapMb > mostGrownMb && performance.now() < until) {
    await wait(1_000);
    measured = await measureServer();
  }
  return measured;
}

async function startServer() {
  const configuration = JSON.stringify({ plugins: { swapped: { link: values.link } } });
  await writeFile(`${scratch}/sigil.config.json`, configuration);
  const args = ['--expose-gc', program, '--port', '0', '--plugins', plugins];
  const child = spawn(
    process.execPath,
    [...args, '--config', `${scratch}/sigil.config.json`, '--state', `${scratch}/state`],
    {
      env: { ...process.env, MCP_ADMIN_TOKEN: token },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  child.stderr.resume();
  let said = '';
  for await (const chunk of child.stdout) {
    said += chunk;
    const url = /serves on (http:\S+)/.exec(said)?.[1];
    if (url) {
      child.stdout.resume();
      return { child, url };
    }
  }
  throw new Error(`the server ended:\n${said}`);
}

/** @param {string} method @param {string} action @returns {Promise<any>} */
async function admin(method, action) {
  const response = await fetch(`${server.url}/admin/${action}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
  });
  if (!response.ok) throw new Error(`${method} ${action}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** @param {number} wanted */
async function swapSome(wanted) {
  const until = performance.now() + Number(values['limit-seconds']) * 1000;
  for (let made = 0; made < wanted; made++) {
    if (performance.now() > until) return made;
    await put((made + 1) % 2);
    const status = await admin('POST', 'reload');
    const version = status.plugins.swapped.version;
    if (version !== `${((made + 1) % 2) + 1}.0.0`) counts.errors.push(`swap ${made}: version ${version} serves`);
    if (made % 100 === 99) process.stderr.write(`${made + 1} swaps, ${counts.calls} calls\n`);
  }
  return wanted;
}

async function measureServer() {
  const { memory } = await admin('GET', 'status?collect=true');
  return {
    heapMb: memory.heapUsed / 2 ** 20,
    rssMb: memory.rss / 2 ** 20,
    ...countFiles(`/proc/${server.child.pid}/fd`),
  };
}

/** Counts open files, without connections, which come and go with the client's pool. @param {string} folder */
function countFiles(folder) {
  const targets = readdirSync(folder).map((name) => {
    try {
      return readlinkSync(`${folder}/${name}`);
    } catch {
      return ''; // closed meanwhile
    }
  });
  const sockets = targets.filter((target) => target.startsWith('socket:')).length;
  return { sockets, files: targets.length - sockets };
}

function report() {
  const table = new Table({ head: ['', 'before', 'under load, after the swaps', 'idle again'], style: { head: [] } });
  /** @param {string} name @param {keyof typeof before} member @param {number} digits */
  const row = (name, member, digits) =>
    table.push([name, ...[before, during, after].map((it) => it[member].toFixed(digits))]);
  row('heap, MB', 'heapMb', 1);
  row('resident memory, MB', 'rssMb', 0);
  row('connections', 'sockets', 0);
  row('other open files', 'files', 0);
  console.log(
    `${made} swaps in ${seconds.toFixed(1)} s (${values.link}), ${Math.round(counts.calls / seconds)} calls a second`,
  );
  console.log(`calls ${counts.calls}, failed ${counts.failed}, mixed ${counts.mixed}`);
  console.log(`progress ${counts.progress}, notices ${counts.notices}`);
  console.log(table.toString());
  for (const error of counts.errors) console.log(error);
}
