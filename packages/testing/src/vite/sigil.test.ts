import { buildPlugin, canonicalJson } from '@sigil/codegen';
import { describe, expect, test } from 'vitest';
import { connectPlugin } from '../open-plugin.js';
import { makeFolder, serveFolder, writeTsconfig } from './vite-folder.test-support.js';

const greeter = `
  import { Tool } from '@sigil/core';
  import { greeting } from './greeting.js';

  /** Greets people. */
  export class Greeter {
    /**
     * Says hello.
     * @param name Whom to greet
     */
    @Tool({ readOnly: true })
    greet(name: string, times = 1): string { return Array(times).fill(greeting + ' ' + name).join(', '); }
  }
`;
const files = { 'src/greeter.ts': greeter, 'src/greeting.ts': "export const greeting = 'Hello';" };

describe.each([
  ['experimental', { experimentalDecorators: true }],
  ['standard', { experimentalDecorators: false }],
])('with %s decorators', (_, compilerOptions) => {
  test('a plugin is served from its source', async () => {
    const folder = await makeFolder({ ...files, 'tsconfig.json': writeTsconfig(compilerOptions) });
    const { loadPlugin } = await serveFolder(folder.path);

    const client = await connectPlugin(await loadPlugin());

    expect(await client.callTool('greet', { name: 'Ada', times: 2 })).toMatchObject({
      content: [{ type: 'text', text: 'Hello Ada, Hello Ada' }],
    });
    await client.close();
  });

  test('its manifest is the one that a build writes, byte for byte', async () => {
    const folder = await makeFolder({ ...files, 'tsconfig.json': writeTsconfig(compilerOptions) });
    const { loadPlugin } = await serveFolder(folder.path);

    const { manifest } = await loadPlugin();
    await buildPlugin(folder.path);

    expect(canonicalJson(manifest)).toBe(await folder.read('dist/manifest.json'));
  });
});
