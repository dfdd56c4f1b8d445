import type { JsonObject } from '@sigil/core';
import { metaKeys, releaseCapabilities } from '@sigil/core/internal';
import { expect, test } from 'vitest';
import { modernRevision, writeEnvelope } from './envelope.js';

const client: JsonObject = { name: 'a "gateway"', version: '1' };
const asker = { [metaKeys.protocolVersion]: modernRevision, [metaKeys.clientInfo]: client };
const read = (envelope: Omit<Parameters<typeof writeEnvelope>[0], 'client'>): unknown =>
  JSON.parse(writeEnvelope({ client, ...envelope }));

test('a request names its client and revision, and says that nobody can be asked', () => {
  const expected = { ...asker, [metaKeys.clientCapabilities]: {} };

  expect(read({ passed: {} })).toEqual(expected);
  expect(read({ passed: {}, capabilities: {} })).toEqual(expected);
  expect(read({ passed: {}, onReleased: () => undefined })).toEqual({
    ...asker,
    [metaKeys.clientCapabilities]: releaseCapabilities,
  });
});

test('a request states the capabilities, the log level and the caller’s own members', () => {
  const envelope = { passed: { progressToken: 7, 'a.b/c': '"' }, capabilities: { sampling: {} }, logLevel: 'debug' };
  const expected = { progressToken: 7, 'a.b/c': '"', ...asker, [metaKeys.logLevel]: 'debug' };

  expect(read(envelope)).toEqual({ ...expected, [metaKeys.clientCapabilities]: { sampling: {} } });
  expect(read({ ...envelope, onReleased: () => undefined })).toEqual({
    ...expected,
    [metaKeys.clientCapabilities]: { sampling: {}, ...releaseCapabilities },
  });
});
