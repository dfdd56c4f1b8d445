import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openHistory, readLeases, readPointer, registrySource, stateStore, withHistory } from '@sigil/plugin-host';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { greeter, makePlugin, type PluginFolder } from './plugin-folder.test-support.js';

const inPackage = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const main = inPackage('dist/main.js');
const buildLimitMs = 60_000;

/** Writes a plugin that prints to standard output, where it should not. */
function printing(members: string): string {
  return `declare const console: { log(text: string): void };\n${greeter(members)}`;
}

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

let plugin: PluginFolder;

beforeAll(() => {
  const compiler = inPackage('../../node_modules/@typescript/native/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [compiler, '--build', inPackage('tsconfig.lib.json')], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the command could not be compiled:\n${stdout}`);
  plugin = makePlugin(printing(`\n  constructor() {\n    console.log('a print of the plugin');\n  }\n`));
}, buildLimitMs);
afterAll(() => plugin.remove());

function start(...args: string[]): {
  child: ChildProcess;
  text: { out: string; err: string };
  ended: Promise<unknown>;
} {
  const child = spawn(process.execPath, [main, ...args], { cwd: plugin.path, stdio: 'pipe' });
  const text = { out: '', err: '' };
  child.stdout!.on('data', (chunk: Buffer) => (text.out += chunk.toString()));
  child.stderr!.on('data', (chunk: Buffer) => (text.err += chunk.toString()));
  return { child, text, ended: new Promise((resolve) => child.once('close', resolve)) };
}

/** Resolves when the process writes the pattern from now on. */
function untilWritten(stream: NodeJS.ReadableStream, pattern: RegExp): Promise<void> {
  let text = '';
  return new Promise((resolve) => {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (pattern.test(text)) resolve();
    });
  });
}

describe('the sigil process', () => {
  test('prints nothing but the result on standard output, whatever the plugin prints', async () => {
    const { text, ended } = start('call', '.', 'greet', '--arg', 'name=Ada');

    expect(await ended).toBe(0);
    expect(text.out).toBe('Hello, Ada!\n');
    expect(text.err).toContain('a print of the plugin\n');
  });

  test('loads only the compiler of ts-morph for a build', () => {
    const listing = `import { createRequire } from 'node:module';
      const loaded = createRequire('/any.js').cache;
      process.on('exit', () => process.stderr.write(Object.keys(loaded).join('\\n')));`;
    const hook = `data:text/javascript,${encodeURIComponent(listing)}`;

    const { status, stderr } = spawnSync(process.execPath, ['--import', hook, main, 'build', '.'], {
      cwd: plugin.path,
      encoding: 'utf8',
    });

    const paths = stderr.split('\n').map((path) => path.replaceAll('\\', '/'));
    const compilers = paths.filter((path) => /\/(typescript|_tsc|tsc|tsserverlibrary)\.js$/.test(path));
    expect(status).toBe(0);
    expect(compilers).toEqual([expect.stringMatching(/\/@ts-morph\/common\/dist\/typescript\.js$/)]);
  });

  test('ends with 2 for a wrong command line', async () => {
    const { text, ended } = start('sevre');

    expect(await ended).toBe(2);
    expect(text.err).toContain('Did you mean serve?');
  });

  test('exits with 0 and reports no EPIPE when its output pipe is closed', async () => {
    const { child, text, ended } = start('list', '.');
    child.stdout!.destroy();

    expect(await ended).toBe(0);
    expect(text.err).not.toContain('EPIPE');
  });

  test('builds every folder even if its output pipe is closed', async () => {
    // A closed reader is noticed only a build or two later.
    const others = Array.from({ length: 5 }, () => makePlugin());
    onTestFinished(() => others.forEach((other) => other.remove()));
    const { child, ended } = start('build', ...others.map(({ path }) => path));
    child.stdout!.destroy();

    expect(await ended).toBe(0);
    expect(others.map(({ path }) => existsSync(join(path, 'dist/manifest.json')))).not.toContain(false);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('ends a build with 130 on %s', async (signal) => {
    const others = [makePlugin(), makePlugin()];
    onTestFinished(() => others.forEach((other) => other.remove()));
    const { child, text, ended } = start('build', ...others.map(({ path }) => path));
    await untilWritten(child.stdout!, /1 tool/);

    child.kill(signal);

    expect(await ended).toBe(130);
    expect(text.err).toMatch(/^error: interrupted: \d of 2 plugins built\n$/);
  });

  test('exits with 0 when the IPC channel to its parent closes', async () => {
    const child = spawn(process.execPath, [main, 'build', '--watch', '.'], {
      cwd: plugin.path,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await untilWritten(child.stdout!, /Watching/);

    child.disconnect();

    expect(await ended).toBe(0);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('ends with 0 on %s while it serves', async (signal) => {
    const { child, ended } = start('serve', '--port', '0');
    await untilWritten(child.stdout!, /Client configuration/);

    child.kill(signal);

    expect(await ended).toBe(0);
  });

  test('keeps serving over stdio after late errors of a plugin, and exits when its output is closed', async () => {
    const harmful = makePlugin(
      `declare function setTimeout(run: () => void): void;\ndeclare const process: { exit(code: number): void };\n${greeter(`
  /** Do harm once nobody waits. */
  @Tool()
  harm(): string {
    setTimeout(() => {
      throw Object.assign(new Error('late'), { code: 'EPIPE' });
    });
    setTimeout(() => process.exit(7));
    void Promise.reject(undefined);
    return 'done';
  }
`)}`,
    );
    onTestFinished(() => harmful.remove());
    const { child, text, ended } = start('serve', harmful.path, '--stdio');
    const calls = ['harm', 'greet'].map((name, index) => ({
      jsonrpc: '2.0',
      id: index + 1,
      method: 'tools/call',
      params: { name, arguments: name === 'greet' ? { name: 'Ada' } : {}, _meta: envelope },
    }));

    child.stdin!.write(`${JSON.stringify(calls[0])}\n`);
    await untilWritten(child.stderr!, /process\.exit\(7\) was refused/);
    child.stdin!.write(`${JSON.stringify(calls[1])}\n`);
    await untilWritten(child.stdout!, /Hello, Ada!/);
    child.stdout!.destroy();
    child.stdin!.write(`${JSON.stringify(calls[1])}\n`);

    expect(await ended).toBe(0);
    expect(text.err).toMatch(/outside of any call.*late/);
  });

  test('keeps serving over HTTP when its output pipes are closed', async () => {
    const { child, text } = start('serve', '--port', '0');
    await untilWritten(child.stdout!, /Client configuration/);
    const url = /http:\S+/.exec(text.out)![0];

    child.stdout!.destroy();
    child.stderr!.destroy();
    const statuses: number[] = [];
    for (let round = 0; round < 3; round++) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'print', _meta: envelope },
        }),
      });
      statuses.push(response.status);
    }

    expect(statuses.every((status) => status < 500)).toBe(true);
    child.kill('SIGTERM');
  });

  test('exits at once with 130 on a second SIGINT', async () => {
    const busy = makePlugin(
      printing(`
  /** Wait until nobody wants to know. */
  @Tool()
  async linger(context: Context): Promise<string> {
    await context.reportProgress(0, 1, 'lingering');
    return new Promise((_, reject) => context.signal.addEventListener('abort', () => reject(new Error('enough'))));
  }

  stop(): Promise<void> {
    console.log('stopping');
    return new Promise(() => undefined);
  }
`),
    );
    try {
      const { child, ended } = start('call', busy.path, 'linger');
      await untilWritten(child.stderr!, /lingering/);

      child.kill('SIGINT');
      await untilWritten(child.stderr!, /stopping/);
      child.kill('SIGINT');

      expect(await ended).toBe(130);
    } finally {
      busy.remove();
    }
  });
});

describe('several processes', () => {
  test('publish to one registry at the same time without losing a build', async () => {
    const registry = join(plugin.path, 'registry');
    const other = makePlugin(greeter('\n  /** Say it. */\n  @Tool()\n  say(): string { return "it"; }\n'));
    try {
      const publishing = [plugin, other].map(({ path }) => start('publish', path, '--to', registry));

      expect(await Promise.all(publishing.map(({ ended }) => ended))).toEqual([0, 0]);

      const { current, history } = await readPointer(registry, 'greeter');
      expect(history).toHaveLength(2);
      expect((await registrySource(registry, 'greeter').read()).manifestCid).toBe(current);
    } finally {
      other.remove();
    }
  });

  test('share a state folder: a server follows the rollback of another process and ends its lease', async () => {
    const stateFolder = join(plugin.path, '.sigil');
    const registry = join(plugin.path, 'registry');
    const history = openHistory(stateFolder, stateStore(stateFolder));
    const origin = withHistory(registrySource(registry, 'greeter'), history, 'greeter');
    const pointer = await readPointer(registry, 'greeter');
    for (const { manifestCid } of pointer.history.toReversed()) {
      writeFileSync(join(registry, 'plugins', 'greeter.json'), JSON.stringify({ ...pointer, current: manifestCid }));
      await origin.served?.(await origin.read());
    }
    const noticed = new Promise<void>((resolve) => {
      const watch = origin.watch(() => (watch.close(), resolve()));
    });

    expect(await start('rollback', 'greeter').ended).toBe(0);
    await noticed;

    expect((await origin.read()).manifestCid).toBe(pointer.history[1]!.manifestCid);
    await history.close();
    expect(await readLeases(stateFolder)).toEqual([]);
  });
});
