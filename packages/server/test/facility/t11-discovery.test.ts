import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { openShellCommand } from '@sigil/gateway';
import { hostPlugin, type HostedPlugin } from '@sigil/plugin-host';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '@sigil/core';
import { newPluginsFolder, type PluginsFolder } from '@sigil/test-support/temporary-plugins';
import type { ServerConfiguration } from '../../src/servers/server-configuration.js';
import { hostBundled, openFacility, namesOf, type Facility } from './facility.test-support.js';

/** The example that the plan writes in Python: functions with docstrings and type hints, public and private. */
const source = `import { Tool } from '@sigil/core';

/** A library. */
export class Library {
  /**
   * Find books.
   *
   * Looks at titles only.
   *
   * @param title Words of the title
   * @param limit How many at most @minimum 1
   */
  @Tool()
  find(title: string, limit = 10): string[] {
    return this._search(title).slice(0, limit);
  }

  /** Lend a book. */
  @Tool()
  lend(request: { book: string; days?: number }): string {
    return this.stamp(request.book);
  }

  /** No tool: nothing marks it. */
  _search(title: string): string[] {
    return [title];
  }

  private stamp(book: string): string {
    return 'lent: ' + book;
  }
}

/** Exported, but no method of a class. */
export function helper(): string {
  return 'no tool';
}
`;

let folder: PluginsFolder;
let plugins: Map<string, HostedPlugin>;
let facility: Facility;

beforeAll(async () => {
  folder = await newPluginsFolder();
  await folder.writePlugin('library', source);
  const path = join(folder.path, 'library');
  build(path);
  plugins = new Map([['library', await hostPlugin(path)], ...(await hostBundled('echo'))]);
  const openShell = ({ name, shell = {} }: ServerConfiguration) => openShellCommand(shell, { name });
  const shell = { command: 'printf', args: ['%s'], description: 'Print' };
  facility = await openFacility({ printer: { auto_discover: true, shell } }, { plugins, openShell });
});

/** With the built command line, as an author does. */
function build(path: string): void {
  const command = join(dirname(createRequire(import.meta.url).resolve('@sigil/cli/package.json')), 'dist', 'main.js');
  const { status, stderr, stdout } = spawnSync(process.execPath, [command, 'build', '--no-type-check', path], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stdout + stderr);
}

afterAll(async () => {
  facility.close();
  await Promise.all([...plugins.values()].map((plugin) => plugin.close()));
  await folder.remove();
});

async function toolsOf(server: string): Promise<readonly JsonObject[]> {
  const client = await facility.connect(server);
  return client.listTools();
}

test('T11.1 the decorated method of a plugin is a tool that runs', async () => {
  const client = await facility.connect('echo');

  expect(namesOf(await client.listTools())).toEqual(['echo']);
  expect((await client.callTool('echo', { message: 'hello' })).content).toEqual([{ type: 'text', text: 'hello' }]);
});

test('T11.2 a shell server is one tool with the name of the server', async () => {
  const client = await facility.connect('printer');

  const [tool, ...others] = await client.listTools();

  expect(tool).toMatchObject({ name: 'printer', description: 'Print', inputSchema: { type: 'object' } });
  expect(others).toEqual([]);
});

test('T11.3 every decorated method of a plugin is a tool of its own', async () => {
  expect(namesOf(await toolsOf('library'))).toEqual(['find', 'lend']);
});

test('T11.4 private and undecorated methods and plain functions are not tools', async () => {
  const client = await facility.connect('library');

  for (const name of ['_search', 'stamp', 'helper']) {
    await expect(client.callTool(name, { title: '', book: '' })).rejects.toMatchObject({ code: -32602 });
  }
});

test('T11.5 descriptions come from the doc comments', async () => {
  const [find, lend] = await toolsOf('library');

  expect(find?.['description']).toBe('Find books.\n\nLooks at titles only.');
  expect(lend?.['description']).toBe('Lend a book.');
});

test('T11.6 input schemas come from the parameters', async () => {
  const [find, lend] = await toolsOf('library');

  expect(find?.['inputSchema']).toEqual({
    type: 'object',
    properties: {
      title: { type: 'string', description: 'Words of the title' },
      limit: { type: 'number', default: 10, minimum: 1, description: 'How many at most' },
    },
    required: ['title'],
    additionalProperties: false,
  });
  expect(lend?.['inputSchema']).toMatchObject({ required: ['request'] });
});
