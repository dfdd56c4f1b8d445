import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { greeter, makePlugin, type PluginFolder } from '../plugin-folder.test-support.js';
import { run } from '../run-sigil.test-support.js';

const members = `
  /**
   * Greets <script>alert(1)</script> [everybody](javascript:alert(2)).
   *
   * As \`List<string>\` has it; see [the page](https://example.com/greet).
   */
  @Tool({ title: 'Greet all' })
  greetAll(names: string[], tone: 'glad' | 'sad' = 'glad'): { said: string[] } {
    return { said: names.map((name) => tone + ' ' + name) };
  }

  /** A poem. */
  @Prompt()
  poem(/** About whom | what. */ about: string): string {
    return about;
  }

  @Resource('greeting://{country}/custom')
  custom(country: string): string {
    return country;
  }
`;

let plugin: PluginFolder;
let out: string;
const docs = (...args: string[]) => run(['docs', plugin.path, '--out', out, ...args]);
const read = (path: string): string => readFileSync(join(out, path), 'utf8');
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

beforeAll(async () => {
  plugin = makePlugin(greeter(members));
  await run(['build', plugin.path]);
  out = mkdtempSync(join(tmpdir(), 'sigil-docs-'));
});
afterAll(() => {
  plugin.remove();
  rmSync(out, { recursive: true, force: true });
});

describe('sigil docs as Markdown', () => {
  test('writes a page for each tool and prompt, and one for all resources', async () => {
    const { exitCode, stderr } = await docs();

    expect(stderr).toContain('greeter 1.2.3, 5 files (5 new or changed)');
    expect(exitCode).toBe(0);
    expect(
      filesIn(out)
        .map((file) => file.slice(out.length + 1))
        .toSorted(),
    ).toEqual([
      '.sigil-docs.json',
      'README.md',
      'prompts/poem.md',
      'resources.md',
      'tools/greet.md',
      'tools/greetAll.md',
    ]);
    expect(read('README.md')).toContain('| [`greet`](tools/greet.md) | Greet somebody. |');
    expect(read('prompts/poem.md')).toContain('| `about` | yes | About whom \\| what. |');
    expect(read('resources.md')).toContain('| `greeting://{country}/custom` |');
  });

  test('documents the arguments, the result and an example call of a tool', () => {
    const page = read('tools/greetAll.md');

    expect(page).toContain('# Greet all\n\nTool `greetAll`\n');
    expect(page).toContain('| `tone` | `"glad" \\| "sad"` | no | Default: `"glad"` |');
    expect(page).toContain('export interface Result {\n  said: string[];\n}');
    expect(JSON.parse(/```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '')).toEqual({
      name: 'greetAll',
      arguments: { names: ['text'] },
    });
    expect(read('tools/greet.md')).toContain('It changes nothing.');
  });

  test('reports up-to-date pages when it runs again, and then passes --check', async () => {
    expect((await docs()).stderr).toContain('is up to date');
    expect(await docs('--check')).toMatchObject({ exitCode: 0 });
  });

  test('fails for an edited page with --check and writes nothing', async () => {
    writeFileSync(join(out, 'tools/greet.md'), 'mine');

    const { exitCode, stderr } = await docs('--check');

    expect(exitCode).toBe(1);
    expect(stderr).toContain('tools/greet.md" out of date; run the command without --check');
    expect(read('tools/greet.md')).toBe('mine');
  });

  test('removes the page of a removed component and keeps other files', async () => {
    writeFileSync(join(out, 'own.md'), 'mine');
    writeFileSync(join(out, '.sigil-docs.json'), JSON.stringify(['tools/gone.md', '../own.md', 'README.md']));
    writeFileSync(join(out, 'tools/gone.md'), 'gone');

    const { stderr } = await docs();

    expect(stderr).toContain('1 file removed');
    expect(existsSync(join(out, 'tools/gone.md'))).toBe(false);
    expect(read('own.md')).toBe('mine');
  });

  test('writes a page of changes with --since, and removes it when it runs without --since', async () => {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: plugin.path, stdio: 'pipe' });
    plugin.write('.gitignore', 'dist\n');
    git('init', '--quiet');
    git('add', '--all');
    git('-c', 'user.name=nobody', '-c', 'user.email=nobody@example.com', 'commit', '--quiet', '--message', 'begin');
    git('tag', 'v1.2.3');
    plugin.write('src/greeter.ts', greeter(members.replace('poem(', 'verse(')));

    await docs('--since', 'v1.2.3');
    const changes = read('changes.md');
    const first = read('README.md');
    await docs();

    expect(changes).toContain('### Breaking\n\n| component | where | change |');
    expect(changes).toContain('poem');
    expect(first).toContain('- [Changes](changes.md)');
    expect(existsSync(join(out, 'changes.md'))).toBe(false);
    expect(existsSync(join(out, 'prompts/poem.md'))).toBe(false);
  });
});

describe('sigil docs --format html', () => {
  beforeAll(async () => {
    rmSync(out, { recursive: true, force: true });
    await docs('--format', 'html');
  });

  test('writes no broken links and loads nothing from other hosts', () => {
    const pages = filesIn(out).filter((file) => file.endsWith('.html'));
    const links = pages.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address = '']) => ({
        file,
        address,
      })),
    );
    const broken = links.filter(
      ({ file, address }) => !/^(?:https?:|#)/.test(address) && !existsSync(resolve(dirname(file), decodeURI(address))),
    );

    expect(pages.length).toBe(5);
    expect(links.length).toBeGreaterThan(20);
    expect(broken).toEqual([]);
    expect(links.filter(({ address }) => /^https?:/.test(address)).map(({ address }) => address)).toEqual([
      'https://example.com/greet',
    ]);
  });

  test('escapes tags and removes javascript: URLs in descriptions', () => {
    const page = read('tools/greetAll.html');

    expect(page).not.toContain('<script>alert');
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).not.toContain('javascript:');
    expect(page).toContain('<code>List&lt;string&gt;</code>');
  });
});

test('sigil docs names a page that cannot be written', async () => {
  const file = join(out, 'a-file');
  writeFileSync(file, '');

  const { exitCode, stderr } = await run(['docs', plugin.path, '--out', file]);

  expect(exitCode).toBe(1);
  expect(stderr).toContain(`cannot write "${join(file, 'README.md')}"`);
});
