import { expect, test } from 'vitest';
import { separateObservation } from './worker-observation.js';

test('the first worker uses the configured port and audit file, and others use their own', () => {
  const configured = { auditFile: '/audit.jsonl', metricsPort: 9464 };

  expect(separateObservation(configured, { number: 1, trail: 1 })).toEqual(configured);
  expect(separateObservation(configured, { number: 3, trail: 3 })).toEqual({
    auditFile: '/audit.jsonl.3',
    metricsPort: 9466,
  });
});

test('unset values and port 0 stay the same for every worker', () => {
  expect(separateObservation({ auditFile: undefined, metricsPort: undefined }, { number: 2, trail: 2 })).toEqual({});
  expect(separateObservation({ auditFile: undefined, metricsPort: 0 }, { number: 2, trail: 2 })).toEqual({
    metricsPort: 0,
  });
});

test('a successor has the port of its predecessor, and a trail of its own', () => {
  const configured = { auditFile: '/audit.jsonl', metricsPort: 9464 };

  expect(separateObservation(configured, { number: 1, trail: 3 })).toEqual({
    auditFile: '/audit.jsonl.3',
    metricsPort: 9464,
  });
});
