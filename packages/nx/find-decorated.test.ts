import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findDecorated, importsDecorators } from './find-decorated.mjs';

describe('importsDecorators(), for a plugin source', () => {
  test.each([
    ['it imports one', `import { Tool } from '@sigil/core';`],
    [
      'it imports one among others, under another name, in several lines',
      `import {\n  type Context,\n  Prompt as P,\n} from "@sigil/core";`,
    ],
    ['it imports everything', `import * as sigil from '@sigil/core';`],
    ['it opens with a comment', `/** About. */\nimport { Resource } from '@sigil/core';`],
  ])('is true when %s', (_what, text) => {
    expect(importsDecorators(text)).toBe(true);
  });
});

describe('importsDecorators(), for other sources', () => {
  test.each([
    ['it imports something else', `import { ToolError, type Context } from '@sigil/core';`],
    ['it imports types', `import type { Tool } from '@sigil/core';`],
    ['it imports the type of one', `import { type Tool } from '@sigil/core';`],
    ['another package has them', `import { Tool } from '@acme/core';`],
    [
      'a comment or a text tells of it',
      `// import { Tool } from '@sigil/core';\nconst text = "import { Tool } from '@sigil/core'";`,
    ],
  ])('is false when %s', (_what, text) => {
    expect(importsDecorators(text)).toBe(false);
  });
});

describe('the cache of findDecorated()', () => {
  let workspaceRoot: string;
  const kept = (): Record<string, boolean> =>
    JSON.parse(readFileSync(join(workspaceRoot, '.nx/workspace-data/sigil-decorated.json'), 'utf8'));

  beforeAll(() => {
    workspaceRoot = mkdtempSync(join(tmpdir(), 'nx-decorated-'));
    mkdirSync(join(workspaceRoot, 'one'));
    writeFileSync(join(workspaceRoot, 'one/one.ts'), `import { Tool } from '@sigil/core';\n`);
  });
  afterAll(() => rmSync(workspaceRoot, { recursive: true }));

  test('is keyed by the hash of the files and used again', async () => {
    const context = { workspaceRoot, nxJsonConfiguration: {} };

    const first = await findDecorated(['one'], context);
    const [hash = ''] = Object.keys(kept());
    writeFileSync(join(workspaceRoot, '.nx/workspace-data/sigil-decorated.json'), JSON.stringify({ [hash]: false }));
    const second = await findDecorated(['one'], context);

    expect([...first]).toEqual(['one']);
    expect([...second]).toEqual([]);
  });

  test('is rebuilt if it cannot be read', async () => {
    writeFileSync(join(workspaceRoot, '.nx/workspace-data/sigil-decorated.json'), '{ "cut');

    expect([...(await findDecorated(['one'], { workspaceRoot, nxJsonConfiguration: {} }))]).toEqual(['one']);
    expect(Object.values(kept())).toEqual([true]);
  });
});
