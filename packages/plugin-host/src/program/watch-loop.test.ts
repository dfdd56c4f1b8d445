import { expect, test } from 'vitest';
import { describeBlocked, watchLoop } from './watch-loop.js';

test.each([0, -1, 1.5, Number.NaN])('a limit of %s is refused by its name', (blockedLoopMs) => {
  expect(() => watchLoop({ blockedLoopMs, linePrefix: '', onFreed: () => undefined })).toThrow(
    'limit blockedLoopMs must be a whole number of at least 1',
  );
});

test('what blocked is named, or else what began last', () => {
  const [at, name] = [new Date(0), { plugin: 'made', component: 'tool "work"' }];

  expect(describeBlocked({ at, blockedMs: 2500, by: name })).toBe(
    'was blocked for 2500 ms by tool "work" of plugin "made"',
  );
  expect(describeBlocked({ at, blockedMs: 2500, lastBegun: name })).toContain(
    'the last to begin was tool "work" of plugin "made"',
  );
});
