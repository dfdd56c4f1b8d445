import { EventEmitter, once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { BuilderMessage, BuildReport } from '@sigil/server/builder';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { greeter, makePlugin, type PluginFolder } from '../plugin-folder.test-support.js';
import { PluginBuilds } from './plugin-builds.js';

let plugin: PluginFolder;
beforeEach(() => {
  plugin = makePlugin();
  onTestFinished(() => plugin.remove());
});

interface Watching {
  readonly builds: PluginBuilds;
  readonly messages: BuilderMessage[];
  readonly reports: () => BuildReport[];
  /** Resolves with the next report after those that were seen so far. */
  next(): Promise<BuildReport>;
}

/** Keeps plugins built in this process. */
async function keepBuilt(folders: readonly string[], suspects: readonly string[] = []): Promise<Watching> {
  const messages: BuilderMessage[] = [];
  const sent = new EventEmitter();
  const builds = new PluginBuilds({
    send: (message) => {
      messages.push(message);
      sent.emit(message.kind);
    },
    onIdleWithMuchMemory: () => undefined,
  });
  onTestFinished(() => builds.close());
  await builds.watch({ kind: 'watch', folders, options: {}, suspects });
  const reports = (): BuildReport[] =>
    messages.flatMap((message) => (message.kind === 'report' ? [message.report] : []));
  let seen = reports().length;
  return {
    ...{ builds, messages, reports },
    next: async () => {
      while (reports().length <= seen) await once(sent, 'report');
      seen += 1;
      return reports()[seen - 1]!;
    },
  };
}

const countOf = ({ messages }: Watching, kind: BuilderMessage['kind']): number =>
  messages.filter((message) => message.kind === kind).length;

/** Changes a file that is built whatever else happened, and waits for its report. */
async function buildAfter(watching: Watching, change: () => void): Promise<{ builds: number; last: BuildReport }> {
  const before = watching.reports().length;
  change();
  plugin.write('src/greeter.ts', greeter().replace('Hello', 'Last'));
  let last = await watching.next();
  while (!existsSync(join(plugin.path, 'dist/plugin.cjs')) || !last.wroteFiles) last = await watching.next();
  return { builds: watching.reports().length - before, last };
}

test('a plugin is built at the start, and another process finds its build fresh without a compiler', async () => {
  const first = await keepBuilt([plugin.path]);
  const second = await keepBuilt([plugin.path]);

  expect(first.reports()).toMatchObject([{ folder: plugin.path, isBuilt: true, isFresh: false, wroteFiles: true }]);
  expect(second.reports()).toMatchObject([{ folder: plugin.path, isBuilt: true, isFresh: true, wroteFiles: false }]);
  expect(countOf(second, 'building')).toBe(0);
});

test('a link that leads to another folder is followed there', async () => {
  const other = makePlugin();
  onTestFinished(() => other.remove());
  other.write('src/greeter.ts', greeter().replace('Hello', 'Other'));
  const link = `${plugin.path}-linked`;
  symlinkSync(plugin.path, link);
  onTestFinished(() => rmSync(link, { force: true }));
  const watching = await keepBuilt([link]);

  symlinkSync(other.path, `${link}-next`);
  renameSync(`${link}-next`, link);
  const built = await watching.next();
  other.write('src/greeter.ts', greeter().replace('Hello', 'Again'));
  const saved = await watching.next();

  expect([built, saved]).toMatchObject([
    { folder: link, isBuilt: true },
    { folder: link, wroteFiles: true },
  ]);
  expect(readFileSync(join(other.path, 'dist/plugin.cjs'), 'utf8')).toContain('Again');
});

test('a save-all of 20 files is one build', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `src/word-${at}.ts`);
  for (const name of names) plugin.write(name, 'export const word = 1;');
  const watching = await keepBuilt([plugin.path]);

  const { builds } = await buildAfter(watching, () => {
    for (const name of names) plugin.write(name, 'export const word = 2;');
  });

  expect(builds).toBe(1);
});

test('a file that is truncated and then written is built once, never empty', async () => {
  const watching = await keepBuilt([plugin.path]);

  truncateSync(join(plugin.path, 'src/greeter.ts'));
  setTimeout(() => plugin.write('src/greeter.ts', greeter().replace('Hello', 'Good day')), 30);
  const { isBuilt, diagnostics } = await watching.next();

  expect({ isBuilt, diagnostics }).toEqual({ isBuilt: true, diagnostics: [] });
});

test('a file that an editor moves away before it writes it is built once, never missing', async () => {
  plugin.write('src/word.ts', `export const word = 'Hello';`);
  plugin.write('src/greeter.ts', `import { word } from './word.js';\n${greeter().replace('Hello', '${word}')}`);
  const watching = await keepBuilt([plugin.path]);

  renameSync(join(plugin.path, 'src/word.ts'), join(plugin.path, 'src/word.ts~'));
  setTimeout(() => plugin.write('src/word.ts', `export const word = 'Good day';`), 30);
  const { isBuilt, diagnostics } = await watching.next();

  expect({ isBuilt, diagnostics }).toEqual({ isBuilt: true, diagnostics: [] });
  expect(readFileSync(join(plugin.path, 'dist/plugin.cjs'), 'utf8')).toContain('Good day');
});

test.each([
  ['a save without a change', () => plugin.write('src/greeter.ts', greeter())],
  ['another time', () => utimesSync(join(plugin.path, 'src/greeter.ts'), new Date(), new Date(0))],
  ['a swap file of an editor', () => plugin.write('src/.greeter.ts.swp', 'x')],
  [
    'a backup and a lock of an editor',
    () => ['src/greeter.ts~', 'src/.#greeter.ts', 'src/4913'].forEach((name) => plugin.write(name, 'x')),
  ],
  ['a test', () => plugin.write('src/greeter.test.ts', 'export {};')],
  [
    'notes and data beside the sources',
    () => ['notes.md', 'data.json', 'coverage/index.ts'].forEach((name) => plugin.write(name, '1')),
  ],
])('%s builds nothing', async (_, change) => {
  plugin.write('tsconfig.json', JSON.stringify({ ...settings, include: ['src'] }));
  const watching = await keepBuilt([plugin.path]);

  change();
  // The events of another plugin's change come after those.
  const other = makePlugin();
  onTestFinished(() => other.remove());
  await watching.builds.watch({ kind: 'watch', folders: [plugin.path, other.path], options: {}, suspects: [] });
  other.write('src/greeter.ts', greeter().replace('Hello', 'Other'));
  while (
    (await watching.next()).folder !== other.path ||
    watching.reports().filter(({ folder }) => folder === other.path).length < 2
  );

  expect(watching.reports().filter(({ folder }) => folder === plugin.path)).toHaveLength(1);
});

const settings = {
  compilerOptions: {
    strict: true,
    target: 'ES2022',
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    experimentalDecorators: true,
    resolveJsonModule: true,
    skipLibCheck: true,
  },
};

describe('a linked package', () => {
  const using = `import { word } from '@acme/words';\n${greeter().replace('Hello, ', '${word}, ')}`;
  const put = (file: string, text: string): void => {
    mkdirSync(dirname(join(plugin.path, 'words', file)), { recursive: true });
    writeFileSync(join(plugin.path, 'words', file), text);
  };
  const putDist = (word: string): void => {
    put('dist/index.d.ts', 'export declare const word: string;');
    put('dist/index.js', `export const word = ${JSON.stringify(word)};`);
  };
  const link = (): void => {
    put(
      'package.json',
      JSON.stringify({
        name: '@acme/words',
        type: 'module',
        exports: { types: './dist/index.d.ts', default: './dist/index.js' },
      }),
    );
    mkdirSync(join(plugin.path, 'node_modules/@acme'), { recursive: true });
    symlinkSync(join(plugin.path, 'words'), join(plugin.path, 'node_modules/@acme/words'));
  };
  beforeEach(() => {
    plugin.write('tsconfig.json', JSON.stringify({ ...settings, include: ['src'] }));
    plugin.write('src/greeter.ts', using);
  });

  test('is followed when its output is removed and written again, and again', async () => {
    link();
    putDist('Hello');
    const watching = await keepBuilt([plugin.path]);
    expect(watching.reports()).toMatchObject([{ isBuilt: true }]);

    for (const word of ['Good day', 'Good evening']) {
      rmSync(join(plugin.path, 'words/dist'), { recursive: true });
      putDist(word);
      let report = await watching.next();
      while (!report.wroteFiles) report = await watching.next();
    }
  });

  test('is followed when another folder takes the place of its output', async () => {
    link();
    putDist('Hello');
    const watching = await keepBuilt([plugin.path]);

    cpSync(join(plugin.path, 'words/dist'), join(plugin.path, 'words/next'), { recursive: true });
    put('next/index.js', `export const word = 'Good day';`);
    renameSync(join(plugin.path, 'words/dist'), join(plugin.path, 'words/old'));
    renameSync(join(plugin.path, 'words/next'), join(plugin.path, 'words/dist'));
    let report = await watching.next();
    while (!report.wroteFiles) report = await watching.next();

    expect(report).toMatchObject({ isBuilt: true });
  });

  test.each([
    ['is linked', () => putDist('Hello'), link],
    ['is built', link, () => putDist('Hello')],
  ])('that is missing is built as soon as it %s', async (_, before, arrive) => {
    before();
    const watching = await keepBuilt([plugin.path]);
    expect(watching.reports()).toMatchObject([{ isBuilt: false }]);

    arrive();
    let report = await watching.next();
    while (!report.isBuilt) report = await watching.next();
  });
});

test('a removed output is written again', async () => {
  const watching = await keepBuilt([plugin.path]);

  rmSync(join(plugin.path, 'dist'), { recursive: true });
  let report = await watching.next();
  while (!existsSync(join(plugin.path, 'dist/manifest.json'))) report = await watching.next();

  expect(report).toMatchObject({ isBuilt: true, wroteFiles: true });
});

test('a plugin whose build ended an earlier builder waits for a change', async () => {
  const watching = await keepBuilt([plugin.path], [plugin.path]);
  expect(watching.messages).toMatchObject([{ kind: 'failed', folder: plugin.path }, { kind: 'watching' }]);

  plugin.write('src/greeter.ts', greeter().replace('Hello', 'Good day'));

  expect(await watching.next()).toMatchObject({ isBuilt: true });
});

test('a plugin that is no longer named is no longer built', async () => {
  const watching = await keepBuilt([plugin.path]);
  const other = makePlugin();
  onTestFinished(() => other.remove());
  await watching.builds.watch({ kind: 'watch', folders: [other.path], options: {}, suspects: [] });
  expect(await watching.next()).toMatchObject({ folder: other.path });

  plugin.write('src/greeter.ts', greeter().replace('Hello', 'Good day'));
  other.write('src/greeter.ts', greeter().replace('Hello', 'Good day'));

  expect(await watching.next()).toMatchObject({ folder: other.path });
});

test('settling answers after the build of every change, even one that no event announced', async () => {
  const watching = await keepBuilt([plugin.path]);
  await watching.builds.settle({ kind: 'settle', id: 1 });
  const before = countOf(watching, 'building');

  plugin.write('src/greeter.ts', greeter().replace('Hello', 'Settled'));
  await watching.builds.settle({ kind: 'settle', id: 2 });

  expect(readFileSync(join(plugin.path, 'dist/plugin.cjs'), 'utf8')).toContain('Settled');
  expect(watching.messages.at(-1)).toEqual({ kind: 'settled', id: 2 });
  expect(countOf(watching, 'building') - before).toBe(1);
});

test('settling waits for a file that is emptied before it is written', async () => {
  const watching = await keepBuilt([plugin.path]);
  truncateSync(join(plugin.path, 'src/greeter.ts'));

  const settled = watching.builds.settle({ kind: 'settle', id: 1 });
  setTimeout(() => plugin.write('src/greeter.ts', greeter().replace('Hello', 'Written')), 20);
  await settled;

  expect(readFileSync(join(plugin.path, 'dist/plugin.cjs'), 'utf8')).toContain('Written');
});
