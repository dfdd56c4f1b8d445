/**
 * One long conversation with a server that offers everything, for rules that hold for every message.
 */
import type { Context, JsonObject } from '@sigil/core';
import type { Components } from '@sigil/core/catalog';
import type { Revision } from '@sigil/core/engine';
import { callAnswering } from './questions.test-support.js';
import { openPeer, type Peer } from './peer.test-support.js';
import {
  promptOf,
  resourceOf,
  serverOf,
  settled,
  structuredTool,
  toolOf,
  toolThatNeedsCity,
} from './server.test-support.js';

const everything: JsonObject = { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} };

/** Asks every kind of question. */
async function askAll(_input: JsonObject, context: Context): Promise<string> {
  const schema = { type: 'object', properties: { name: { type: 'string' } } } as const;
  await Promise.all([
    context.elicit('Your name?', schema),
    context.elicitUrl('Approve it.', 'https://orders.example.com/approve'),
    context.sample({ messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }], maxTokens: 10 }),
    context.listRoots(),
  ]);
  return 'asked';
}

const components: Partial<Components> = {
  tools: [
    toolOf('echo', async ({ text }) => String(text)),
    toolOf('tell', async (_input, context) => {
      await context.reportProgress(1, 2, 'half\nway');
      await context.log('error', { line: 'one\ntwo\u2028' });
      return 'told';
    }),
    toolOf('ask', askAll),
    toolOf('crash', async () => {
      throw new TypeError('inside\nout');
    }),
    toolOf('demand', async (_input, context) => {
      context.requireClient({ experimental: {} });
      return 'served';
    }),
    toolThatNeedsCity(),
    structuredTool('find', { type: 'array', items: { type: 'string' } }, ['a']),
  ],
  resources: [resourceOf('x://a')],
  resourceTemplates: [
    {
      definition: { uriTemplate: 'y://{id}', name: 'y' },
      read: async (uri, { id }) => ({ kind: 'result', contents: [{ uri, text: String(id) }] }),
      complete: async () => ['1', '2'],
    },
  ],
  prompts: [promptOf('packing')],
};

/** The requests of the tour. */
const requests: readonly [string, JsonObject?][] = [
  ['ping'],
  ['server/discover'],
  ['tools/list'],
  ['tools/call', { name: 'echo', arguments: { text: 'two\nlines and ünïcödé 🦊' } }],
  ['tools/call', { name: 'find', arguments: {} }],
  ['tools/call', { name: 'forecast', arguments: {} }],
  ['tools/call', { name: 'crash' }],
  ['tools/call', { name: 'demand' }],
  ['tools/call', { name: 'nobody' }],
  ['tools/call', { name: 7 }],
  ['resources/list'],
  ['resources/templates/list'],
  ['resources/read', { uri: 'x://a' }],
  ['resources/read', { uri: 'y://1' }],
  ['resources/read', { uri: 'z://nowhere' }],
  ['resources/subscribe', { uri: 'x://a' }],
  ['prompts/list'],
  ['prompts/get', { name: 'packing' }],
  ['prompts/get', { name: 'nobody' }],
  ['completion/complete', { ref: { type: 'ref/resource', uri: 'y://{id}' }, argument: { name: 'id', value: '' } }],
  ['logging/setLevel', { level: 'debug' }],
  ['logging/setLevel', { level: 'loud' }],
  ['tools/list', { cursor: 'nowhere' }],
  ['weather/forecast'],
];

/** Texts that are not valid messages. */
const garbage: readonly string[] = ['{', '7', '{"id":1}', '{"jsonrpc":"2.0","id":"odd","method":7}', '[]'];

/** @returns the peer after the tour, with everything it received */
export async function takeTour(revision: Revision): Promise<Peer> {
  const server = serverOf(components, { instructions: 'Use orders_* tools.' });
  const peer = await openPeer(server.engine, revision, { capabilities: everything });
  for (const [method, params] of requests) await peer.request(method, params);
  await tell(peer);
  await callAnswering(peer, { name: 'ask', arguments: {} });
  if (revision.era === 'modern') await listen(peer);
  server.change('tools', 'resources', 'prompts');
  server.update('x://a');
  await settled();
  for (const text of garbage) await peer.send(text);
  if (revision.era === 'modern') await peer.send(unservedVersion);
  server.engine.endSubscriptions();
  await settled();
  return peer;
}

const unservedVersion = JSON.stringify({
  jsonrpc: '2.0',
  id: 'unserved',
  method: 'tools/list',
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2031-01-01',
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
});

async function tell(peer: Peer): Promise<void> {
  const _meta = { progressToken: 'told', 'io.modelcontextprotocol/logLevel': 'debug' };
  await peer.request('tools/call', { name: 'tell', _meta });
}

async function listen(peer: Peer): Promise<void> {
  const acknowledged = peer.next(({ method }) => method === 'notifications/subscriptions/acknowledged');
  const notifications = {
    toolsListChanged: true,
    resourcesListChanged: true,
    promptsListChanged: true,
    resourceSubscriptions: ['x://a'],
  };
  void peer.send(peer.requestOf('subscriptions/listen', { notifications }, 'listen'));
  await acknowledged;
}
