import type { Tree } from '@nx/devkit';
import { beforeEach, describe, expect, test } from 'vitest';
import { emptyWorkspace, readText } from '../workspace.test-support.ts';
import { generateServer } from './generate-server.mjs';

let tree: Tree;

beforeEach(() => {
  tree = emptyWorkspace();
  tree.write('apps/server/plugins/echo/package.json', '{ "description": "Repeats what it is told." }');
});

function read(path: string): unknown {
  return JSON.parse(readText(tree, `apps/server/${path}`));
}

test('a server gets an entry in mcps.source.json and a configuration file', async () => {
  await generateServer(tree, { name: 'echo' });

  expect(read('mcps.source.json')).toEqual({ echo: { config_cid: 'mcps/configs/echo.json' } });
  expect(read('mcps/configs/echo.json')).toEqual({
    description: 'Repeats what it is told.',
    plugin: 'echo',
    auto_discover: true,
    enabled: true,
    tools: {},
    resources: {},
    prompts: {},
  });
});

test('a second server with the same plugin leaves the first unchanged', async () => {
  await generateServer(tree, { name: 'echo' });
  await generateServer(tree, { name: 'parrot', plugin: 'echo', description: 'Talks back.' });

  expect(read('mcps.source.json')).toEqual({
    echo: { config_cid: 'mcps/configs/echo.json' },
    parrot: { config_cid: 'mcps/configs/parrot.json' },
  });
  expect(read('mcps/configs/parrot.json')).toMatchObject({ description: 'Talks back.', plugin: 'echo' });
});

describe('invalid options', () => {
  test.each([
    [{ name: '../echo' }, /"..\/echo" cannot name a server: expected 1 to 64 of A-Z a-z 0-9 _ . -/],
    [{ name: 'meta', plugin: 'echo' }, /\/mcp\/meta is something else already/],
    [{ name: 'known', plugin: 'echo' }, /"apps\/server\/mcps.source.json" has a server "known" already/],
    [{ name: 'half', plugin: 'echo' }, /there is a file "apps\/server\/mcps\/configs\/half.json" already/],
    [{ name: 'eco' }, /there is no plugin "eco" in "apps\/server\/plugins", which has echo; say .* --plugin/],
    [{ name: 'echo', app: '../elsewhere' }, /expected a folder inside the workspace/],
    [
      { name: 'echo', app: 'apps/other' },
      /there is no server in "apps\/other": expected the folder of a server.* --app/,
    ],
  ])('are rejected without changes: %j', async (options, message) => {
    tree.write('apps/server/mcps.source.json', '{ "known": { "config_cid": "mcps/configs/known.json" } }');
    tree.write('apps/server/mcps/configs/half.json', '{}');
    const before = tree.listChanges();

    await expect(generateServer(tree, options)).rejects.toThrow(message);

    expect(tree.listChanges()).toEqual(before);
  });
});
