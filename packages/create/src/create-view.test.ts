import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { CreateTerminal } from './create-terminal.js';
import { createView } from './create-view.js';
import { packageVersion } from './package-version.js';

let folder: string;
const lines: string[] = [];
const version = packageVersion();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sigil-view-'));
  lines.length = 0;
  writeFileSync(join(folder, 'package.json'), '{\n\t"name": "dice"\n}\n');
  const tools = [{ name: 'note' }, { name: 'roll_dice', outputSchema: {} }, { name: 'a-b', outputSchema: {} }];
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(folder, 'dist/manifest.json'), JSON.stringify({ plugin: { name: 'dice' }, tools }));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

function create(name: string, directory?: string): Promise<void> {
  const out = { line: (text: string) => void lines.push(text) };
  // Nothing else of the terminal is used.
  return createView({ name, directory }, { cwd: folder, env: {}, out } as unknown as CreateTerminal);
}

const read = (path: string): string => readFileSync(join(folder, path), 'utf8');

test('a view is written into the plugin, with the configuration of its types and the packages that it imports', async () => {
  await create('board');

  expect(read('views/board.tsx')).toContain("import { roll_dice } from './tools.generated.js'");
  expect(JSON.parse(read('views/tsconfig.json'))).toMatchObject({ compilerOptions: { jsx: 'react-jsx' } });
  expect(read('package.json')).toBe(
    `{\n\t"name": "dice",\n\t"devDependencies": {\n\t\t"@sigil/view": "${version}",\n\t\t"preact": "10.29.8"\n\t}\n}\n`,
  );
  expect(lines.join('\n')).toContain("@View('ui://dice/board')");
});

test('what is there stays as it is', async () => {
  mkdirSync(join(folder, 'views'));
  writeFileSync(join(folder, 'views/tsconfig.json'), '{}');
  const packages = '{"dependencies":{"preact":"10.0.0"},"devDependencies":{"@sigil/view":"file:.."}}';
  writeFileSync(join(folder, 'package.json'), packages);

  await create('board');

  expect(read('views/tsconfig.json')).toBe('{}');
  expect(read('package.json')).toBe(packages);
  await expect(create('board')).rejects.toThrow('there is a view of that name: "views/board.tsx"');
});

test.each(['Board', '../board', 'a--b', '', 'x'.repeat(65)])('"%s" is no name of a view', async (name) => {
  await expect(create(name)).rejects.toThrow('a-z, 0-9 and single hyphens');
  expect(existsSync(join(folder, 'views'))).toBe(false);
});

test('a view needs a plugin with a built tool', async () => {
  await expect(create('board', 'elsewhere')).rejects.toThrow('no package.json');

  writeFileSync(join(folder, 'dist/manifest.json'), JSON.stringify({ plugin: { name: 'dice' }, tools: [] }));
  await expect(create('board')).rejects.toThrow('has no tool');

  rmSync(join(folder, 'dist'), { recursive: true });
  await expect(create('board')).rejects.toThrow('run "sigil build"');
});

test('the version of Preact is the one that @sigil/view is tested with', async () => {
  await create('board');

  const ours = JSON.parse(readFileSync(new URL('../../view/package.json', import.meta.url), 'utf8'));
  expect(JSON.parse(read('package.json')).devDependencies.preact).toBe(ours.devDependencies.preact);
});
