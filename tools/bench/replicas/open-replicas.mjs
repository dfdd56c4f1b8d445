/**
 * Opens a deployment on this machine: Debian's Redis, several processes of one program that share it, and Debian's nginx in
 * front, configured as in `deploy/nginx.conf`, round robin and without stickiness.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {object} Replica
 * @property {number} port
 * @property {number | undefined} pid of the current process
 * @property {() => Promise<void>} kill ends it at once
 * @property {() => Promise<void>} stop lets it end by itself, as SIGTERM does
 * @property {(environment?: NodeJS.ProcessEnv) => Promise<void>} start starts it again, on its port
 *
 * @typedef {object} Redis
 * @property {string} url
 * @property {() => Promise<void>} kill
 * @property {() => Promise<void>} start empty, on its port
 * @property {() => void} freeze stops the process: connections stay open, nothing is answered
 * @property {() => void} thaw continues it, with all its data
 *
 * @typedef {object} Replicas
 * @property {string} url of the proxy, without a path
 * @property {string} key that the replicas share
 * @property {readonly Replica[]} all
 * @property {Redis} redis
 * @property {() => Promise<void>} close
 *
 * @typedef {object} ReplicaOptions
 * @property {number} count
 * @property {(port: number) => readonly string[]} argsOf the program and its arguments
 * @property {(line: string) => void} [onLine] called with each line that a replica reports
 * @property {NodeJS.ProcessEnv} [environment]
 * @property {number} [proxyKeepAlive] connections that nginx keeps to the replicas; 0 for none
 */

/** @param {ReplicaOptions} options @returns {Promise<Replicas>} */
export async function openReplicas({ count, argsOf, onLine = () => undefined, environment = {}, proxyKeepAlive }) {
  const redis = await openRedis();
  const env = {
    ...process.env,
    ...environment,
    REDIS_URL: redis.url,
    MCP_REQUEST_STATE_KEY: newKey(),
  };
  /** @type {Replica[]} */
  const all = [];
  for (let at = 0; at < count; at++) all.push(await openReplica(argsOf, env, onLine));
  const proxy = await openProxy(
    all.map(({ port }) => port),
    proxyKeepAlive,
  );
  return {
    url: proxy.url,
    key: env.MCP_REQUEST_STATE_KEY,
    all,
    redis,
    async close() {
      await proxy.close();
      await Promise.all(all.map(({ kill }) => kill()));
      await redis.kill();
    },
  };
}

/** Makes a key of the kind that replicas share. */
export function newKey() {
  return randomBytes(32).toString('base64');
}

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}

/** @param {number} port */
async function listening(port) {
  for (let tries = 0; tries < 2_000; tries++) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await wait(10);
  }
  throw new Error(`nobody listens on port ${port}`);
}

/** @param {(environment?: NodeJS.ProcessEnv) => import('node:child_process').ChildProcess} spawnIt @param {number} port */
function restartable(spawnIt, port) {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  /** @param {'SIGKILL' | 'SIGTERM'} signal */
  const endBy = async (signal) => {
    const ending = child;
    child = undefined;
    if (!ending || ending.exitCode !== null) return;
    const ended = once(ending, 'exit');
    ending.kill(signal);
    await ended;
  };
  return {
    get pid() {
      return child?.pid;
    },
    /** @param {NodeJS.ProcessEnv} [environment] */
    async start(environment) {
      child = spawnIt(environment);
      await listening(port);
    },
    kill: () => endBy('SIGKILL'),
    stop: () => endBy('SIGTERM'),
  };
}

/** @returns {Promise<Redis>} */
export async function openRedis() {
  const port = await freePort();
  const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', tmpdir()];
  const redis = restartable(() => spawn('redis-server', words, { stdio: 'ignore' }), port);
  await redis.start();
  /** @param {NodeJS.Signals} name */
  const signal = (name) => void (redis.pid !== undefined && process.kill(redis.pid, name));
  const { kill, start } = redis;
  return {
    url: `redis://127.0.0.1:${port}`,
    ...{ kill, start, freeze: () => signal('SIGSTOP'), thaw: () => signal('SIGCONT') },
  };
}

/** @param {ReplicaOptions['argsOf']} argsOf @param {NodeJS.ProcessEnv} env @param {(line: string) => void} onLine */
async function openReplica(argsOf, env, onLine) {
  const port = await freePort();
  /** @param {NodeJS.ProcessEnv} [more] */
  const start = (more) => {
    const child = spawn(process.execPath, argsOf(port), {
      env: { ...env, ...more },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      for (const line of text.split('\n')) if (line !== '') onLine(line);
    });
    return child;
  };
  const replica = restartable(start, port);
  await replica.start();
  return Object.assign(replica, { port });
}

/** @param {readonly number[]} ports @param {number} [keepAlive] */
async function openProxy(ports, keepAlive = 32) {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'sigil-nginx-'));
  const shipped = await readFile(fileURLToPath(new URL('../../../deploy/nginx.conf', import.meta.url)), 'utf8');
  const servers = ports.map((to) => `  server 127.0.0.1:${to} max_fails=1 fail_timeout=2s;`).join('\n');
  const addressed = shipped
    .replace(/^ {2}server 127\.0\.0\.1:3001.*\n {2}server 127\.0\.0\.1:3002.*$/mu, servers)
    .replace('keepalive 32;', keepAlive === 0 ? '' : `keepalive ${keepAlive};`)
    .replace('listen 8080', `listen 127.0.0.1:${port}`);
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${folder}/${of};`);
  const http = ['access_log off;', ...places, addressed].join('\n');
  const text = `daemon off;\npid ${folder}/pid;\nevents { worker_connections 1024; }\nhttp {\n${http}\n}\n`;
  await writeFile(join(folder, 'nginx.conf'), text);
  const child = spawn('nginx', ['-e', `${folder}/error.log`, '-p', folder, '-c', join(folder, 'nginx.conf')]);
  const ended = once(child, 'exit');
  await listening(port);
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
