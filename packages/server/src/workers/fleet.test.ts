import { expect, test } from 'vitest';
import { Fleet } from './fleet.js';

const nobody = (): void => undefined;

test('a build that workers started with becomes current once no worker serves the previous one', () => {
  const fleet = new Fleet(2);
  for (const worker of [1, 2]) fleet.serves(worker, { it: 'first' }, nobody);

  fleet.left(1);
  fleet.serves(1, { it: 'second' }, nobody);
  expect(fleet.state.plugins).toEqual({ it: { manifestCid: 'first', workers: 1 } });
  fleet.left(2);
  fleet.serves(2, { it: 'second' }, nobody);

  expect(fleet.state.plugins).toEqual({ it: { manifestCid: 'second', workers: 2 } });
});

test('a plugin that no worker serves is gone', () => {
  const fleet = new Fleet(2);
  for (const worker of [1, 2]) fleet.serves(worker, { it: 'first', old: 'first' }, nobody);

  for (const worker of [1, 2]) fleet.serves(worker, { it: 'first' }, nobody);

  expect(Object.keys(fleet.state.plugins)).toEqual(['it']);
});
