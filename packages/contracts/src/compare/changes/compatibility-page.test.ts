import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { changeKinds } from './manifest-change.js';

const page = readFileSync(new URL('../../../../../docs/guide/compatibility.md', import.meta.url), 'utf8');

test('docs/guide/compatibility.md has a row for every kind of change, with its meaning, in order, and for no other', () => {
  const [, table = ''] = page.split('\n## Kinds\n');
  const rows = [...table.matchAll(/^\| `([a-z-]+)` *\| (.*?) *\|$/gm)].map(([, kind, meaning]) => [kind, meaning]);

  expect(rows).toEqual(Object.entries(changeKinds));
});
