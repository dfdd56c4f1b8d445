import { expect, test } from 'vitest';
import type { LogLevel } from '../model/asking.js';
import { isLogged, isLogLevel, buildLogMessage } from './log-messages.js';

const lowToHigh: LogLevel[] = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

test.each(lowToHigh)('the threshold %s logs its own level and every higher one', (threshold) => {
  const logged = lowToHigh.filter((level) => isLogged(level, threshold));

  expect(logged).toEqual(lowToHigh.slice(lowToHigh.indexOf(threshold)));
});

test('without a threshold nothing is logged', () => {
  expect(lowToHigh.filter((level) => isLogged(level, undefined))).toEqual([]);
});

test.each([...lowToHigh, 'Debug', 'warn', '', 'constructor', null, 3, undefined, ['info']])(
  'isLogLevel tells whether %j is a log level',
  (value) => {
    expect(isLogLevel(value)).toBe(lowToHigh.includes(value as LogLevel));
  },
);

const omitted = [undefined, () => 'secret', Symbol('secret'), { toJSON: () => undefined }];

test.each(omitted)('data that JSON leaves out is sent as null: %s', (data) => {
  expect(buildLogMessage('info', data as never, 'orders')).toEqual({ level: 'info', logger: 'orders', data: null });
});

test.each(['text', 0, false, null, ['a'], { a: 1 }, new Date(0)])(
  'data that JSON can hold is sent unchanged: %j',
  (data) => {
    expect(buildLogMessage('info', data as never, undefined)).toEqual({ level: 'info', data });
  },
);
