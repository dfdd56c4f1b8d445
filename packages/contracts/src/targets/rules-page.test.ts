import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { clientTargets } from './client-target.js';
import { writeRules } from './write-rules.test-support.js';

const page = readFileSync(new URL('../../../../docs/reference/client-targets.md', import.meta.url), 'utf8');

test('docs/reference/client-targets.md contains the table of rules from the code', () => {
  expect(page.slice(page.indexOf('## Claude\n'))).toBe(writeRules());
});

test('docs/reference/client-targets.md describes each target', () => {
  const described = [...page.matchAll(/^\| `([a-z]+)` /gm)].map(([, name]) => name);

  expect(described).toEqual(clientTargets);
});
