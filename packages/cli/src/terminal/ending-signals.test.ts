import { expect, test } from 'vitest';
import { endingSignals } from './ending-signals.js';

test('a command ends when its terminal closes, and leaves that signal alone without a terminal', () => {
  expect(endingSignals({ isTTY: true })).toContain('SIGHUP');
  expect(endingSignals({})).not.toContain('SIGHUP');
});
