import { EventEmitter, once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import type { ViteUserConfig } from 'vitest/config';
import { startVitest, type Reporter, type TestModule } from 'vitest/node';
import { sigil } from './sigil.js';
import { conditions, makeFolder, writeTsconfig, type TestFolder } from './vite-folder.test-support.js';

const files = {
  'src/greeter.ts': `
    import { Tool } from '@sigil/core';
    import { greeting } from './greeting.js';
    import type { Name } from './name.js';
    export class Greeter { @Tool() greet(name: Name): string { return greeting + ' ' + name; } }
  `,
  'src/greeting.ts': "export const greeting = 'Hello';",
  'src/name.ts': 'export type Name = string;',
  'checks/greeter.ts': `
    import { connectPlugin } from '@sigil/testing';
    import * as plugin from 'sigil:plugin';
    import { expect, test, vi } from 'vitest';

    vi.mock('../src/greeting.js', () => ({ greeting: 'Mocked' }));

    test('greets', async () => {
      const client = await connectPlugin(plugin);
      const { content } = await client.callTool('greet', { name: 'Ada' });
      expect(content).toMatchObject([{ text: 'Mocked Ada' }]);
      await client.close();
    });
  `,
};

/** Records the outcome of each run: a line for each test, or the errors of a file that failed to load. */
class Runs implements Reporter {
  readonly #ended = new EventEmitter();

  async next(): Promise<readonly string[]> {
    const [lines] = (await once(this.#ended, 'run')) as [readonly string[]];
    return lines;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = modules.flatMap((module) => [
      ...module.errors().map(({ message }) => message),
      ...[...module.children.allTests()].flatMap((it) => [
        `${it.name}: ${it.result().state}`,
        ...(it.result().errors ?? []).flatMap(({ message, stacks = [] }) => [
          message,
          ...stacks.map(({ method, file, line }) => `  at ${method} (${file}:${line})`),
        ]),
      ]),
    ]);
    // Deferred until the runner has finished its own work, so that a change starts a run of its own.
    setImmediate(() => this.#ended.emit('run', lines));
  }
}

interface RunOptions {
  readonly isWatching?: boolean;
  /** Whether to run as a workspace project, whose own server does not watch. */
  readonly isProject?: boolean;
}

async function runVitest(folder: TestFolder, { isWatching = false, isProject = false }: RunOptions = {}) {
  const runs = new Runs();
  const first = runs.next();
  const vite = { plugins: [sigil()], resolve: { conditions }, ssr: { resolve: { conditions } } };
  const project = { root: folder.path, ...vite, test: { include: ['checks/*.ts'] } };
  const workspace: ViteUserConfig = { test: { projects: [project] } };
  const vitest = await startVitest(
    'test',
    [],
    { root: folder.path, config: false, watch: isWatching, reporters: [runs], include: project.test.include },
    { logLevel: 'silent', ...(isProject ? workspace : vite) },
  );
  onTestFinished(() => vitest.close());
  return { runs, first: await first };
}

test('an error in a plugin is reported with its source file and line', async () => {
  const folder = await makeFolder({
    'tsconfig.json': writeTsconfig({ experimentalDecorators: true }),
    'src/faulty.ts': `import { Tool } from '@sigil/core';\n\nexport class Faulty {\n  /** Fails. */\n  @Tool()\n  fail(): string {\n    throw new Error('no');\n  }\n}\n`,
    'checks/faulty.ts': `import { test } from 'vitest';\nimport { Faulty } from '../src/faulty.js';\n\ntest('fails', () => void new Faulty().fail());\n`,
  });

  const { first } = await runVitest(folder);

  expect(first).toContain(`  at Faulty.fail (${folder.path}/src/faulty.ts:7)`);
});

test.each([
  ['experimental', true],
  ['standard', false],
])('a test of a plugin with %s decorators runs and can use mocks', async (_, experimentalDecorators) => {
  const folder = await makeFolder({ ...files, 'tsconfig.json': writeTsconfig({ experimentalDecorators }) });

  const { first } = await runVitest(folder);

  expect(first).toEqual(['greets: passed']);
});

test('in watch mode, a test runs again after each change of its plugin’s sources', async () => {
  const check = files['checks/greeter.ts'].replace(/vi\.mock.*\n/, '').replace('Mocked Ada', 'Hello Ada');
  const folder = await makeFolder({ ...files, 'checks/greeter.ts': check });
  const { runs, first } = await runVitest(folder, { isWatching: true });
  const afterSaving = async (change: Readonly<Record<string, string>>): Promise<readonly string[]> => {
    const [lines] = await Promise.all([runs.next(), folder.write(change)]);
    return lines;
  };

  const method = await afterSaving({ 'src/greeting.ts': "export const greeting = 'Bye';" });
  const back = await afterSaving({ 'src/greeting.ts': files['src/greeting.ts'] });
  const type = await afterSaving({ 'src/name.ts': 'export type Name = "Ann" | "Bea";' });
  const broken = await afterSaving({ 'src/name.ts': 'export type Name = any;' });
  const repaired = await afterSaving({ 'src/name.ts': 'export type Name = string | number;' });

  expect(first).toEqual(['greets: passed']);
  expect(method[0]).toBe('greets: failed');
  expect(back).toEqual(['greets: passed']);
  expect(type[0]).toBe('greets: failed');
  expect(broken[0]).toContain('SIGIL040');
  expect(repaired).toEqual(['greets: passed']);
});

test.each([
  ['alone', false],
  ['in a workspace', true],
])('in watch mode %s, a new class becomes part of the plugin', async (_, isProject) => {
  const folder = await makeFolder({
    ...files,
    'checks/greeter.ts': `
      import { manifest } from 'sigil:plugin';
      import { expect, test } from 'vitest';
      test('has two classes', () => expect(manifest.classes).toHaveLength(2));
    `,
  });
  const { runs, first } = await runVitest(folder, { isWatching: true, isProject });

  const another = files['src/greeter.ts'].replaceAll('Greeter', 'Another').replace('greet(', 'salute(');
  const [second] = await Promise.all([runs.next(), folder.write({ 'src/another.ts': another })]);

  expect(first[0]).toBe('has two classes: failed');
  expect(second).toEqual(['has two classes: passed']);
});
