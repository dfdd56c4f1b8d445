import { describe, expect, test } from 'vitest';
import {
  assumedHttpRevision,
  modernRevisions,
  findRevision,
  isOnlyModern,
  modernDates,
  namesModernEra,
  negotiateRevision,
  revisions,
} from './choose-revision.js';
import { protocolFacts } from './protocol-facts.test-support.js';

test('all five revisions are served, oldest first', () => {
  expect(revisions.map(({ date }) => date)).toEqual([
    '2024-11-05',
    '2025-03-26',
    '2025-06-18',
    '2025-11-25',
    '2026-07-28',
  ]);
});

describe.each(revisions)('$date', (revision) => {
  test('its row has not changed', () => {
    // A changed snapshot means that an old client gets a different answer: check the spec before updating one.
    expect(flattened(revision)).toMatchSnapshot();
  });

  test('its row matches the protocol', () => {
    expect({
      era: revision.era,
      batches: revision.batches,
      errorWithoutId: revision.errorWithoutId,
      badArguments: revision.badArguments,
      structuredContent: revision.structuredContent,
      resourceNotFound: revision.errorCodes['resource-not-found'],
      contentTypes: [...revision.contentTypes].sort(),
      progressMessage: revision.progressMessage,
      completions: revision.completionCapability === 'declared',
      asking: revision.asking.by,
      elicitation: revision.asking.elicitation,
      elicitationId: revision.asking.urlHasId,
      samplingTools: revision.asking.sampling === 'with-tools',
      logLevel: revision.logThreshold,
      resourceSubscriptions: revision.resourceSubscriptions,
      streamPriming: revision.streamPriming,
    }).toEqual(protocolFacts(revision));
  });

  test('a handshake that offers it agrees on it, if it has a handshake', () => {
    expect(negotiateRevision(revision.date)).toBe(revision.era === 'legacy' ? revision : findRevision('2025-11-25'));
  });

  test('an envelope may claim it only if it is modern', () => {
    expect(modernRevisions.get(revision.date)).toBe(revision.era === 'modern' ? revision : undefined);
  });

  test('its date is recognised as modern or legacy', () => {
    expect(namesModernEra(revision.date)).toBe(revision.era === 'modern');
  });
});

test.each(['2024-10-07', '2025-01-01', '2027-01-01', '1.0.0', '', 'DRAFT-2026-v1'])(
  'a handshake that offers %j is answered with the newest revision that has one',
  (offered) => {
    expect(negotiateRevision(offered).date).toBe('2025-11-25');
    expect(findRevision(offered)).toBeUndefined();
    expect(modernRevisions.get(offered)).toBeUndefined();
  },
);

test.each([
  ['2026-07-27', false],
  ['2026-07-29', true],
  ['2031-01-01', true],
  ['', false],
  ['1.0', false],
])('the version string %j names the modern era: %j', (version, isModern) => {
  expect(namesModernEra(version)).toBe(isModern);
});

test('only modern revisions are offered to clients with an envelope', () => {
  expect(modernDates).toEqual(['2026-07-28']);
});

test('an HTTP message without any sign of its revision is assumed to be of 2025-03-26', () => {
  expect(assumedHttpRevision.date).toBe('2025-03-26');
});

test.each([
  ['server/discover', true],
  ['subscriptions/listen', true],
  ['tools/call', false],
  ['initialize', false],
  ['ping', false],
  ['no/such', false],
])('%s exists only in the modern era: %j', (method, isModern) => {
  expect(isOnlyModern(method)).toBe(isModern);
});

/** Returns a row with its sets and maps as lists, in a fixed order. */
function flattened(revision: (typeof revisions)[number]): object {
  return Object.fromEntries(
    Object.entries(revision).map(([key, value]) => [
      key,
      value instanceof Set || value instanceof Map ? [...value] : value,
    ]),
  );
}
