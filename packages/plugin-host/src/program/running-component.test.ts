import { expect, test } from 'vitest';
import {
  componentName,
  numberOf,
  runAs,
  runningComponent,
  trackThreeArguments,
  trackTwoArguments,
} from './running-component.js';

const seen = (): string | undefined => componentName(Atomics.load(runningComponent, 0))?.component;

test('a component is recorded while it runs, and so is the one that it calls', () => {
  const inner = trackTwoArguments(numberOf('made', 'inner'), () => seen());
  const outer = trackThreeArguments(numberOf('made', 'outer'), () => [seen(), inner(1, 2), seen()]);

  expect(outer(1, 2, 3)).toEqual(['outer', 'inner', 'outer']);
  expect(seen()).toBeUndefined();
});

test('a component that throws is no longer recorded', () => {
  const fail = (): never => {
    throw new Error('of the component');
  };

  expect(() => runAs(numberOf('made', 'fails'), fail)).toThrow('of the component');
  expect(() => trackTwoArguments(numberOf('made', 'fails'), fail)(1, 2)).toThrow('of the component');

  expect(seen()).toBeUndefined();
});

test('the last component to begin is known when its code continues later', async () => {
  const later = trackTwoArguments(numberOf('made', 'later'), async () => {
    await Promise.resolve();
    return [seen(), componentName(Atomics.load(runningComponent, 1))?.component];
  });

  expect(await later(1, 2)).toEqual([undefined, 'later']);
});

test('a component has the same number in every generation', () => {
  expect(numberOf('made', 'again')).toBe(numberOf('made', 'again'));
  expect(numberOf('made', 'again')).not.toBe(numberOf('other', 'again'));
});
