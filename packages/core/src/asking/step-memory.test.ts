import { expect, test, vi } from 'vitest';
import type { JsonValue } from '../model/json.js';
import { StepMemory } from './step-memory.js';

test('a step runs once and gives every caller its result', async () => {
  const memory = new StepMemory();
  const effect = vi.fn(async () => 1);

  const given = await Promise.all([memory.run('a', effect), memory.run('a', effect)]);

  expect([...given, await memory.run('a', effect)]).toEqual([1, 1, 1]);
  expect(effect).toHaveBeenCalledTimes(1);
});

test('a step of an earlier round does not run again, even if its value is falsy', async () => {
  const effect = vi.fn(async () => 'new');
  const values: readonly (readonly [string, JsonValue])[] = [
    ['null', null],
    ['zero', 0],
    ['empty', ''],
    ['no', false],
  ];
  const memory = new StepMemory(new Map(values.map(([name, value]) => [name, { value, isStable: false }])));

  const given = await Promise.all(['null', 'zero', 'empty', 'no'].map((name) => memory.run(name, effect)));

  expect(given).toEqual([null, 0, '', false]);
  expect(effect).not.toHaveBeenCalled();
});

test('isRunning and done report a running step and a finished one', async () => {
  const memory = new StepMemory();
  let finish: (value: string) => void = () => undefined;

  const running = memory.run('a', () => new Promise((resolve) => (finish = resolve)));
  await Promise.resolve();
  expect([memory.isRunning, memory.done.size]).toEqual([true, 0]);
  finish('x');
  await running;

  expect([memory.isRunning, [...memory.done]]).toEqual([
    false,
    [['a', { value: 'x', build: undefined, isStable: false }]],
  ]);
});

test('a step that failed is neither running nor done', async () => {
  const memory = new StepMemory();
  const effect = (): Promise<never> => {
    throw new Error('at once');
  };

  await expect(memory.run('a', effect)).rejects.toThrow('at once');

  expect([memory.isRunning, memory.done.size]).toEqual([false, 0]);
});

test.each([
  [{ build: 'b1', isStable: false }, false, 'given'],
  [{ build: 'b1', isStable: true }, false, 'given'],
  [{ build: 'b0', isStable: true }, true, 'given'],
  [{ build: 'b0', isStable: true }, false, 'refused'],
  [{ build: 'b0', isStable: false }, true, 'refused'],
  [{ isStable: false }, true, 'refused'],
])(
  'the recorded step %j, requested by build b1 with stable %s, is %s without running again',
  async (done, stable, outcome) => {
    const effect = vi.fn(async () => 'new');
    const memory = new StepMemory(new Map([['pay', { value: 'receipt', ...done }]]), 'b1');

    const given = await memory.run('pay', effect, { stable }).catch((error: Error) => error);

    expect(outcome === 'given' ? given : (given as Error).message).toEqual(
      outcome === 'given' ? 'receipt' : expect.stringContaining('the build changed'),
    );
    expect(effect).not.toHaveBeenCalled();
  },
);
