import { expect, test } from 'vitest';
import { documentOf, importedFrom } from '../import.test-support.js';

const operation = (id: string, tag: string): object => ({
  operationId: id,
  tags: [tag],
  responses: { 204: { description: 'ok' } },
});
const many = documentOf(
  Object.fromEntries(
    Array.from({ length: 41 }, (_, index) => [
      `/${index < 30 ? 'orders' : 'users'}/${index}`,
      { get: operation(`get${index}`, index < 30 ? 'orders' : 'users') },
    ]),
  ),
);

test('more than forty operations are refused without a choice: with their count, their tags with tokens, and the ways to choose', async () => {
  const error: unknown = await importedFrom(many).catch((cause: unknown) => cause);
  const message = error instanceof Error ? error.message : '';

  expect(message).toContain('the document has 41 operations, about ');
  expect(message).toMatch(/orders +30 operations +~\d+ tokens/);
  expect(message).toMatch(/users +11 operations +~\d+ tokens/);
  expect(message).toContain('--only tag=NAME, --only path=/PREFIX or --only operation=ID');
  expect(message).toContain('--all');
});

test.each([
  [['tag=users'], 11],
  [['path=/orders'], 30],
  [['path=/orders/3'], 1],
  [['operation=get3', 'operation=GET /users/31'], 2],
  [['tag=users', 'tag=orders'], 41],
])('%j chooses %i operations', async (only, count) => {
  const folder = await importedFrom(many, { only });

  expect(folder.record().operations).toHaveLength(count);
});

test('everything is written when it is asked for', async () => {
  expect((await importedFrom(many, { all: true })).record().operations).toHaveLength(41);
});

test.each([
  ['tag=user', 'no such tag; did you mean tag=users?'],
  ['operation=got3', 'no such operation; did you mean'],
  ['users', 'expected tag=NAME, path=/PREFIX or operation=ID'],
])('the choice %j is refused', async (choice, says) => {
  await expect(importedFrom(many, { only: [choice] })).rejects.toThrow(says);
});
