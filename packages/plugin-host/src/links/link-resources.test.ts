import { revisions } from '@sigil/core/engine';
import { connectInMemory, type McpClient } from '@sigil/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engineOf, openAtFirstUse, openStarted, type OpenedLink } from './links.test-support.js';

describe.each([
  ['inline', '', openStarted],
  ['worker', '', openStarted],
  ['process', '', openStarted],
  ['inline', ' at first use', openAtFirstUse],
] as const)('resources and prompts behind a link: %s%s', (kind, _way, open) => {
  let opened: OpenedLink;
  beforeAll(async () => {
    opened = await open(kind);
  });
  afterAll(() => opened.link.stop());

  describe.each(revisions.map(({ date }) => date))('in %s', (revision) => {
    let client: McpClient;
    beforeAll(async () => {
      client = await connectInMemory(engineOf(opened).engine, { revision });
    });
    afterAll(() => client.close());

    test('streamed content of a resource at a fixed URI arrives byte for byte', async () => {
      const blob = Buffer.from([1, 255, 2, 255, 3, 255]).toString('base64');

      expect(await client.readResource('note://pages')).toMatchObject([{ uri: 'note://pages', blob }]);
    });

    test.each([
      ['resources/read', { uri: 'note://lost' }, 'no such note\n- read note://one'],
      ['prompts/get', { name: 'compose', arguments: { style: 'none' } }, 'no such style\n- try "short"'],
      ['prompts/get', { name: 'compos' }, 'no prompt named "compos". Did you mean "compose"?'],
      ['resources/read', { uri: 'noet:/one' }, 'resource not found. Did you mean "note://one"'],
    ])('the error of %s for %j says what to try instead', async (method, params, said) => {
      await expect(client.request(method, params)).rejects.toMatchObject({ message: expect.stringContaining(said) });
    });

    test('resource subscriptions are offered when the plugin announces updates', async () => {
      expect(client.server).toMatchObject({ capabilities: { resources: { subscribe: true } } });
    });
  });
});
