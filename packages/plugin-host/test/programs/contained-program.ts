/**
 * A program that plugins cannot end, and one harm that code of theirs does to it late, by the name in its arguments. The tests run
 * it as a process of its own: it prints `alive` when the harm is done.
 */
/* oxlint-disable no-restricted-properties -- what plugins do is what this program is for */
import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { containPlugins } from '../../src/program/contain-plugins.js';

const { exit, log } = containPlugins();

function refuse(): never {
  throw new Error('a trap');
}

function hostileProxy(): Error {
  const traps = { get: refuse, has: refuse, getPrototypeOf: refuse, getOwnPropertyDescriptor: refuse };
  return new Proxy(new Error('x'), traps);
}

/** Throws where nothing of ours waits for it. */
function late(thrown: unknown): void {
  setTimeout(() => {
    throw thrown;
  });
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setTimeout(resolve));
};

const harms: Readonly<Record<string, () => unknown>> = {
  'uses a feature that is experimental': () => process.emitWarning('it may change', 'ExperimentalWarning'),
  'throws undefined': () => late(undefined),
  'throws null': () => late(null),
  'throws a symbol': () => late(Symbol('s')),
  'throws an object whose stack throws': () => late(Object.defineProperty(new Error('x'), 'stack', { get: refuse })),
  'throws a hostile proxy': () => late(hostileProxy()),
  'throws a revoked proxy': () => late(revoked()),
  'throws an error with the code EPIPE': () => late(Object.assign(new Error('x'), { code: 'EPIPE' })),
  'throws an error with the code ERR_STREAM_DESTROYED': () =>
    late(Object.assign(new Error('x'), { code: 'ERR_STREAM_DESTROYED' })),
  'rejects with nothing': () => void Promise.reject(undefined),
  'rejects with a hostile proxy': () => void Promise.reject(hostileProxy()),
  'rejects with a revoked proxy': () => void Promise.reject(revoked()),
  'throws in a build': () => {
    const run = compileFunction(`throw new Error('x')`, [], { filename: join(import.meta.dirname, 'plugin.cjs') });
    setTimeout(() => run());
  },
  'throws in a tick': () => process.nextTick(refuse),
  'throws in a microtask': () => queueMicrotask(refuse),
  'throws in an immediate': () => setImmediate(refuse),
  'emits an error that nobody listens to': () => setTimeout(() => new EventEmitter().emit('error', new Error('x'))),
  'emits an error that is none': () => setTimeout(() => new EventEmitter().emit('error', undefined)),
  async 'writes to a child that has gone'() {
    const child = spawn(process.execPath, ['-e', 'process.stdin.destroy()'], { stdio: ['pipe', 'ignore', 'ignore'] });
    await once(child, 'exit');
    child.stdin.write('x'.repeat(1_000_000));
    child.stdin.write('y');
  },
  async 'loses a socket'() {
    const server = createServer((socket) => socket.resetAndDestroy()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'close').catch(() => undefined);
    server.close();
  },
  async 'catches in a domain'() {
    const { create } = await import('node:domain');
    const domain = create();
    const caught = once(domain, 'error');
    domain.run(() => late(new Error('x')));
    await caught;
  },
  async 'throws beside a domain'() {
    const { create } = await import('node:domain');
    create().run(() => undefined);
    late(new Error('x'));
  },
  async 'throws in a handler of a domain'() {
    const { create } = await import('node:domain');
    const domain = create();
    domain.on('error', () => {
      throw new Error('y');
    });
    domain.run(() => late(new Error('x')));
  },
  'asks for the errors of everybody': () => {
    process.setUncaughtExceptionCaptureCallback(() => process.exit(7));
    late(new Error('x'));
  },
  'removes all listeners, then throws and rejects': () => {
    process.removeAllListeners();
    late(new Error('x'));
    void Promise.reject(new Error('x'));
  },
  'ends the process': () => setTimeout(() => process.exit(7)),
  'ends the process when something else is uncaught': () => {
    process.on('uncaughtException', () => process.exit(7));
    late(new Error('x'));
  },
  'aborts the process': () => setTimeout(() => process.abort()),
  'kills the process': () => setTimeout(() => process.kill(process.pid)),
  'ends the process as it ends': () => {
    process.on('exit', () => process.exit(7));
    late(new Error('x'));
  },
  'throws as the process ends': () => {
    process.on('exit', refuse);
    late(new Error('x'));
  },
  'ends standard error': () => {
    process.stderr.end();
    process.stderr.destroy();
    late(new Error('x'));
  },
};

if (process.argv[2] === 'flood') await flood();
else await harm();

async function harm(): Promise<void> {
  await harms[process.argv[2]!]!();
  await turns();
  process.stdout.write('alive\n', () => exit(0));
}

/** Prints 8 MB while nobody reads, says so on its channel, and ends when it is told that somebody does. */
async function flood(): Promise<void> {
  const line = `${'x'.repeat(999)}\n`;
  for (let count = 0; count < 4_000; count++) {
    log.write(line);
    process.stderr.write(line);
  }
  process.send?.({ queued: process.stderr.writableLength });
  await once(process, 'message');
  // Lines that wait for a reader keep no process alive.
  setInterval(() => undefined, 1_000);
  await new Promise<void>((resolve) => log.write('', resolve));
  log.write('works again\n');
  await new Promise<void>((resolve) => log.write('', resolve));
  exit(0);
}
