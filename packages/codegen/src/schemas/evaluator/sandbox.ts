/**
 * Takes the rights of this process from the code that it is going to evaluate: files, network, processes and environment.
 *
 * It is the second guard: the process itself was started without rights, wherever Node can do so.
 */
import { writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { EvaluationEvent } from './evaluation-events.js';

/** The evaluating process from the inside. */
export interface Sandbox {
  /** Returns a module of Node, or one of the same form whose functions refuse. */
  findBuiltin(name: string): unknown;
  /** Writes an event for the process that waits for it. */
  emit(event: EvaluationEvent): void;
  /** Moves the clock that the code sees. */
  shiftClock(byMs: number): void;
  exit(): void;
}

/** Modules that reach nothing outside of the process. */
const harmless: ReadonlySet<string> = new Set(
  'assert assert/strict async_hooks buffer console constants crypto diagnostics_channel events path path/posix path/win32 punycode querystring stream stream/consumers stream/promises stream/web string_decoder timers timers/promises url util util/types zlib'.split(
    ' ',
  ),
);

const longestStack = 100;

const reachedBy: Readonly<Record<string, string>> = {
  fs: 'files',
  'fs/promises': 'files',
  sqlite: 'files',
  child_process: 'other processes',
  cluster: 'other processes',
  worker_threads: 'other threads',
  os: 'the environment',
};
const ofNetwork: ReadonlySet<string> = new Set('dgram dns dns/promises http http2 https net tls'.split(' '));

/** Changes the globals of this process for good; everything that it needs itself is taken before. */
export function closeProcess(): Sandbox {
  const own = process;
  const load = createRequire('file:///');
  const emit = (event: EvaluationEvent): void => writeAll(`${JSON.stringify(event)}\n`);
  const note = (reached: string): Error => {
    const { error, stack } = traced(`a schema module reached for ${reached}`);
    emit({ kind: 'denied', reached, stack });
    return error;
  };
  const deny = (reached: string): never => {
    throw note(reached);
  };
  const guarded = guardedProcess({ own, deny, note: (reached) => void note(reached) });
  const modules = new Map<string, unknown>([['process', guarded]]);
  const findBuiltin = (name: string): unknown => {
    const plain = name.replace(/^node:/, '');
    const known = modules.get(plain);
    if (known !== undefined) return known;
    const real: unknown = load(`node:${plain}`);
    const reached = ofNetwork.has(plain) ? 'the network' : (reachedBy[plain] ?? `node:${plain}`);
    const found = harmless.has(plain) ? real : stubOf(real, () => deny(reached));
    modules.set(plain, found);
    return found;
  };

  closeNetwork(load, () => deny('the network'));
  const shiftClock = replaceClock();
  for (const name of ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'])
    define(
      name,
      stubFunction(() => deny('the network')),
    );
  for (const name of ['require', 'module', 'exports', '__filename', '__dirname'])
    Reflect.deleteProperty(globalThis, name);
  define(
    'console',
    stubOf(console, () => undefined),
  );
  define('process', guarded);
  own.on('uncaughtException', (error: unknown) => {
    emit({ kind: 'threw', says: messageOf(error), stack: stackOf(error) });
    own.exit(1);
  });
  own.on('unhandledRejection', (error: unknown) => {
    emit({ kind: 'threw', says: messageOf(error), stack: stackOf(error) });
    own.exit(1);
  });
  return { findBuiltin, emit, shiftClock, exit: () => own.exit(0) };
}

/** Returns the first line of what was thrown, which may be anything. */
export function messageOf(thrown: unknown): string {
  try {
    const text =
      thrown instanceof Error ? thrown.message : `threw ${typeof thrown === 'string' ? thrown : typeof thrown}`;
    return text.split('\n')[0]!.slice(0, 300);
  } catch {
    return 'threw a value that cannot be read';
  }
}

/** Returns the stack of what was thrown; empty if it has none. */
export function stackOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? String(thrown.stack) : '';
  } catch {
    // The message alone is reported.
    return '';
  }
}

/** Makes an error with its whole stack, whatever the code made of the settings of stacks. */
function traced(message: string): { readonly error: Error; readonly stack: string } {
  const { stackTraceLimit, prepareStackTrace } = Error;
  Object.assign(Error, { stackTraceLimit: longestStack, prepareStackTrace: undefined });
  const error = new Error(message);
  const stack = String(error.stack);
  Object.assign(Error, { stackTraceLimit, prepareStackTrace });
  return { error, stack };
}

/** A pipe that is full takes only part of a text at once. */
function writeAll(text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    }
  }
}

function define(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

/** Returns a module of the same form in which each function is `instead`; importing it is harmless. */
function stubOf(real: unknown, instead: () => unknown): unknown {
  if (typeof real === 'function') return stubFunction(instead);
  if (typeof real !== 'object' || real === null) return real;
  const members = Object.getOwnPropertyNames(real).map((name) => [name, Reflect.get(real, name) as unknown] as const);
  const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
  // Deep enough for `fs.promises`; some modules contain themselves.
  const stub = (value: unknown): unknown => {
    if (!isNested(value)) return typeof value === 'function' ? stubFunction(instead) : value;
    const inner = Object.entries(value as object);
    return Object.fromEntries(
      inner.map(([name, one]) => [name, typeof one === 'function' ? stubFunction(instead) : one]),
    );
  };
  return Object.fromEntries(members.map(([name, value]) => [name, stub(value)]));
}

/** Returns a function that can be called, constructed and extended. */
function stubFunction(instead: () => unknown): object {
  return function refuse(): unknown {
    return instead();
  };
}

interface Guarding {
  readonly own: NodeJS.Process;
  readonly deny: (reached: string) => never;
  readonly note: (reached: string) => void;
}

/**
 * Returns a `process` without environment. Reading a variable gives undefined, since packages look for switches of their own;
 * the builder reports it where the author's own code did so.
 */
function guardedProcess({ own, deny, note }: Guarding): object {
  const written: Record<string, string> = {};
  const env = new Proxy(written, {
    get: (_, key) => {
      if (typeof key === 'string' && !(key in written)) note(`the environment (${key})`);
      return Reflect.get(written, key);
    },
    has: (_, key) => {
      note(`the environment (${String(key)})`);
      return key in written;
    },
    ownKeys: () => {
      note('the environment');
      return Reflect.ownKeys(written);
    },
  });
  const members: Record<string, unknown> = {
    env,
    argv: [],
    argv0: 'node',
    execArgv: [],
    execPath: '/node',
    pid: 1,
    ppid: 0,
    exitCode: undefined,
    title: 'node',
    features: own.features,
    config: {},
    versions: own.versions,
    version: own.version,
    platform: own.platform,
    arch: own.arch,
    release: own.release,
    type: 'renderer',
    nextTick: (run: (...args: unknown[]) => void, ...args: unknown[]) => queueMicrotask(() => run(...args)),
    hrtime: Object.assign(() => [0, 0], { bigint: () => 0n }),
    uptime: () => 0,
    memoryUsage: () => ({ rss: 0, heapTotal: 0, heapUsed: 0, external: 0, arrayBuffers: 0 }),
    cwd: () => {
      note('the environment (the working folder)');
      return '/';
    },
    on: () => guarded,
    once: () => guarded,
    off: () => guarded,
    emit: () => false,
    emitWarning: () => undefined,
    addListener: () => guarded,
    removeListener: () => guarded,
    listeners: () => [],
    listenerCount: () => 0,
    stdout: { isTTY: false, write: () => true },
    stderr: { isTTY: false, write: () => true },
    stdin: { isTTY: false },
  };
  for (const name of ['exit', 'reallyExit', 'abort', 'kill', '_kill', 'dlopen', 'binding', '_linkedBinding', 'chdir'])
    members[name] = () => deny(`process.${name}()`);
  members['getBuiltinModule'] = () => deny('modules of Node');
  const guarded: object = Object.assign(Object.create({ constructor: { name: 'process' } }) as object, members);
  return guarded;
}

/** Closes what modules of Node themselves would connect with. */
function closeNetwork(load: NodeJS.Require, refuse: () => never): void {
  const net = load('node:net') as typeof import('node:net');
  const dgram = load('node:dgram') as typeof import('node:dgram');
  Object.assign(net.Socket.prototype, { connect: refuse });
  Object.assign(net.Server.prototype, { listen: refuse });
  Object.assign(dgram.Socket.prototype, { bind: refuse, send: refuse, connect: refuse });
}

/** Replaces `Date` by one whose clock can be moved. */
function replaceClock(): (byMs: number) => void {
  const RealDate = Date;
  let shiftMs = 0;
  const now = (): number => RealDate.now() + shiftMs;
  define(
    'Date',
    new Proxy(RealDate, {
      construct: (target, args: unknown[], made) =>
        Reflect.construct(target, args.length === 0 ? [now()] : args, made) as object,
      apply: () => new RealDate(now()).toString(),
      get: (target, key) => (key === 'now' ? now : (Reflect.get(target, key) as unknown)),
    }),
  );
  RealDate.prototype.constructor = Date;
  return (byMs) => {
    shiftMs = byMs;
  };
}
