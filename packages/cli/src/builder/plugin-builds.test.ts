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
import { Worker } from 'node:worker_threads';
import type { BuilderMessage, BuildReport, WatchedFolders } from '@sigil/server/builder';
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
  /** Emits the kind of each message. */
  readonly sent: EventEmitter;
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
    ...{ builds, sent, messages, reports },
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

test('a package that is installed again is named in the report of the next build', async () => {
  const install = (version: string): void => {
    plugin.write('node_modules/marks/package.json', JSON.stringify({ name: 'marks', version, type: 'module' }));
    plugin.write('node_modules/marks/index.js', `export const mark = '!';`);
    plugin.write('node_modules/marks/index.d.ts', 'export declare const mark: string;');
  };
  install('1.0.0');
  plugin.write('src/greeter.ts', `import { mark } from 'marks';\n${greeter().replace('!', '${mark}')}`);
  const watching = await keepBuilt([plugin.path]);

  install('1.0.1');

  expect(await watching.next()).toMatchObject({ isBuilt: true, reinstalled: ['marks'] });
});

test('a build that cannot be written is reported with the reason of the system', async () => {
  mkdirSync(join(plugin.path, 'dist/plugin.cjs'), { recursive: true });

  const { messages } = await keepBuilt([plugin.path]);

  const why: unknown = expect.stringMatching(/^"plugin\.cjs" cannot be written to ".+": E[A-Z]+: /);
  expect(messages).toContainEqual({ kind: 'failed', folder: plugin.path, why });
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

/** The sources with another description and greeting. */
const changed = (word: string): string => greeter().replace('Greet somebody', word).replace('Hello', word);
const built = (): string =>
  ['manifest.json', 'plugin.cjs'].map((name) => readFileSync(join(plugin.path, 'dist', name), 'utf8')).join('\n');
const watched = (...folders: string[]): WatchedFolders => ({ kind: 'watch', folders, options: {}, suspects: [] });

/** A thread that writes a file while this one is busy. */
const writeLater = `
  const { writeFileSync } = require('node:fs');
  const { parentPort, workerData } = require('node:worker_threads');
  const clock = new Int32Array(new SharedArrayBuffer(4));
  parentPort.on('message', ({ afterMs, text }) => {
    Atomics.wait(clock, 0, 0, afterMs);
    writeFileSync(workerData, text);
  });
  parentPort.postMessage('ready');
`;

test.each([5, 20])('a file that changes %s ms after its fresh build is compared is built', async (afterMs) => {
  // Is compared after the sources, and takes a while.
  plugin.write('tsconfig.json', JSON.stringify({ ...settings, include: ['src'] }).padEnd(2 ** 24));
  const { builds: first } = await keepBuilt([plugin.path]);
  await first.close();
  const writer = new Worker(writeLater, { eval: true, workerData: join(plugin.path, 'src/greeter.ts') });
  onTestFinished(() => void writer.terminate());
  await once(writer, 'message');

  writer.postMessage({ afterMs, text: changed('Good day') });
  await keepBuilt([plugin.path]);

  await expect.poll(built, { timeout: 10_000 }).toContain('Good day');
});

test('a plugin that went during its build is built from its present sources when it comes back', async () => {
  const { builds: first } = await keepBuilt([plugin.path]);
  await first.close();
  const { builds, sent } = await keepBuilt([plugin.path]);
  plugin.write('src/greeter.ts', changed('Good day'));
  await once(sent, 'building');
  await builds.watch(watched());

  plugin.write('src/greeter.ts', changed('Good evening'));
  await builds.watch(watched(plugin.path));

  expect(built()).not.toContain('Good day');
  expect(built()).toContain('Good evening');
});

describe('a plugin behind a link', () => {
  let link: string;
  beforeEach(() => {
    link = `${plugin.path}-linked`;
    symlinkSync(plugin.path, link);
    onTestFinished(() => rmSync(link, { force: true }));
  });

  test('is no longer built where the link led during a build', async () => {
    const other = makePlugin();
    onTestFinished(() => other.remove());
    const { builds, sent, messages } = await keepBuilt([link]);
    plugin.write('src/greeter.ts', changed('Good day'));
    await once(sent, 'building');
    symlinkSync(other.path, `${link}-next`);
    renameSync(`${link}-next`, link);
    await builds.watch(watched(link));
    const before = messages.length;

    plugin.write('src/greeter.ts', changed('Good evening'));
    other.write('src/greeter.ts', changed('Good night'));
    await expect.poll(() => readFileSync(join(other.path, 'dist/plugin.cjs'), 'utf8')).toContain('Good night');

    expect(messages.slice(before).filter(({ kind }) => kind === 'building')).toHaveLength(1);
    expect(built()).not.toContain('Good evening');
  });

  test('is built when a file of it changed while the link was gone for a moment', async () => {
    const others = Array.from({ length: 5 }, () => makePlugin());
    onTestFinished(() => others.forEach((other) => other.remove()));
    const { builds, sent } = await keepBuilt([link]);
    // The link is looked at when these are built.
    const all = builds.watch(watched(link, ...others.map(({ path }) => path)));
    await once(sent, 'building');

    rmSync(link);
    plugin.write('src/greeter.ts', changed('Good evening'));
    await once(sent, 'report');
    await once(sent, 'report');
    symlinkSync(plugin.path, link);
    await all;

    await expect.poll(built, { timeout: 10_000 }).toContain('Good evening');
  });
});
