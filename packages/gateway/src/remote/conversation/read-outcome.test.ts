import { RelayedError } from '@sigil/core/catalog';
import { expect, test } from 'vitest';
import { readError } from './read-outcome.js';

test('an error for a missing client capability becomes our error of that kind', () => {
  const error = readError({ code: -32_021, message: 'no', data: { requiredCapabilities: { sampling: {} } } });

  expect(error).toMatchObject({
    kind: 'missing-client-capability',
    data: { requiredCapabilities: { sampling: {} } },
  });
});

test.each([4_050, -32_000, -32_019, -32_100, -32_700])('the error code %d is passed on unchanged', (code) => {
  expect(readError({ code, message: 'no', data: { until: 'tomorrow' } })).toMatchObject({
    code,
    message: 'no',
    data: { until: 'tomorrow' },
  });
});

test.each([1.5, 1e999, 2 ** 60, '4050', null])('%j is not an error code and becomes -32603', (code) => {
  expect(readError({ code, message: 'no' })).toMatchObject({ code: -32_603, message: 'no' });
});

test.each([-32_020, -32_021, -32_022, -32_042, -32_050, -32_099])(
  'the reserved code %d without its data becomes an internal error',
  (code) => {
    const error = readError({ code, message: 'no', data: { requiredCapabilities: 5, elicitations: {} } });

    expect(error).toBeInstanceOf(RelayedError);
    expect(error).toMatchObject({ code: -32_603, message: 'no' });
  },
);

test('the error for required pages keeps its code', () => {
  const data = { elicitations: [] };

  expect(readError({ code: -32_042, message: 'sign in', data })).toMatchObject({ code: -32_042, data });
});
