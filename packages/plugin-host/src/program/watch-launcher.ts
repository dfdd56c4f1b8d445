/**
 * Ends this program when the package manager that launched it is gone: `kill -9` of `npx` or `npm` reaches no child, which would keep its
 * port.
 *
 * Programs that were launched otherwise may outlive their parent, as after `nohup`, and so may those that a script puts into the background.
 */
import { Worker } from 'node:worker_threads';

/** How often the ancestors are looked at. */
const lookEveryMs = 500;
/** Time to end in good order before the process is killed. */
const graceMs = 3_000;
/** A package manager starts a shell, which may start a script. */
const mostAncestors = 6;

// Uses a separate thread, since the event loop may be blocked by a plugin.
const program = `
  const { execFileSync } = require('node:child_process');
  const { readFileSync } = require('node:fs');
  const { parentPort, workerData } = require('node:worker_threads');
  const { parent, mostAncestors, lookEveryMs, graceMs } = workerData;

  // The parent of a process, its command line, and when it began.
  const describe = (pid) => {
    try {
      const stat = readFileSync('/proc/' + pid + '/stat', 'latin1');
      const numbers = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const words = readFileSync('/proc/' + pid + '/cmdline', 'latin1').split(/[\\0 ]/);
      return { words, parent: Number(numbers[1]), begun: numbers[19] };
    } catch {}
    try {
      const line = execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' }).trim();
      const [parent, ...words] = line.split(/\\s+/);
      return { words, parent: Number(parent), begun: undefined };
    } catch {}
    return undefined;
  };
  const isManager = ({ words }) =>
    words.slice(0, 2).some((word) => /^(npm|npx|pnpm|pnpx|yarn|bun|bunx)(-cli)?(\\.[cm]?js)?$/.test(word.split('/').at(-1)));

  // This process's ancestors up to the package manager; shells and scripts may be between them.
  const ancestors = [];
  for (let pid = parent; pid > 1 && ancestors.length < mostAncestors && !ancestors.some(isManager); ) {
    const found = describe(pid);
    if (!found) break;
    ancestors.push({ pid, ...found });
    pid = found.parent;
  }
  const manager = ancestors.find(isManager);

  const isThere = ({ pid, begun }) => {
    try {
      process.kill(pid, 0);
    } catch (error) {
      return error.code === 'EPERM';
    }
    return begun === undefined || describe(pid)?.begun === begun;
  };
  const look = () => {
    // A shell that has ended before the package manager had put this process into the background.
    if (process.ppid !== parent && manager?.pid !== parent) return clearInterval(timer);
    if (process.ppid === parent && ancestors.every(isThere)) return;
    clearInterval(timer);
    parentPort.postMessage('gone');
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), graceMs);
  };
  const timer = setInterval(look, lookEveryMs);
  if (!manager) clearInterval(timer);
`;

/** @param onGone asks the program to end; it is killed if it takes longer than three seconds */
export function watchLauncher(onGone: () => void, environment: NodeJS.ProcessEnv = process.env): void {
  // npm, npx, pnpm, yarn and bun set it for the programs that they run.
  const isLaunched = environment['npm_lifecycle_event'] !== undefined || environment['npm_command'] !== undefined;
  if (!isLaunched || process.ppid <= 1 || process.platform === 'win32') return;
  const watcher = new Worker(program, {
    eval: true,
    workerData: { parent: process.ppid, mostAncestors, lookEveryMs, graceMs },
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
  });
  watcher.on('message', onGone);
  // Without the watch the program serves as well.
  watcher.on('error', () => undefined);
  watcher.unref();
}
