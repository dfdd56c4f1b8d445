import type { JsonObject } from '@sigil/core';
import { sigilMetaKeys } from '@sigil/core/internal';
import { expect, test } from 'vitest';
import { readCapabilityError } from './read-capability-error.js';

const content = [{ type: 'text', text: 'ask a client with a model' }];
const lacking = (needed: JsonObject, isError = true): JsonObject => ({
  content,
  isError,
  _meta: { [sigilMetaKeys.requiredCapabilities]: needed },
});

test('a result that names missing capabilities becomes the error of the newest revision, with its text', () => {
  const error = readCapabilityError(lacking({ sampling: {}, roots: {} }), { roots: {} });

  expect(error).toMatchObject({
    kind: 'missing-client-capability',
    message: 'ask a client with a model',
    data: { requiredCapabilities: { sampling: {} } },
  });
});

test.each<[string, JsonObject]>([
  ['a result that is no error', lacking({ sampling: {} }, false)],
  ['an error that names nothing', { content, isError: true }],
  ['an error that names what the client has', lacking({ roots: {} })],
])('%s does not become a capability error', (_what, result) => {
  expect(readCapabilityError(result, { roots: {} })).toBeUndefined();
});
