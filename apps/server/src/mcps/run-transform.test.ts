import { describe, expect, test } from 'vitest';
import { checkTransform, runTransform, type TransformInput } from './run-transform.js';

const input: TransformInput = { serverName: 'notes', catalog: { tools: [{ name: 'a' }], resources: [], prompts: [] } };

test('the function gets the name of the server and what it could offer, and may take its time', async () => {
  const source = `export async function tools(name, { tools }) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    return tools.map((tool) => ({ ...tool, description: name }));
  }`;

  await expect(runTransform(source, input)).resolves.toEqual([{ name: 'a', description: 'notes' }]);
});

describe('refused, in words', () => {
  test.each([
    ['a module that does not parse', 'export const a = ;', 'Unexpected'],
    ['a module without a function', 'export const a = 1;', 'must export one function, it exports 0'],
    ['a module with two', 'export const a = () => [], b = () => [];', 'must export one function, it exports 2'],
    ['a function that throws', 'export const a = () => { throw new Error("no luck"); };', 'no luck'],
    ['no list', 'export const a = () => ({});', 'must return a list'],
    ['nothing', 'export const a = () => undefined;', 'must return a list'],
    ['a list of other things', 'export const a = () => [{}, 1];', 'entry 1'],
    ['what JSON cannot say', 'export const a = () => [{ n: 1n }];', 'BigInt'],
    ['too much', 'export const a = () => new Array(1001).fill({});', 'at most 1000 entries'],
    ['a module that ends the thread', 'export const a = () => process.exit(0);', 'ended without an answer'],
    ['a file beside it', 'import "./other.mjs"; export const a = () => [];', './other.mjs'],
  ])('%s', async (_what, source, words) => {
    await expect(runTransform(source, input)).rejects.toThrow(words);
  });

  test('a loop without end', async () => {
    await expect(runTransform('export const a = () => { for (;;); };', input, 200)).rejects.toThrow(
      'it took longer than 200 ms',
    );
  });
});

test('it sees no variable of the environment', async () => {
  const source = 'export const a = () => [{ count: Object.keys(process.env).length }];';

  await expect(runTransform(source, input)).resolves.toEqual([{ count: 0 }]);
});

test('a module can be checked without calling it', async () => {
  await expect(checkTransform('export const a = () => { throw new Error("called"); };')).resolves.toBeUndefined();
  await expect(checkTransform('export const a = 1;')).rejects.toThrow('must export one function');
});
