import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { run } from '../run-sigil.test-support.js';

// A folder from which `@sigil/core` and `vitest` can be imported.
const home = fileURLToPath(new URL('../../out-tsc/plugins-under-test/', import.meta.url));
let cwd: string;

function makeFolder(): string {
  mkdirSync(home, { recursive: true });
  return mkdtempSync(join(home, 'new-'));
}

function read(path: string): string {
  return readFileSync(join(cwd, path), 'utf8');
}

describe('sigil new', () => {
  beforeEach(() => {
    cwd = makeFolder();
  });
  afterEach(() => rmSync(cwd, { recursive: true }));

  test('writes a package that depends on our version, and prints the next steps', async () => {
    const { exitCode, stdout, stderr } = await run(['new', 'word-count', '--description', 'Counts "words".'], { cwd });

    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(/^Created word-count with 13 files: .*\n\nNext:\n {2}cd word-count\n {2}npm install\n/);
    expect(readdirSync(join(cwd, 'word-count'), { recursive: true }).toSorted()).toEqual([
      '.agents',
      '.agents/skills',
      '.agents/skills/sigil-plugin',
      '.agents/skills/sigil-plugin/SKILL.md',
      '.gitignore',
      '.vscode',
      '.vscode/launch.json',
      'AGENTS.md',
      'CLAUDE.md',
      'README.md',
      'evals',
      'evals/word-count.eval.ts',
      'package.json',
      'src',
      'src/word-count.mcp.test.ts',
      'src/word-count.test.ts',
      'src/word-count.ts',
      'tsconfig.json',
      'vitest.config.ts',
    ]);
    expect(JSON.parse(read('word-count/package.json'))).toMatchObject({
      name: 'word-count',
      description: 'Counts "words".',
      scripts: { build: 'sigil build', dev: 'sigil dev', test: 'vitest run' },
      dependencies: { '@sigil/core': (await run(['--version'])).stdout.split('\n')[0] },
    });
    expect(read('word-count/src/word-count.ts')).toContain('/** Counts "words". */\nexport class WordCount {');
  });

  test('avoids class names that clash with the source or with a global', async () => {
    await run(['new', 'tool'], { cwd });
    await run(['new', 'promise'], { cwd });
    await run(['new', 'found-words'], { cwd });

    expect(read('tool/src/tool.ts')).toContain('export class ToolPlugin');
    expect(read('found-words/src/found-words.ts')).toContain('export class FoundWordsPlugin');
    expect(read('promise/src/promise.ts')).toContain('export class PromisePlugin');
  });

  test('overwrites nothing', async () => {
    mkdirSync(join(cwd, 'weather'));
    writeFileSync(join(cwd, 'weather/notes.txt'), 'mine');

    const { exitCode, stdout, stderr } = await run(['new', 'weather'], { cwd });

    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^error: the folder ".*weather" is not empty: it has "notes.txt"; choose another/);
    expect(stdout).toBe('');
    expect(readdirSync(join(cwd, 'weather'))).toEqual(['notes.txt']);
  });

  test('refuses a file in place of the folder', async () => {
    writeFileSync(join(cwd, 'weather'), 'mine');

    const { exitCode, stderr } = await run(['new', 'weather'], { cwd });

    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^error: expected a folder to write into, got the file ".*weather"\n$/);
  });

  test.each([
    ['Weather', /expected lower-case letters, digits and single hyphens/],
    ['../weather', /cannot name a plugin/],
    ['3d', /beginning with a letter/],
    ['a'.repeat(51), /expected at most 50 characters, got 51/],
    ['vitest', /a package that it needs has the same name/],
  ])('refuses the name %s with 2', async (name, message) => {
    const { exitCode, stderr } = await run(['new', name], { cwd });

    expect(stderr).toMatch(message);
    expect(exitCode).toBe(2);
    expect(readdirSync(cwd)).toEqual([]);
  });

  test('refuses a description that would end the comment it stands in', async () => {
    const { exitCode, stderr } = await run(['new', 'weather', '--description', 'x */ y'], { cwd });

    expect(stderr).toContain('the description must be one line without "*/"');
    expect(exitCode).toBe(2);
  });
});

describe('sigil new on a terminal', () => {
  beforeEach(() => {
    cwd = makeFolder();
  });
  afterEach(() => rmSync(cwd, { recursive: true }));

  test('asks for the name and the template, and repeats a question after an invalid answer', async () => {
    const input = 'Weather Report\nweather\n\n';

    const { exitCode, stderr } = await run(['new'], { cwd, input, columns: 80 });

    expect(stderr).toMatch(
      /Name of the plugin.*"Weather Report" cannot name.*Name of the plugin.*What it has.*\[tool\]/s,
    );
    expect(exitCode).toBe(0);
    expect(read('weather/src/weather.ts')).not.toContain('@Resource');
  });

  test('asks only for what is missing', async () => {
    const { stderr } = await run(['new', '--template', 'full'], { cwd, input: 'weather\n', columns: 80 });

    expect(stderr).not.toContain('What it has');
    expect(read('weather/src/weather.ts')).toContain('@Resource');
  });

  test('asks nothing when the name is given', async () => {
    expect(await run(['new', 'weather'], { cwd, columns: 80 })).toMatchObject({ exitCode: 0, stderr: '' });
  });

  test('exits with 2 when its input ends without an answer', async () => {
    const { exitCode, stderr } = await run(['new'], { cwd, input: '', columns: 80 });

    expect(stderr).toContain('the input ended before everything was answered');
    expect(exitCode).toBe(2);
    expect(readdirSync(cwd)).toEqual([]);
  });
});

describe.each(['tool', 'full', 'view'])('a plugin from the template "%s"', (template) => {
  beforeAll(async () => {
    cwd = makeFolder();
    await run(['new', 'weather', '--template', template], { cwd });
    const tsconfig = JSON.parse(read('weather/tsconfig.json'));
    tsconfig.compilerOptions.customConditions = ['@sigil/source']; // here, our packages need not be built
    writeFileSync(join(cwd, 'weather/tsconfig.json'), JSON.stringify(tsconfig));
  });
  afterAll(() => rmSync(cwd, { recursive: true }));

  test('builds and answers a call', async () => {
    const text = 'text=a tale of two cities';

    const { exitCode, stdout } = await run(['call', 'weather', 'countWords', '--arg', text, '--json'], { cwd });

    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).structuredContent).toEqual({ words: 5, longest: ['cities', 'tale', 'two'] });
  });

  test('has the files of its template, and builds without a diagnostic', async () => {
    const { stdout, stderr } = await run(['build', 'weather'], { cwd });

    expect(stdout).toContain(template === 'view' ? '1 tool, 1 view' : '1 tool');
    expect(stderr).toBe('');
  });

  test('describes every property', async () => {
    expect(await run(['build', 'weather', '--strict'], { cwd })).toMatchObject({ exitCode: 0 });
  });

  test('passes the checks of every client', async () => {
    expect(await run(['check', 'weather'], { cwd })).toMatchObject({ exitCode: 0 });
  });

  test('ends each file with a line break and leaves no placeholder unfilled', () => {
    const files = readdirSync(join(cwd, 'weather/src')).map((file) => `weather/src/${file}`);
    for (const file of [...files, 'weather/README.md', 'weather/package.json', 'weather/.gitignore']) {
      expect(read(file), file).toMatch(/[^\n]\n$/);
      expect(read(file), file).not.toMatch(/\{\{|\}\}/);
    }
  });
});

describe('a view for a plugin that exists', () => {
  beforeEach(() => {
    cwd = makeFolder();
  });
  afterEach(() => rmSync(cwd, { recursive: true }));

  test('builds as soon as a class declares it', async () => {
    await run(['new', 'weather'], { cwd });
    await run(['build', 'weather'], { cwd });

    const { stdout } = await run(['new', '--view', 'board', '--directory', 'weather'], { cwd });
    const [decorator = '', option = ''] = [/@View\(.*\)/, /view: '[^']*'/].map((it) => it.exec(stdout)?.[0] ?? '');
    const source = read('weather/src/weather.ts')
      .replace("import { Tool } from '@sigil/core';", "import { Tool, View } from '@sigil/core';")
      .replace('export class', `${decorator}\nexport class`)
      .replace('{ readOnly: true }', `{ readOnly: true, ${option} }`);
    writeFileSync(join(cwd, 'weather/src/weather.ts'), source);
    const built = await run(['build', 'weather'], { cwd });

    expect(built).toMatchObject({ exitCode: 0, stderr: '' });
    expect(built.stdout).toContain('1 tool, 1 view');
    expect(JSON.parse(read('weather/dist/manifest.json')).views.entries).toMatchObject([{ uri: 'ui://weather/board' }]);
  });

  test('needs a name of its own, or one of a new plugin', async () => {
    const { exitCode, stderr } = await run(['new', '--view'], { cwd });

    expect(stderr).toContain('expected a name for the view, such as "board"');
    expect(exitCode).toBe(2);
  });
});
