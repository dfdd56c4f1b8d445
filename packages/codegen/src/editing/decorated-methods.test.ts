import { expect, test } from 'vitest';
import { findDecoratedMethods } from './decorated-methods.js';

test('decorated methods are found in a file with errors', () => {
  const text = `export class Inn {
  @Tool()
  book(nights: number { return 1 }

  @Tool() @Other
  'two words'() {}

  plain() {}
}
export default class { @Tool() list() {} }`;
  const found = findDecoratedMethods('inn.ts', text);

  expect(found.map(({ className, method }) => [className, method])).toContainEqual(['Inn', 'book']);
  expect(found.map(({ method }) => method)).not.toContain('plain');
  const named = findDecoratedMethods('inn.ts', text.replace('number {', 'number) {'));
  expect(named.map(({ className, method }) => [className, method])).toEqual([
    ['Inn', 'book'],
    ['Inn', 'two words'],
    ['', 'list'],
  ]);
  const [, two] = named;
  const written = text.replace('number {', 'number) {');
  expect(two?.decorators.map(({ start, end }) => written.slice(start, end))).toEqual(['@Tool()', '@Other']);
});
