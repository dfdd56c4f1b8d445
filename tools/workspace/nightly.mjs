/**
 * `npm run nightly`: what takes too long for each change: soaks, Node 24, and the corpora of packages and of OpenAPI documents. Runs
 * before an issue is called done and before a release.
 *
 * Each step's output passes through and all steps run, so that one run reports everything. The closing table names the commit.
 */
import { execFile, spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));
const execute = promisify(execFile);

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} command
 * @property {readonly string[]} args
 * @property {Readonly<Record<string, string>>} [environment] variables beside those of this process
 * @property {boolean} [onNode24] whether its programs run on Node 24 in place of this one
 */

/** @type {readonly Step[]} */
const steps = [
  npm('build'),
  { name: 'tests on Node 24', command: 'npx', args: ['vitest', 'run'], onNode24: true },
  {
    name: 'slow tests on Node 24',
    command: 'npx',
    args: ['vitest', 'run', '.slow.test'],
    // Of these samples CI has time for a share.
    environment: { SIGIL_WHOLE_CORPUS: '1', SIGIL_GENERATED_QUERIES: '10000' },
    onNode24: true,
  },
  npm('soak:swaps'),
  { name: 'soak:attack', command: 'node', args: ['tools/workspace/run-task.mjs', 'soak:attack'] },
  npm('soak:replicas'),
  { name: 'soak:restarts', command: 'npx', args: ['vitest', 'run', '.soak.test'] },
  npm('soak:gateway'),
  {
    name: 'packaging with npm, pnpm, yarn and bun',
    command: 'npx',
    args: ['vitest', 'run', '--config', 'tools/checks/packaging/vitest.config.ts'],
    environment: { SIGIL_PACKAGE_MANAGERS: 'all' },
  },
  { name: 'test:migrate-corpus', command: 'node', args: ['tools/workspace/run-task.mjs', 'test:migrate-corpus'] },
  npm('house'),
  npm('test:packages-corpus'),
  npm('test:openapi-corpus'),
];

const { values: options } = parseArgs({ options: { only: { type: 'string' }, help: { type: 'boolean' } } });
if (options.help) {
  console.log(`npm run nightly [-- --only <part of a name>]\n\n${steps.map(({ name }) => `  ${name}`).join('\n')}`);
} else {
  await runSteps(steps.filter(({ name }) => name.includes(options.only ?? '')));
}

/** @param {readonly Step[]} chosen */
async function runSteps(chosen) {
  const commit = await describeCommit();
  const rows = [];
  for (const step of chosen) {
    console.log(`\n== ${step.name}, ${commit}`);
    const startedAt = performance.now();
    const isGreen = await run(step);
    const minutes = (performance.now() - startedAt) / 60_000;
    rows.push(`${isGreen ? 'ok  ' : 'FAIL'} ${minutes.toFixed(1).padStart(6)} min  ${step.name}`);
    if (!isGreen) process.exitCode = 1;
  }
  console.log(`\n${rows.join('\n')}\n${commit}`);
}

/** @returns {Promise<string>} the commit, and whether files differ from it */
async function describeCommit() {
  const { stdout: commit } = await execute('git', ['rev-parse', 'HEAD'], { cwd: root });
  const { stdout: changes } = await execute('git', ['status', '--porcelain'], { cwd: root });
  return `commit ${commit.trim()}${changes === '' ? '' : ', with changes that are not committed'}`;
}

/** @param {Step} step @returns {Promise<boolean>} whether it exited with code 0 */
async function run({ command, args, environment, onNode24 = false }) {
  const path = onNode24 ? `${dirname(await findNode24())}:${process.env['PATH']}` : process.env['PATH'];
  const child = spawn(command, [...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment, PATH: path },
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0));
  });
}

/** @returns {Promise<string>} the path of its program, which npx fetches @throws if it cannot be fetched */
async function findNode24() {
  const print = 'process.versions.node.startsWith("24.") ? process.execPath : ""';
  const { stdout } = await execute('npx', ['-y', 'node@24', '-p', print], { cwd: root });
  if (stdout.trim() === '') throw new Error('npx ran another Node than 24: its package has no binary for this machine');
  return stdout.trim();
}

/** @param {string} script of the root's package.json @returns {Step} */
function npm(script) {
  return { name: script, command: 'npm', args: ['run', script] };
}
