/**
 * Lists the subjects that are compared and their capabilities, and starts one of them.
 */
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onCore } from './cores.mjs';
import { writeDeployment } from '../served-tools/write-deployment.mjs';

/**
 * @typedef {object} Subject
 * @property {string} name
 * @property {string} script absolute
 * @property {readonly string[]} packages of its production install, by name; empty for the floors
 * @property {readonly import('../load/messages.mjs').Mode[]} modes over HTTP
 * @property {boolean} stdio
 * @property {boolean} progress
 * @property {boolean} [isOptional] measured only where it is named
 * @property {string} [logFile] receives its standard error, while it runs
 * @property {string} [path] of its endpoint; `/mcp` when left out
 * @property {string} [namespace] of its tools' names
 * @property {(work: Started) => readonly string[]} [argumentsOf] the script's, over HTTP
 */

/** @typedef {{ readonly tools: number, readonly progress: boolean, readonly stateless: boolean, readonly isAsync?: boolean }} Started options of a start */

/** @param {string} path @param {Pick<Subject, 'name' | 'modes'> & Partial<Subject>} about @returns {Subject} */
function subject(path, about) {
  const script = fileURLToPath(new URL(`../${path}`, import.meta.url));
  return { script, packages: [], stdio: false, progress: false, ...about };
}

/** Returns the arguments of all servers written for the benchmark. @param {Started} work */
function usualArguments({ tools, progress, stateless }) {
  const flags = [...(progress ? ['--progress'] : []), ...(stateless ? ['--stateless'] : [])];
  return ['--port', '0', '--tools', String(tools), ...flags];
}

/** All modes in which a client can call over HTTP. */
export const everyMode = /** @type {const} */ (['legacy', 'stateless', 'modern']);

/** The server that `npm start` starts, with only the benchmark's plugin. */
const deployed = {
  modes: everyMode,
  progress: true,
  stdio: false,
  packages: [],
  isOptional: true,
  argumentsOf: (/** @type {Started} */ work) => [
    '--port',
    '0',
    '--config',
    writeDeployment(work),
    ...(work.stateless ? ['--stateless'] : []),
  ],
};

/** The properties of subjects whose methods are declared `async`. @type {Omit<Subject, 'name' | 'script'>} */
const async = { modes: everyMode, progress: false, stdio: false, packages: [], isOptional: true };

/** The subjects; the first is the limit for the others. @type {readonly Subject[]} */
export const subjects = [
  subject('subjects/bare-http.mjs', { name: 'bare', modes: everyMode, progress: true, stdio: true }),
  subject('run-server.mjs', {
    name: 'sigil',
    modes: everyMode,
    progress: true,
    stdio: true,
    packages: ['@sigil/core', '@sigil/plugin-host', '@sigil/transport-http'],
  }),
  subject('run-server.mjs', { name: 'async', ...async, argumentsOf: (work) => [...usualArguments(work), '--async'] }),
  subject('../../../apps/server/dist/main.js', { name: 'deployed', path: '/mcp/bench', ...deployed }),
  subject('../../../apps/server/dist/main.js', {
    name: 'deployed-all',
    path: '/mcp/all',
    namespace: 'bench',
    ...deployed,
  }),
  subject('../../../apps/server/dist/main.js', {
    name: 'deployed-async',
    path: '/mcp/bench',
    ...deployed,
    progress: false,
    argumentsOf: (work) => deployed.argumentsOf({ ...work, isAsync: true }),
  }),
  subject('rivals/bare-koa.mjs', { name: 'koa', modes: everyMode }),
  subject('rivals/mcp-lite.mjs', {
    name: 'mcp-lite',
    modes: ['legacy', 'stateless'],
    progress: true,
    packages: ['mcp-lite', 'zod', '@hono/node-server'],
  }),
  subject('rivals/tmcp.mjs', {
    name: 'tmcp',
    modes: everyMode,
    progress: true,
    stdio: true,
    packages: ['tmcp', '@tmcp/adapter-zod', '@tmcp/transport-http', 'zod', '@hono/node-server'],
  }),
  subject('rivals/sdk-v1.mjs', {
    name: 'sdk-v1',
    modes: ['legacy', 'stateless'],
    progress: true,
    stdio: true,
    packages: ['@modelcontextprotocol/sdk', 'zod'],
  }),
  subject('rivals/sdk-v2.mjs', {
    name: 'sdk-v2',
    modes: everyMode,
    progress: true,
    stdio: true,
    packages: ['@modelcontextprotocol/server', '@modelcontextprotocol/node', 'zod'],
  }),
];

const scratch = fileURLToPath(new URL('../../.scratch', import.meta.url));

/** @param {string} name @param {object} keys of the configuration */
export function deployedWith(name, keys) {
  const argumentsOf = (/** @type {Started} */ work) => [
    '--port',
    '0',
    '--config',
    writeDeployment(work, { name, keys: { dashboard: false, ...keys } }),
  ];
  const logFile = join(scratch, `${name}.log`);
  return subject('../../../apps/server/dist/main.js', {
    name,
    path: '/mcp/bench',
    ...deployed,
    argumentsOf,
    logFile,
  });
}

/**
 * Returns the deployed server, and the same one with each kind of observation; the first is the limit.
 *
 * @param {string} tracesUrl of a collector
 * @returns {readonly Subject[]}
 */
export const observedWith = (tracesUrl) => [
  deployedWith('unobserved', {}),
  deployedWith('dashboard', { dashboard: true }),
  deployedWith('metrics', { metrics: true }),
  deployedWith('traces 1 %', { tracesUrl, tracesSamplePercent: 1 }),
  deployedWith('access log 1 %', { log: 'json', accessLogPercent: 1 }),
  deployedWith('access log', { log: 'json', accessLogPercent: 100 }),
  deployedWith('audit', { auditFile: './audit.jsonl' }),
  deployedWith('strict audit', { auditFile: './strict.jsonl', auditMode: 'strict' }),
];

const bareStdio = fileURLToPath(new URL('../subjects/bare-stdio.mjs', import.meta.url));

/** Returns the command that serves on standard input and output, on the server's core. @param {Subject} it @param {number} tools */
export function stdioCommand({ name, script }, tools) {
  const program = name === 'bare' ? bareStdio : script;
  return onCore('server', [process.execPath, program, '--stdio', '--tools', String(tools)]);
}

/**
 * @typedef {object} Running
 * @property {import('node:child_process').ChildProcess} child
 * @property {number} pid
 * @property {number} port
 * @property {string} path
 * @property {string | undefined} namespace of its tools' names
 * @property {() => Promise<void>} stop
 */

/**
 * Starts a server over HTTP: on the server's core, or on the load's if it only supports the measured one.
 *
 * @param {Pick<Subject, 'name' | 'script' | 'path' | 'namespace' | 'argumentsOf' | 'logFile'>} subject
 * @param {{ tools?: number, progress?: boolean, stateless?: boolean, core?: 'server' | 'load', nodeArgs?:
 *   readonly string[], ipc?: boolean, under?: readonly string[] }} [options] `under` is a command that runs Node
 * @returns {Promise<Running>}
 */
export async function startSubject(subject, options = {}) {
  const { name, script, path = '/mcp', namespace, argumentsOf = usualArguments, logFile } = subject;
  const {
    tools = 3,
    progress = false,
    stateless = false,
    core = 'server',
    nodeArgs = [],
    ipc = false,
    under = [],
  } = options;
  const args = [...nodeArgs, script, ...argumentsOf({ tools, progress, stateless })];
  const [program = '', ...rest] = onCore(core, [...under, process.execPath, ...args]);
  const log = logFile === undefined ? undefined : openLogFile(logFile);
  const child = spawn(program, rest, {
    stdio: ['ignore', 'pipe', log ?? 'inherit', ...(ipc ? [/** @type {const} */ ('ipc')] : [])],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (log !== undefined) closeSync(log);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const { stdout } = child;
  if (!stdout) throw new Error('a child without its output');
  for await (const line of createInterface({ input: stdout })) {
    const port = /http:\/\/127\.0\.0\.1:(\d+)\/mcp/.exec(line)?.[1];
    // The deployed server prints a line for each endpoint; all of them answer by then.
    if (port === undefined) continue;
    stdout.resume();
    const stop = async () => {
      child.kill('SIGKILL');
      await ended;
      if (logFile !== undefined) rmSync(logFile, { force: true });
    };
    return { child, pid: /** @type {number} */ (child.pid), port: Number(port), path, namespace, stop };
  }
  throw new Error(`${name} ended before it served`);
}

/** Opens a real file, since discarded lines cost next to nothing. @param {string} path @returns {number} its descriptor */
function openLogFile(path) {
  mkdirSync(dirname(path), { recursive: true });
  return openSync(path, 'w');
}
