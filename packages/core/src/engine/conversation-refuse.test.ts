import { expect, test } from 'vitest';
import { revisions } from '../revisions/choose-revision.js';
import { openConversation } from './conversation.js';
import { collect, engineOf, initializeOf, legacyRevisions } from './engine.test-support.js';

test('a peer without a handshake gets an error without an id for unreadable input', async () => {
  const { outlet, sent } = collect();

  await openConversation(engineOf().engine, outlet).refuse('the line is not UTF-8');

  expect(sent).toEqual([{ jsonrpc: '2.0', error: { code: -32700, message: 'the line is not UTF-8' } }]);
});

test.each(legacyRevisions)(
  '$date gets an error without an id, or with the id null if its schema demands one',
  async (revision) => {
    const { outlet, sent } = collect();
    const conversation = openConversation(engineOf().engine, outlet);
    await conversation.receive(JSON.stringify(initializeOf(revision.date)));
    sent.length = 0;

    await conversation.refuse('the line is not UTF-8');

    const knowsErrorsWithoutId = revisions.indexOf(revision) >= 3;
    expect(sent.map((it) => it['id'])).toEqual([knowsErrorsWithoutId ? undefined : null]);
  },
);
