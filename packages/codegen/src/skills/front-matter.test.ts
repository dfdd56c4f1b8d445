import { expect, test } from 'vitest';
import { readFrontMatter } from './front-matter.js';

const path = 'skills/dice/SKILL.md';
const read = (yaml: string) => readFrontMatter(`---\n${yaml}\n---\nRoll.`, path);

test('a front matter of very many names is refused by its length, before it is read', () => {
  const names = Array.from({ length: 20_000 }, (_, at) => `k${at}: 1`).join('\n');

  expect(read(`name: dice\n${names}`)).toMatchObject([
    { code: 'SIGIL101', message: expect.stringMatching(/^its front matter has \d+ characters, of at most 32768$/) },
  ]);
});

test.each([
  ['lists', `x: ${'['.repeat(16_000)}${']'.repeat(16_000)}`],
  ['maps', `x: ${'{a: '.repeat(6_000)}1${'}'.repeat(6_000)}`],
  ['items', `x:\n${'- '.repeat(16_000)}1`],
])('very deep %s are a fault of the file', (_what, yaml) => {
  const faults = read(yaml);

  expect(Array.isArray(faults) && faults[0]).toMatchObject({ code: 'SIGIL101' });
});

test('names of members that objects have anyway are plain names', () => {
  expect(read('__proto__:\n  admin: yes\nconstructor: 1')).toMatchObject({
    value: JSON.parse('{"__proto__":{"admin":"yes"},"constructor":1}') as object,
  });
});

test('a merge key, which YAML 1.1 merges and YAML 1.2 does not, is refused unless it is in quotes', () => {
  expect(read('name: dice\n<<: { a: 1 }')).toMatchObject([
    { code: 'SIGIL101', line: 3, column: 1, message: expect.stringContaining('the key <<') },
  ]);
  expect(read('"<<": a')).toMatchObject({ value: { '<<': 'a' } });
});
