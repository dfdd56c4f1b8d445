import { describe, expect, test } from 'vitest';
import { importName, openSource } from './edit-source.mjs';

const tool = { name: 'Tool', from: '@sigil/core' };

describe('importName()', () => {
  test.each([
    [
      'in its place among the names',
      `import { Resource, ToolError } from '@sigil/core';\n`,
      `import { Resource, Tool, ToolError } from '@sigil/core';\n`,
    ],
    [
      'before types',
      `import { Prompt, type Context } from '@sigil/core';\n`,
      `import { Prompt, Tool, type Context } from '@sigil/core';\n`,
    ],
    ['at the end', `import { Prompt } from '@sigil/core';\n`, `import { Prompt, Tool } from '@sigil/core';\n`],
    [
      'beside an import of types',
      `import type { Context } from '@sigil/core';\n`,
      `import type { Context } from '@sigil/core';\nimport { Tool } from '@sigil/core';\n`,
    ],
    [
      'after the other imports',
      `import a from 'a';\nconst b = a;\n`,
      `import a from 'a';\nimport { Tool } from '@sigil/core';\n\nconst b = a;\n`,
    ],
    [
      'after the comment that opens the file',
      `/** File. */\nconst b = 1;\n`,
      `/** File. */\nimport { Tool } from '@sigil/core';\nconst b = 1;\n`,
    ],
    [
      'before the comment of the first statement',
      `/** File. */\n/** B. */\nconst b = 1;\n`,
      `/** File. */\nimport { Tool } from '@sigil/core';\n/** B. */\nconst b = 1;\n`,
    ],
    [
      'behind the line that names the interpreter',
      `#!/usr/bin/env node\n/** File. */\nconst b = 1;\n`,
      `#!/usr/bin/env node\n/** File. */\nimport { Tool } from '@sigil/core';\nconst b = 1;\n`,
    ],
    ['to nothing', '', `import { Tool } from '@sigil/core';\n`],
  ])('adds an import %s', (_where, before, after) => {
    const source = openSource(before);

    expect(importName(source, tool)).toBe('Tool');
    expect(source.getFullText()).toBe(after);
  });
});

test('an existing import is reused under its local name', () => {
  const text = `import { Tool as Publish } from '@sigil/core';\n`;
  const source = openSource(text);

  expect(importName(source, tool)).toBe('Publish');
  expect(source.getFullText()).toBe(text);
});
