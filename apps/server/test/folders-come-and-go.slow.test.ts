/**
 * Folders of plugins that come, change their place and go while the built server runs.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newPluginsFolder, pluginSource, type PluginsFolder } from '@sigil/test-support/temporary-plugins';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startServer, type ServerProcess } from './built-server.test-support.js';

const sigil = fileURLToPath(new URL('../../../packages/cli/bin/sigil.mjs', import.meta.url));
const patience = { timeout: 30_000, interval: 50 };

interface Serving {
  readonly plugins: PluginsFolder;
  readonly server: ServerProcess;
}

async function serve(args: readonly string[] = []): Promise<Serving> {
  const plugins = await newPluginsFolder();
  await plugins.writePlugin('first', pluginSource({ first: '1' }));
  build(join(plugins.path, 'first'));
  return { plugins, server: await startServer(['--plugins', plugins.path, ...args]) };
}

async function end({ server, plugins }: Serving): Promise<void> {
  await server.stop();
  await plugins.remove();
}

function build(folder: string): void {
  execFileSync(process.execPath, [sigil, 'build', folder], { stdio: 'pipe' });
}

/** Returns the names of a server's tools as its page has them; a word if there is no such server. */
async function toolsOf({ server }: Serving, name: string): Promise<readonly string[] | 'no server'> {
  const response = await fetch(`${server.url}/mcp/meta/${name}.json`);
  if (!response.ok) return 'no server';
  const { tools } = (await response.json()) as { tools: { name: string }[] };
  return tools.map((tool) => tool.name);
}

async function pageOf({ server }: Serving, path = '/mcp'): Promise<string> {
  return (await fetch(server.url + path, { headers: { accept: 'text/html' } })).text();
}

async function serves(serving: Serving, name: string, tools: readonly string[] | 'no server'): Promise<void> {
  await expect.poll(() => toolsOf(serving, name), patience).toEqual(tools);
}

async function says({ server }: Serving, text: string | RegExp): Promise<void> {
  await expect.poll(() => server.said(), patience).toMatch(text);
}

/** Asks for the tools of a server as often as it answers, until the promise settles. @returns the different answers */
async function answersUntil(serving: Serving, name: string, settled: Promise<unknown>): Promise<Set<string>> {
  const answers = new Set<string>();
  const over = new AbortController();
  void settled.finally(() => over.abort()).catch(() => undefined);
  while (!over.signal.aborted) answers.add(JSON.stringify(await toolsOf(serving, name)));
  await settled;
  return answers;
}

describe('with --watch', () => {
  let serving: Serving;
  beforeAll(async () => {
    serving = await serve(['--watch']);
  });
  afterAll(() => end(serving));
  const placeOf = (name: string): string => join(serving.plugins.path, name);

  test('a folder with sources only is built and served', async () => {
    await serving.plugins.writePlugin('sources', pluginSource({ one: '1' }));
    await serves(serving, 'sources', ['one']);

    await serving.plugins.writeSource('sources', pluginSource({ one: '1', two: '2' }));
    await serves(serving, 'sources', ['one', 'two']);
  });

  test('a copy of a built plugin is served, and is built when it is saved', async () => {
    await cp(placeOf('first'), placeOf('copied'), { recursive: true });
    await serves(serving, 'copied', ['first']);

    await writeFile(join(placeOf('copied'), 'src/first.ts'), pluginSource({ second: '2' }));
    await serves(serving, 'copied', ['second']);
    await serves(serving, 'first', ['first']);
  });

  test('a plugin that sigil new makes is served', async () => {
    execFileSync(process.execPath, [sigil, 'new', 'weather', '--directory', placeOf('weather')], { stdio: 'pipe' });

    await expect.poll(() => toolsOf(serving, 'weather'), patience).toEqual([expect.any(String)]);
  });

  test('a linked folder is served, follows its saves, and goes with its link', async () => {
    const others = await newPluginsFolder();
    onTestFinished(() => others.remove());
    await others.writePlugin('one', pluginSource({ one: '1' }));
    await others.writePlugin('two', pluginSource({ two: '2' }));
    await symlink(join(others.path, 'one'), placeOf('linked'));
    await serves(serving, 'linked', ['one']);

    await others.writeSource('one', pluginSource({ saved: '1' }));
    await serves(serving, 'linked', ['saved']);

    await symlink(join(others.path, 'two'), placeOf('.next'));
    await rename(placeOf('.next'), placeOf('linked'));
    await serves(serving, 'linked', ['two']);
    await others.writeSource('two', pluginSource({ again: '1' }));
    await serves(serving, 'linked', ['again']);

    await rm(placeOf('linked'));
    await serves(serving, 'linked', 'no server');
  });

  test('a link whose folder comes later, goes and comes again is followed', async () => {
    const others = await newPluginsFolder();
    onTestFinished(() => others.remove());
    await symlink(join(others.path, 'late'), placeOf('dangling'));
    await serving.plugins.writePlugin('beside', pluginSource({ one: '1' }));
    await serves(serving, 'beside', ['one']);

    await others.writePlugin('late', pluginSource({ one: '1' }));
    await serves(serving, 'dangling', ['one']);
    await rm(join(others.path, 'late'), { recursive: true });
    await serves(serving, 'dangling', 'no server');
    await others.writePlugin('late', pluginSource({ two: '2' }));
    await serves(serving, 'dangling', ['two']);
    await rm(placeOf('dangling'));
  });

  test('a renamed folder is served by its new name, and a removed one is not served', async () => {
    await serving.plugins.writePlugin('before', pluginSource({ one: '1' }));
    await serves(serving, 'before', ['one']);
    const said = serving.server.said().length;

    await rename(placeOf('before'), placeOf('after'));
    await serves(serving, 'after', ['one']);
    await serves(serving, 'before', 'no server');
    await writeFile(join(placeOf('after'), 'src/before.ts'), pluginSource({ two: '2' }));
    await serves(serving, 'after', ['two']);
    await rm(placeOf('after'), { recursive: true });
    await serves(serving, 'after', 'no server');

    expect(serving.server.said().slice(said)).not.toMatch(/error|not built|no plugin folder/);
  });

  test('a folder that is removed and made again is served again', async () => {
    await serving.plugins.writePlugin('again', pluginSource({ one: '1' }));
    await serves(serving, 'again', ['one']);
    await rm(placeOf('again'), { recursive: true });
    await serves(serving, 'again', 'no server');

    await serving.plugins.writePlugin('again', pluginSource({ two: '2' }));
    await serves(serving, 'again', ['two']);
  });

  test('a folder without its package is served as soon as the package is installed', async () => {
    const source = `import { word } from 'some-words';\n${pluginSource({ one: '1' }).replace('"1"', 'word')}`;
    await serving.plugins.writePlugin('needy', source);
    await says(serving, /needy\/src\/needy\.ts:1:22.*error/);

    const packed = join(placeOf('needy'), 'node_modules/some-words');
    await mkdir(packed, { recursive: true });
    const described = {
      name: 'some-words',
      version: '1.0.0',
      type: 'module',
      exports: './index.js',
      types: 'index.d.ts',
    };
    await writeFile(join(packed, 'index.js'), `export const word = 'hello';`);
    await writeFile(join(packed, 'index.d.ts'), 'export const word: string;');
    await writeFile(
      join(packed, 'package.json'),
      JSON.stringify({ ...described, exports: { types: './index.d.ts', default: './index.js' } }),
    );
    await serves(serving, 'needy', ['one']);
  });

  test('sources in folders that are named like outputs are built and followed', async () => {
    await serving.plugins.writePlugin('deep', `export * from './build/a.js';\nexport * from './dist/b.js';\n`);
    for (const name of ['build', 'dist']) await mkdir(join(placeOf('deep'), 'src', name));
    const write = (name: string, tool: string): Promise<void> =>
      writeFile(
        join(placeOf('deep'), 'src', name),
        pluginSource({ [tool]: '1' }).replace('class Made', `class ${tool}`),
      );
    await write('build/a.ts', 'One');
    await write('dist/b.ts', 'Two');
    await serves(serving, 'deep', ['One', 'Two']);

    await write('build/a.ts', 'Three');
    await serves(serving, 'deep', ['Three', 'Two']);
    await write('dist/b.ts', 'Four');
    await serves(serving, 'deep', ['Three', 'Four']);
  });

  test('a folder whose package.json lacks the key is named in the log and on the page until it has it', async () => {
    await serving.plugins.writePlugin('keyless', pluginSource({ one: '1' }));
    const described = { name: 'keyless', version: '1.0.0', type: 'module', dependencies: { '@sigil/core': '*' } };
    await writeFile(join(placeOf('keyless'), 'package.json'), JSON.stringify(described));

    await says(serving, /keyless.*"sigil": \{ "plugin": true \}/);
    await expect
      .poll(() => pageOf(serving), patience)
      .toMatch(/keyless[^]*&quot;sigil&quot;: \{ &quot;plugin&quot;: true \}/);
    await writeFile(
      join(placeOf('keyless'), 'package.json'),
      JSON.stringify({ ...described, sigil: { plugin: true } }),
    );
    await serves(serving, 'keyless', ['one']);
    expect(await pageOf(serving)).not.toContain('&quot;sigil&quot;');
  });

  test('a package.json that is emptied, broken and repaired does not take its plugin away', async () => {
    await serving.plugins.writePlugin('edited', pluginSource({ one: '1' }));
    await serves(serving, 'edited', ['one']);
    const file = join(placeOf('edited'), 'package.json');
    const text = readFileSync(file, 'utf8');

    const answers = await answersUntil(
      serving,
      'edited',
      (async () => {
        await truncate(file);
        await says(serving, /edited.*package\.json/);
        await writeFile(file, text.replace('{', '{,'));
        await says(serving, /edited\/package\.json:1:\d+/);
        await writeFile(file, text.replace('1.0.0', '1.0.1'));
        await says(serving, 'serves version 1.0.1');
      })(),
    );

    expect([...answers]).toEqual(['["one"]']);
  });

  test('a save-all of 20 files is one build, and the plugin is listed all the time', async () => {
    await serving.plugins.writePlugin('many', pluginSource({ one: '1' }));
    const names = Array.from({ length: 20 }, (_, at) => join(placeOf('many'), `src/word-${at}.ts`));
    for (const name of names) await writeFile(name, 'export const word = 1;');
    await serves(serving, 'many', ['one']);
    const said = serving.server.said().length;

    const answers = await answersUntil(
      serving,
      'many',
      (async () => {
        // Without a pause, as editors do: the requests of this test must not come between two files.
        for (const name of names) {
          truncateSync(name);
          writeFileSync(name, 'export const word = 2;');
        }
        writeFileSync(join(placeOf('many'), 'src/.many.ts.swp'), 'x');
        writeFileSync(join(placeOf('many'), 'src/4913'), 'x');
        await serving.plugins.writeSource('many', pluginSource({ two: '2' }));
        await expect.poll(() => serving.server.said().slice(said), patience).toContain('offers other tools');
      })(),
    );

    expect([...answers].filter((answer) => answer !== '["one"]' && answer !== '["two"]')).toEqual([]);
    // The line of the build may come after that of the server, which another process writes.
    const built = /built many|many\/dist/g;
    await expect.poll(() => serving.server.said().slice(said), patience).toMatch(built);
    expect(serving.server.said().slice(said).match(built)).toHaveLength(1);
  });

  test('the page has the standing error with its place until it is fixed, also one in a linked package', async () => {
    const shared = await mkdtemp(join(tmpdir(), 'sigil-shared-'));
    onTestFinished(() => rm(shared, { recursive: true }));
    await mkdir(join(shared, 'src'));
    await writeFile(
      join(shared, 'package.json'),
      JSON.stringify({ name: 'shared-words', version: '1.0.0', type: 'module', exports: './src/index.ts' }),
    );
    await writeFile(
      join(shared, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { strict: true, module: 'NodeNext', types: [] }, include: ['src'] }),
    );
    await writeFile(join(shared, 'src/index.ts'), `export const word: string = 'a';\n`);
    await serving.plugins.writePlugin(
      'linking',
      `import { word } from 'shared-words';\n${pluginSource({ one: '1' }).replace('"1"', 'word')}`,
    );
    await mkdir(join(placeOf('linking'), 'node_modules'));
    await symlink(shared, join(placeOf('linking'), 'node_modules/shared-words'));
    await serves(serving, 'linking', ['one']);

    await writeFile(join(shared, 'src/index.ts'), `\nexport const word: string = = 'a';\n`);
    await says(serving, /src\/index\.ts:2:29.*error/);
    const problem = /src\/index\.ts:2:29/;
    await expect.poll(() => pageOf(serving), patience).toMatch(problem);
    expect(await pageOf(serving, '/mcp/meta/linking')).toMatch(problem);
    expect(await toolsOf(serving, 'linking')).toEqual(['one']);

    await writeFile(join(shared, 'src/index.ts'), `export const word: string = 'b';\n`);
    await expect.poll(() => pageOf(serving), patience).not.toMatch(problem);
  });

  test.each([
    ['a module', throwing('', `throw new Error('no luck');`), 3],
    ['a constructor', throwing(`  constructor() {\n    throw new Error('no luck');\n  }`), 6],
    ['a start', throwing(`  start(): void {\n    throw new Error('no luck');\n  }`), 6],
  ])('%s that throws before a build serves is shown with its place in the source', async (what, source, line) => {
    const name = `throwing-${what.replace(/\W/g, '')}`;
    await serving.plugins.writePlugin(name, source);

    await says(serving, new RegExp(`${name}.*\\(src/${name}\\.ts:${line}:\\d+\\)[^]*no luck`));
    // Its log may be written a moment before its page is there.
    await expect
      .poll(() => pageOf(serving, `/mcp/meta/${name}`), patience)
      .toMatch(new RegExp(`${name}\\.ts:${line}:\\d+`));
  });

  test.each(['worker', 'process'])('code that throws in a %s is shown with its place in the source', async (link) => {
    const name = `throwing-${link}`;
    await mkdir(placeOf(name));
    const described = { name, version: '1.0.0', type: 'module', sigil: { link } };
    await writeFile(join(placeOf(name), 'package.json'), JSON.stringify(described));
    await cp(join(placeOf('first'), 'tsconfig.json'), join(placeOf(name), 'tsconfig.json'));
    await mkdir(join(placeOf(name), 'src'));
    await writeFile(join(placeOf(name), `src/${name}.ts`), throwing('', `throw new Error('no luck');`));

    await says(serving, new RegExp(`${name}.*\\(src/${name}\\.ts:3:\\d+\\)[^]*no luck`));
  });

  test('a builder that was killed is followed by another one, and the next save is built', async () => {
    const said = serving.server.said().length;
    for (const pid of childrenOf(serving.server.process.pid!)) kill(pid);
    await expect
      .poll(() => serving.server.said().slice(said), patience)
      .toMatch(/was ended by SIGKILL.*another one starts/);

    await serving.plugins.writeSource('first', pluginSource({ afterwards: '1' }));
    await serves(serving, 'first', ['afterwards']);
  });
});

/** Writes a plugin with other members, whose code is loaded before it serves. */
function throwing(members: string, statement = ''): string {
  return `import { Tool } from '@sigil/core';

${statement}
export class Made {
${members}
  health(): void {}

  /** Says one. */
  @Tool()
  one(): string {
    return '1';
  }
}
`;
}

/** Kills a process, unless it has ended by itself, as those do that the builder starts for a moment. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function childrenOf(pid: number): readonly number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}

describe.each([[['--watch']], [[]], [['--watch', '--workers', '2']]])('started with %j and no plugins', (args) => {
  test.each(['empty', 'missing'])(
    'plugins that come into a folder that is %s at the start are served',
    async (state) => {
      const plugins = await newPluginsFolder();
      const path = join(plugins.path, 'later');
      if (state === 'empty') await mkdir(path);
      const server = await startServer(['--plugins', path, ...args]);
      const serving = { plugins: { ...plugins, path }, server };
      onTestFinished(() => end({ plugins, server }));
      await plugins.writePlugin('made', pluginSource({ one: '1' }));
      if (!args.includes('--watch')) build(join(plugins.path, 'made'));

      await mkdir(path, { recursive: true });
      await rename(join(plugins.path, 'made'), join(path, 'made'));

      await serves(serving, 'made', ['one']);
    },
  );
});

test('a plugins folder that another one replaces is followed, and one that disappears takes nothing away', async () => {
  const root = await newPluginsFolder();
  const path = join(root.path, 'plugins');
  await mkdir(path);
  const server = await startServer(['--plugins', path, '--watch']);
  onTestFinished(() => end({ plugins: root, server }));
  const serving = { plugins: root, server };
  await root.writePlugin('one', pluginSource({ one: '1' }));
  await rename(join(root.path, 'one'), join(path, 'one'));
  await serves(serving, 'one', ['one']);

  await rename(path, join(root.path, 'away'));
  await says(serving, /cannot read the folder/);
  expect(await toolsOf(serving, 'one')).toEqual(['one']);
  await root.writePlugin('two', pluginSource({ two: '2' }));
  await mkdir(join(root.path, 'other'));
  await rename(join(root.path, 'two'), join(root.path, 'other/two'));
  await rename(join(root.path, 'other'), path);

  await serves(serving, 'two', ['two']);
  await serves(serving, 'one', 'no server');
});

test('the pages of every worker have the standing error', async () => {
  const serving = await serve(['--watch', '--workers', '2']);
  onTestFinished(() => end(serving));
  await serves(serving, 'first', ['first']);

  await serving.plugins.writeSource('first', pluginSource({ first: '2' }).replace('"2"', '2'));

  const pages = (): Promise<readonly string[]> => Promise.all(Array.from({ length: 8 }, () => pageOf(serving)));
  const isShown = async (): Promise<boolean> => (await pages()).every((page) => page.includes('src/first.ts:'));
  await expect.poll(isShown, patience).toBe(true);
  await serving.plugins.writeSource('first', pluginSource({ second: '2' }));
  await serves(serving, 'first', ['second']);
  await expect.poll(isShown, patience).toBe(false);
});

describe('without --watch', () => {
  let serving: Serving;
  beforeAll(async () => {
    serving = await serve();
  });
  afterAll(() => end(serving));
  const placeOf = (name: string): string => join(serving.plugins.path, name);

  test('a copied, renamed and removed plugin is served where it is', async () => {
    await cp(placeOf('first'), placeOf('copied'), { recursive: true });
    await serves(serving, 'copied', ['first']);
    await rename(placeOf('copied'), placeOf('renamed'));
    await serves(serving, 'renamed', ['first']);
    await serves(serving, 'copied', 'no server');
    await rm(placeOf('renamed'), { recursive: true });
    await serves(serving, 'renamed', 'no server');
  });

  test('a built plugin whose packages are missing serves once they are installed', async () => {
    const made = await newPluginsFolder();
    onTestFinished(() => made.remove());
    const source = throwing('').replace("'1'", 'word');
    await made.writePlugin('packed', `import { word } from 'some-words';\n${source}`);
    const packed = join(made.path, 'packed/node_modules/some-words');
    await mkdir(packed, { recursive: true });
    await writeFile(join(packed, 'index.js'), `export const word = 'hello';`);
    await writeFile(join(packed, 'index.d.ts'), 'export const word: string;');
    await writeFile(
      join(packed, 'package.json'),
      JSON.stringify({
        name: 'some-words',
        version: '1.0.0',
        type: 'module',
        exports: { types: './index.d.ts', default: './index.js' },
      }),
    );
    build(join(made.path, 'packed'));
    await cp(join(made.path, 'packed/node_modules'), join(made.path, 'kept'), { recursive: true });
    await rm(join(made.path, 'packed/node_modules'), { recursive: true });

    await cp(join(made.path, 'packed'), placeOf('packed'), { recursive: true });
    await says(serving, /packed.*\n.*some-words/);
    await rename(join(made.path, 'kept'), join(placeOf('packed'), 'node_modules'));

    await serves(serving, 'packed', ['one']);
  });
});
