import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import type { JsonObject } from '@sigil/core';
import { describe, expect, test } from 'vitest';
import { checkTransform, runTransform, type TransformInput } from './run-transform.js';

const input: TransformInput = { serverName: 'notes', catalog: { tools: [{ name: 'a' }], resources: [], prompts: [] } };

test('the function gets the server name and its catalog, and may be asynchronous', async () => {
  const source = `export async function tools(name, { tools }) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    return tools.map((tool) => ({ ...tool, description: name }));
  }`;

  await expect(runTransform(source, input)).resolves.toEqual([{ name: 'a', description: 'notes' }]);
});

describe('an invalid transform', () => {
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
    ['a module that ends its process', 'export const a = () => process.exit(0);', 'ended without an answer'],
    ['a file beside it', 'import "./other.mjs"; export const a = () => [];', './other.mjs'],
  ])('is rejected with the reason: %s', async (_what, source, words) => {
    await expect(runTransform(source, input)).rejects.toThrow(words);
  });

  test('is rejected when it exceeds its time limit', async () => {
    await expect(runTransform('export const a = () => { for (;;); };', input, 200)).rejects.toThrow(
      'it took longer than 200 ms',
    );
  });
});

/** Returns the facts that a module finds out about its surroundings, by the names of the expressions. */
async function found(expressions: Readonly<Record<string, string>>): Promise<JsonObject> {
  const members = Object.entries(expressions).map(([name, code]) => `${name}: await find(async () => ${code})`);
  const source = `
    const find = async (look) => { try { return await look(); } catch (error) { return error.code ?? error.message; } };
    export const a = async () => [{ ${members.join(', ')} }];`;
  return (await runTransform(source, input))[0]!;
}

test('a transform runs in a separate process without environment variables, which ends with it', async () => {
  const { count, folder, pid } = await found({
    count: 'Object.keys(process.env).length',
    folder: 'process.cwd()',
    pid: 'process.pid',
  });

  expect([count, folder]).toEqual([0, parse(process.execPath).root]);
  expect(pid).not.toBe(process.pid);
  expect(() => process.kill(pid as number, 0)).toThrow('ESRCH');
});

test('a transform can reach no file, process or thread, nor the server’s environment at start', async () => {
  const fs = "(await import('node:fs'))";

  expect(
    await found({
      secrets: `${fs}.readFileSync('/proc/${process.pid}/environ', 'utf8')`,
      list: `${fs}.readdirSync('/')`,
      write: `${fs}.writeFileSync(${JSON.stringify(join(tmpdir(), 'sigil-transform'))}, '')`,
      run: "(await import('node:child_process')).spawnSync('/bin/ls').status",
      thread: "new (await import('node:worker_threads')).Worker('1', { eval: true }).threadId",
    }),
  ).toEqual({
    secrets: 'ERR_ACCESS_DENIED',
    list: 'ERR_ACCESS_DENIED',
    write: 'ERR_ACCESS_DENIED',
    run: 'ERR_ACCESS_DENIED',
    thread: 'ERR_ACCESS_DENIED',
  });
});

test('the output of a transform is discarded, and does not affect its result', async () => {
  const source = `export const a = () => { console.log('printed'); process.stderr.write('said'); return [{ name: 'a' }]; };`;

  await expect(runTransform(source, input)).resolves.toEqual([{ name: 'a' }]);
  const deviceOf = (descriptor: number): string => `(await import('node:fs')).fstatSync(${descriptor}).rdev`;
  const { rdev } = statSync('/dev/null');
  expect(await found({ output: deviceOf(1), errors: deviceOf(2) })).toEqual({ output: rdev, errors: rdev });
});

test('a transform that exceeds its heap limit is terminated', async () => {
  const source = 'export const a = () => { const all = []; for (;;) all.push(new Array(1e6).fill(all.length)); };';

  await expect(runTransform(source, input, 60_000)).rejects.toThrow('it ended without an answer');
});

test('many concurrent transforms all complete', async () => {
  const lists = await Promise.all(
    Array.from({ length: 9 }, () => runTransform('export const a = () => [{ n: 1 }];', input, 60_000)),
  );

  expect(lists).toHaveLength(9);
});

test('a module can be checked without calling it', async () => {
  await expect(checkTransform('export const a = () => { throw new Error("called"); };')).resolves.toBeUndefined();
  await expect(checkTransform('export const a = 1;')).rejects.toThrow('must export one function');
});
