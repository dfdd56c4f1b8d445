import { RelayedError } from '@sigil/core/catalog';
import { expect, test } from 'vitest';
import { readError } from './read-outcome.js';

test('a capability that the client lacks is refused as one of ours, so that HTTP has its status', () => {
  const error = readError({ code: -32_021, message: 'no', data: { requiredCapabilities: { sampling: {} } } });

  expect(error).toMatchObject({
    kind: 'missing-client-capability',
    data: { requiredCapabilities: { sampling: {} } },
  });
});

test.each([4_050, -32_000, -32_019, -32_100, -32_700])('the number %d reaches the client as it is', (code) => {
  expect(readError({ code, message: 'no', data: { until: 'tomorrow' } })).toMatchObject({
    code,
    message: 'no',
    data: { until: 'tomorrow' },
  });
});

test.each([1.5, 1e999, 2 ** 60, '4050', null])('%j is no number of an error', (code) => {
  expect(readError({ code, message: 'no' })).toMatchObject({ code: -32_603, message: 'no' });
});

test.each([-32_020, -32_021, -32_022, -32_042, -32_050, -32_099])(
  'the reserved number %d without what it has to say is an internal error that may be of another era',
  (code) => {
    const error = readError({ code, message: 'no', data: { requiredCapabilities: 5, elicitations: {} } });

    expect(error).toBeInstanceOf(RelayedError);
    expect(error).toMatchObject({ code: -32_603, message: 'no' });
  },
);

test('pages that have to be opened first keep their number', () => {
  const data = { elicitations: [] };

  expect(readError({ code: -32_042, message: 'sign in', data })).toMatchObject({ code: -32_042, data });
});
