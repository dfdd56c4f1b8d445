import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfiguration, type Configuration } from './configuration.js';

const source = fileURLToPath(new URL('./configuration-file.ts', import.meta.url));
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sigil-module-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function read(name: string, text: string, environment: NodeJS.ProcessEnv = {}): Configuration {
  const config = join(folder, name);
  writeFileSync(config, text);
  return readConfiguration({ config }, environment, '/bundled/plugins');
}

test('a TypeScript configuration is read like a JSON one', () => {
  const text = `
    import { defineConfig } from ${JSON.stringify(source)};
    const team: string = 'weather';
    export default defineConfig({
      port: 4_000,
      host: undefined,
      pluginsFolder: './plugins',
      packageFile: './package.json',
      plugins: { [team]: { configuration: { key: '\${WEATHER_KEY}' } } },
    });`;

  const configuration = read('sigil.config.ts', text, { WEATHER_KEY: 'secret' });

  expect(configuration).toMatchObject({
    host: '127.0.0.1',
    port: 4000,
    pluginsFolder: join(folder, 'plugins'),
    packageFile: join(folder, 'package.json'),
  });
  expect(configuration.plugins.get('weather')).toEqual({ configuration: { key: 'secret' } });
});

test('a JavaScript configuration may name its editor schema, like a JSON one', () => {
  expect(read('sigil.config.mjs', 'export default { $schema: "./schema.json", ws: true };').ws).toBe(true);
});

test.each([
  ['export const port = 1;', /must export an object by default$/],
  ['export default [];', /must export an object by default$/],
  ['export default { prot: 1 };', /sigil\.config\.ts: there is no "prot"\. Did you mean "port"\?$/],
  ['throw new Error("no such team");', /sigil\.config\.ts cannot be loaded: no such team$/],
  ['export default {', /sigil\.config\.ts cannot be loaded: [^\n]+$/],
])('%s is rejected with a one-line error', (text, message) => {
  expect(() => read('sigil.config.ts', text)).toThrow(message);
});

test('a missing configuration module is reported by path', () => {
  const config = join(folder, 'sigil.config.ts');

  expect(() => readConfiguration({ config }, {}, '/bundled/plugins')).toThrow(`cannot read the file "${config}"`);
});
