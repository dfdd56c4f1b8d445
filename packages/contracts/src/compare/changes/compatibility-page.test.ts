import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { changeKinds } from './manifest-change.js';

const page = readFileSync(new URL('../../../../../docs/guide/compatibility.md', import.meta.url), 'utf8');

test('docs/guide/compatibility.md lists exactly the kinds of change, with their meanings, in order', () => {
  const [, table = ''] = page.split('\n## Kinds\n');
  const rows = [...table.matchAll(/^\| `([a-z-]+)` *\| (.*?) *\|$/gm)].map(([, kind, meaning]) => [kind, meaning]);

  expect(rows).toEqual(Object.entries(changeKinds));
});
