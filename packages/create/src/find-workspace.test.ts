import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findWorkspace } from './find-workspace.js';

let root: string;

beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'sigil-workspace-'))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

const describeRoot = (members: object): void => writeFileSync(join(root, 'package.json'), JSON.stringify(members));

test.each([['plugins/*'], ['./plugins/*'], ['plugins/weather'], ['plugins/weather/']])(
  'a folder that "%s" names is a member',
  (pattern) => {
    describeRoot({ workspaces: [pattern], dependencies: { '@sigil/server': '^1.0.0' } });

    expect(findWorkspace(join(root, 'plugins/weather'))).toEqual({ root, isServer: true });
  },
);

test.each([[['packages/*']], [[]], [undefined]])('a folder outside of the workspaces %j is no member', (workspaces) => {
  describeRoot({ workspaces });

  expect(findWorkspace(join(root, 'plugins/weather'))).toBeUndefined();
});

test('a workspace without the server is not a server', () => {
  describeRoot({ workspaces: ['packages/*'] });

  expect(findWorkspace(join(root, 'packages/weather'))).toEqual({ root, isServer: false });
});
