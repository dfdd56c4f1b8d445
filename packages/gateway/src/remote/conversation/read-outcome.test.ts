import { expect, test } from 'vitest';
import { readError } from './read-outcome.js';

test('a capability that the client lacks is refused as one of ours, so that HTTP has its status', () => {
  const error = readError({ code: -32_021, message: 'no', data: { requiredCapabilities: { sampling: {} } } });

  expect(error).toMatchObject({
    kind: 'missing-client-capability',
    data: { requiredCapabilities: { sampling: {} } },
  });
});
