import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type ServerProcess } from './built-server.test-support.js';
import { buildPlugins } from '@sigil/test-support/build-plugins';
import { openSession, type Answer } from './facility/served-plugin.test-support.js';
import { newPluginsFolder, type PluginsFolder } from '@sigil/test-support/temporary-plugins';

const source = `import { Tool, ToolError } from '@sigil/core';

/** Fails in two ways. */
export class Failing {
  /** Throws what is not meant for callers. */
  @Tool()
  plain(): string {
    throw new Error('the ledger is closed on Sundays');
  }

  /** Throws what is meant for callers. */
  @Tool()
  meant(): string {
    throw new ToolError('no such city', { suggestions: ['try "Rome"'] });
  }
}
`;

let plugins: PluginsFolder;
let server: ServerProcess;

beforeAll(async () => {
  plugins = await newPluginsFolder();
  for (const name of ['secretive', 'open']) await plugins.writePlugin(name, source);
  buildPlugins(['secretive', 'open'].map((name) => join(plugins.path, name)));
  const mcps = join(plugins.path, 'mcps.source.json');
  await writeFile(mcps, JSON.stringify({ secretive: { errors: 'masked' }, open: {} }));
  server = await startServer(['--plugins', plugins.path, '--mcps', mcps]);
}, 60_000);

afterAll(async () => {
  await server.stop();
  await plugins.remove();
});

async function call(name: string, tool: string): Promise<Answer> {
  return (await openSession(`${server.url}/mcp/${name}`)).call(tool);
}

test('a masked server shows only the incident of a plain error and logs it with the message', async () => {
  const { text, body } = await call('secretive', 'plain');

  expect(text).not.toContain('Sundays');
  expect(body.result).toMatchObject({ isError: true });
  const incident = /^internal error \(incident ([0-9a-f]+)\)$/.exec(body.result?.content?.[0]?.text ?? '')?.[1];
  expect(incident).toBeDefined();
  await expect
    .poll(() => server.said())
    .toMatch(new RegExp(`incident ${incident}\\b.*the ledger is closed on Sundays`));
});

test('a masked server delivers a ToolError in full, like any other server', async () => {
  const [masked, open] = [await call('secretive', 'meant'), await call('open', 'meant')];

  expect(JSON.stringify(masked.body.result)).toContain('no such city');
  expect(JSON.stringify(masked.body.result)).toContain('Rome');
  expect(masked.body.result).toEqual(open.body.result);
});

test('an unmasked server shows the message of a plain error, and the server "all" masks it', async () => {
  expect((await call('open', 'plain')).text).toContain('the ledger is closed on Sundays');

  const { text } = await call('all', 'open_plain');
  expect(text).toContain('internal error (incident ');
  expect(text).not.toContain('Sundays');
});
