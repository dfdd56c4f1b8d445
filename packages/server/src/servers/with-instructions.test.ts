import type { JsonObject } from '@sigil/core';
import { expect, test } from 'vitest';
import type { Access } from '../authentication/with-access.js';
import { listedIn, pluginOf, serverOf, sourceOf, toolOf } from './servers.test-support.js';

const remote = { url: 'http://a.example/mcp' };
const saying = { tools: [toolOf('look')], instructions: 'Look first.' };
const access: Access = {
  access: [{ kind: 'tools', pattern: 'look', scopes: ['read'], claims: new Map() }],
  visibility: 'allowed',
};

test.each<[string, JsonObject, object]>([
  ['as it is', {}, {}],
  [
    'whose tools are named and described here',
    { auto_discover: false, tools: { look: { description: 'Looks.' } } },
    {},
  ],
  [
    'with prompts of this server',
    { auto_discover: true, prompts: { go: { messages: [{ role: 'user', text: 'Go.' }] } } },
    {},
  ],
  ['with limits', { limits: { '*': { timeoutMs: 5 } } }, {}],
  ['with rules of access', {}, { access }],
  ['with schemes of this server', {}, { openSchemes: () => ownSchemes }],
])('a server that is an upstream, %s, passes on its instructions and later changes', async (_, more, around) => {
  const upstream = pluginOf(saying);
  const { source } = await serverOf({ remote, ...more }, sourceOf({}), {
    findPlugin: () => undefined,
    openRemote: () => upstream,
    ...around,
  });
  const first = source.current();

  upstream.replaceWith(sourceOf({ ...saying, instructions: 'Leap.' }));
  const second = source.current();
  upstream.replaceWith(sourceOf({ tools: saying.tools }));

  expect([first.instructions, second.instructions, source.current().instructions]).toEqual([
    'Look first.',
    'Leap.',
    undefined,
  ]);
  expect(listedIn(source)).toEqual(['look']);
});

const ownSchemes = {
  reads: () => false,
  read: () => Promise.reject(new Error('nothing is behind it')),
  components: {
    tools: [],
    resources: [],
    prompts: [],
    resourceTemplates: [
      {
        definition: { uriTemplate: 'cid://{cid}', name: 'content' },
        read: () => Promise.reject(new Error('nothing is behind it')),
      },
    ],
  },
};

test.each<[string, string | undefined, JsonObject]>([
  ['one other server, by its own names', 'Look first.', { include: [{ server: 'far' }] }],
  ['one other server under a namespace', undefined, { include: [{ server: 'far', namespace: 'f' }] }],
  ['two other servers', undefined, { include: [{ server: 'far' }, { server: 'near' }] }],
  ['an upstream and another server', undefined, { remote, include: [{ server: 'near' }] }],
])('a server of %s has the instructions %s', async (_, instructions, configuration) => {
  const servers = new Map([
    ['far', pluginOf(saying)],
    ['near', pluginOf({ tools: [toolOf('hear')] })],
  ]);

  const { source } = await serverOf(configuration, sourceOf({}), {
    findPlugin: () => undefined,
    findServer: (name) => servers.get(name),
    openRemote: () => pluginOf(saying),
  });

  expect(source.current().instructions).toBe(instructions);
});

test('a server of a plugin and an upstream has no instructions', async () => {
  const { source } = await serverOf({ remote }, pluginOf({ tools: [toolOf('hear')] }), {
    openRemote: () => pluginOf(saying),
  });

  expect(listedIn(source)).toEqual(['hear', 'look']);
  expect(source.current().instructions).toBeUndefined();
});
