import { expect, test } from 'vitest';
import { describeBlocked, watchLoop } from './watch-loop.js';

test.each([0, -1, 1.5, Number.NaN])('blockedLoopMs of %s is rejected by name', (blockedLoopMs) => {
  expect(() => watchLoop({ blockedLoopMs, linePrefix: '', onFreed: () => undefined })).toThrow(
    'limit blockedLoopMs must be a whole number of at least 1',
  );
});

test('the report names the component that blocked the loop, or else the last to begin', () => {
  const [at, name] = [new Date(0), { plugin: 'made', component: 'tool "work"' }];

  expect(describeBlocked({ at, blockedMs: 2500, by: name })).toBe(
    'was blocked for 2500 ms by tool "work" of plugin "made"',
  );
  expect(describeBlocked({ at, blockedMs: 2500, lastBegun: name })).toContain(
    'the last to begin was tool "work" of plugin "made"',
  );
});
