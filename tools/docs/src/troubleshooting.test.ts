import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/guide/troubleshooting.md'), 'utf8');

/** The messages of the tables, each as the parts that never differ. */
const messages = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => [...line.split(' | ')[0]!.matchAll(/`([^`]+)`/g)].map(([, message]) => message!))
  .map((message) => ({ message, parts: message.split('…').flatMap((part) => part.trim() || []) }));

/** All sources of the packages, without tests. */
const sources = readdirSync(join(root, 'packages'))
  .map((name) => join(root, 'packages', name, 'src'))
  .filter((folder) => existsSync(folder))
  .flatMap(filesOf)
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
  // A message that is written in two pieces.
  .replace(/['`] \+\s+['`]/g, '');

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('.test'))
    .map((file) => join(folder, file));
}

test('the page lists messages', () => {
  expect(messages.length).toBeGreaterThan(20);
});

test.each(messages)('the message "$message" is in the code', ({ parts }) => {
  expect(parts.filter((part) => !sources.includes(part))).toEqual([]);
});
