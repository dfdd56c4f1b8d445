/**
 * Imports the built entry for embedding as bundlers of edge runtimes resolve it.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const server = dirname(createRequire(import.meta.url).resolve('@sigil/server/package.json'));

const program = `
const { openHandler, serve } = await import('@sigil/server/embedding');
for (const open of [openHandler, serve]) await open('plugins').catch(({ name, message }) => console.log(name + ': ' + message));
`;

test.each(['edge-light', 'workerd'])(
  'a runtime with the condition "%s" is told at the start why it cannot serve',
  async (condition) => {
    const args = [`--conditions=${condition}`, '--input-type=module', '--eval', program];

    const { stdout } = await run(process.execPath, args, { cwd: server });

    expect(stdout.trim().split('\n')).toEqual([
      expect.stringMatching(
        /^ConfigurationError: openHandler\("plugins"\): an edge runtime has no files .*no workers or processes/,
      ),
      expect.stringMatching(/^ConfigurationError: serve\("plugins"\): .*leave out `export const runtime = 'edge'`/),
    ]);
  },
);

test('the entry imports nothing of Node', () => {
  const imported = (file: string): string[] => {
    const text = readFileSync(file, 'utf8');
    const names = [...text.matchAll(/(?:from|import)\s*\(?["']([^"']+)["']/g)].map(([, name = '']) => name);
    return names.flatMap((name) => (name.startsWith('.') ? imported(join(dirname(file), name)) : [name]));
  };

  expect(imported(join(server, 'dist/embedding-edge.js'))).toEqual([]);
});
