import { expect, test } from 'vitest';
import { observedApart } from './observed-apart.js';

test('the first worker has the port and the trail that are configured, others have places of their own', () => {
  const configured = { auditFile: '/audit.jsonl', metricsPort: 9464 };

  expect(observedApart(configured, 1)).toEqual(configured);
  expect(observedApart(configured, 3)).toEqual({ auditFile: '/audit.jsonl.3', metricsPort: 9466 });
});

test('what is not configured, or any free port, is so for each', () => {
  expect(observedApart({ auditFile: undefined, metricsPort: undefined }, 2)).toEqual({});
  expect(observedApart({ auditFile: undefined, metricsPort: 0 }, 2)).toEqual({ metricsPort: 0 });
});
