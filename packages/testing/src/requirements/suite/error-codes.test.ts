import { isJsonObject } from '@sigil/core';
import { expect, test } from 'vitest';
import { openPeer, underRule } from './peer.test-support.js';
import { serverOf, toolOf } from './server.test-support.js';
import { takeTour } from './tour.test-support.js';

/** The meaning of each error code that the protocol defines. */
const meanings: Readonly<Record<string, number>> = {
  'header-mismatch': -32020,
  'missing-client-capability': -32021,
  'unsupported-version': -32022,
};

// Rules: 18, 19, 20
test.each(underRule(18))('every error code in $date is defined, and none is retired', async (revision) => {
  const { received } = await takeTour(revision);
  const sent = received
    .map(({ error }) => error)
    .filter(isJsonObject)
    .map(({ code }) => Number(code));

  const known = new Set([-32700, -32600, -32601, -32602, -32603, ...Object.values(meanings)]);
  expect(new Set(sent)).toEqual(new Set([-32700, -32600, -32601, -32602, -32021, -32022]));
  expect(Object.values(revision.errorCodes).filter((code) => !known.has(code))).toEqual([]);
});

// Rules: 19
test.each(underRule(19))(
  'the codes from -32020 to -32099 are used in $date only for the three errors that it defines',
  (revision) => {
    const kinds = Object.entries(revision.errorCodes).filter(([, code]) => code <= -32020 && code >= -32099);

    expect(Object.fromEntries(kinds)).toEqual(meanings);
  },
);

// Rules: 20, 128
test.each(underRule(20))('reading an unknown resource fails with -32602 in $date', async (revision) => {
  const peer = await openPeer(serverOf().engine, revision);

  expect(await peer.error('resources/read', { uri: 'x://nowhere' })).toMatchObject({
    code: -32602,
    data: { uri: 'x://nowhere' },
  });
});

// Rules: 165, 166
test.each(underRule(165))(
  'a URL question that the client does not support in $date is not reported as error -32042',
  async (revision) => {
    const tool = toolOf('pay', async (_input, context) => {
      const { action } = await context.elicitUrl('Approve it.', 'https://orders.example.com/approve');
      return action;
    });
    const peer = await openPeer(serverOf({ tools: [tool] }).engine, revision, {
      capabilities: { elicitation: { form: {} } },
    });

    const answer = await peer.result('tools/call', { name: 'pay' });

    expect(answer).toMatchObject({ content: [{ text: 'incapable' }] });
    expect(Object.values(revision.errorCodes)).not.toContain(-32042);
  },
);
