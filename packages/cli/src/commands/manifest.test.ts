import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { greeter, makePlugin, type PluginFolder } from '../plugin-folder.test-support.js';
import { run } from '../run-sigil.test-support.js';

let plugin: PluginFolder;

beforeEach(() => {
  plugin = makePlugin();
});
afterEach(() => plugin.remove());

test('sigil manifest prints the manifest that a build would write, and writes nothing', async () => {
  const { exitCode, stdout, stderr } = await run(['manifest', plugin.path]);

  expect(existsSync(join(plugin.path, 'dist'))).toBe(false);
  await run(['build', plugin.path]);
  expect(JSON.parse(stdout)).toEqual(JSON.parse(readFileSync(join(plugin.path, 'dist/manifest.json'), 'utf8')));
  expect(stderr).toBe('');
  expect(exitCode).toBe(0);
});

test('sigil manifest prints only errors, on standard error, for a source with errors', async () => {
  plugin.write('src/greeter.ts', 'export const nothing = 1;\n');

  const { exitCode, stdout, stderr } = await run(['manifest', plugin.path]);

  expect(stdout).toBe('');
  expect(stderr).toMatch(/error SIGIL\d{3}: no exported class here has a method with @Tool/);
  expect(exitCode).toBe(1);
});

test('sigil manifest --target rewrites schemas as a build for that client does', async () => {
  plugin.write('src/greeter.ts', greeter('\n  /** Shout. */\n  @Tool()\n  shout(name: string | null): void {}\n'));

  const [plain, rewritten] = [
    await run(['manifest', plugin.path]),
    await run(['manifest', plugin.path, '--target', 'cursor']),
  ];
  await run(['build', plugin.path, '-t', 'cursor']);

  const nameIn = (text: string): unknown => JSON.parse(text).tools[1].inputSchema.properties.name;
  expect(nameIn(plain.stdout)).toEqual({ type: ['string', 'null'] });
  expect(nameIn(rewritten.stdout)).toEqual({ anyOf: [{ type: 'string' }, { type: 'null' }] });
  expect(JSON.parse(rewritten.stdout)).toEqual(
    JSON.parse(readFileSync(join(plugin.path, 'dist/manifest.json'), 'utf8')),
  );
});
