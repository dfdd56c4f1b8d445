import { expect, test } from 'vitest';
import { CrashHistory } from './crash-history.js';
import { defaultLinkLimits } from './link-limits.js';

const limits = {
  ...defaultLinkLimits,
  restartDelayMs: 100,
  maxRestartDelayMs: 300,
  maxCrashes: 5,
  crashWindowMs: 1_000,
};

test('each crash within the window doubles the wait, up to maxRestartDelayMs', () => {
  const history = new CrashHistory(limits);

  const waits = [0, 1, 2, 3].map((now) => history.crashed(now));

  expect(waits.map(({ restartInMs }) => restartInMs)).toEqual([100, 200, 300, 300]);
  expect(waits.some(({ isCircuitOpen }) => isCircuitOpen)).toBe(false);
});

test('crashes that are far apart each count as the first', () => {
  const history = new CrashHistory(limits);

  const waits = [0, 1_000, 2_000, 3_000, 4_000, 5_000].map((now) => history.crashed(now));

  expect(waits).toEqual(waits.map(() => ({ restartInMs: 100, isCircuitOpen: false })));
});

test('too many crashes within the window open the circuit', () => {
  const history = new CrashHistory(limits);

  const waits = [0, 100, 200, 300, 400].map((now) => history.crashed(now));

  expect(waits.at(-1)).toEqual({ restartInMs: limits.circuitOpenMs, isCircuitOpen: true });
});

test('a failed start after an open circuit opens it again at once', () => {
  const history = new CrashHistory(limits);
  history.triesAgain(100_000);

  expect(history.crashed(200_000).isCircuitOpen).toBe(true);
});

test('a crash within the window of a successful trial start reopens the circuit; a later one does not', () => {
  const within = new CrashHistory(limits);
  within.triesAgain(0);
  within.started();
  const after = new CrashHistory(limits);
  after.triesAgain(0);
  after.started();

  expect(within.crashed(999).isCircuitOpen).toBe(true);
  expect(after.crashed(1_000)).toEqual({ restartInMs: 100, isCircuitOpen: false });
});
