import type { JsonObject } from '@sigil/core';
import { writeInstructions, type Catalog } from '@sigil/core/catalog';
import { expect, test } from 'vitest';
import type { Access } from '../authentication/access-rules.js';
import { readServerConfiguration } from './read-server-configuration.js';
import { listedIn, pluginOf, serverOf, sourceOf, toolOf } from './servers.test-support.js';

const remote = { url: 'http://a.example/mcp' };
const saying = { tools: [toolOf('look')], instructions: 'Look first.' };
const textOf = ({ instructions }: Catalog): string | undefined => writeInstructions(instructions);
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

  expect([first, second, source.current()].map(textOf)).toEqual(['Look first.', 'Leap.', undefined]);
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

const underNamespace = '## f\n\nThe names of these tools and prompts begin with "f.".\n\nLook first.';

test.each<[string, string | undefined, JsonObject]>([
  ['one other server, by its own names', 'Look first.', { include: [{ server: 'far' }] }],
  ['one other server under a namespace', underNamespace, { include: [{ server: 'far', namespace: 'f' }] }],
  ['two other servers', 'Look first.\n\nHear.', { include: [{ server: 'far' }, { server: 'near' }] }],
  [
    'two in the other order',
    `Hear.\n\n${underNamespace}`,
    { include: [{ server: 'near' }, { server: 'far', namespace: 'f' }] },
  ],
  ['an upstream and another server', 'Look first.\n\nHear.', { remote, include: [{ server: 'near' }] }],
  ['the same server twice', 'Look first.', { remote, include: [{ server: 'far' }] }],
  ['a server without any', undefined, { include: [{ server: 'silent' }] }],
  ['texts of the operator and an upstream', 'Mind.\n\nLook first.', { remote, instructions: 'Mind.' }],
  ['a text of the operator alone', 'Mind.', { include: [{ server: 'silent' }], instructions: 'Mind.' }],
  ['none, as the operator wants', undefined, { remote, instructions: false }],
  ['an empty text of the operator', 'Look first.', { remote, instructions: ' ' }],
])('a server of %s has the instructions %j', async (_, instructions, configuration) => {
  const servers = new Map([
    ['far', pluginOf(saying)],
    ['near', pluginOf({ tools: [toolOf('hear')], instructions: 'Hear.' })],
    ['silent', pluginOf({ tools: [toolOf('hush')] })],
  ]);

  const { source } = await serverOf(configuration, sourceOf({}), {
    findPlugin: () => undefined,
    findServer: (name) => servers.get(name),
    openRemote: () => pluginOf(saying),
  });

  expect(textOf(source.current())).toBe(instructions);
});

test('a server of a plugin and an upstream has the instructions of both', async () => {
  const { source } = await serverOf({ remote }, pluginOf({ tools: [toolOf('hear')], instructions: 'Hear.' }), {
    openRemote: () => pluginOf(saying),
  });

  expect(listedIn(source)).toEqual(['hear', 'look']);
  expect(textOf(source.current())).toBe('Hear.\n\nLook first.');
});

test('a server that includes servers of a server names the whole prefix of each text, and an equal text once', async () => {
  const far = pluginOf(saying);
  const { source: desk } = await serverOf({ include: [{ server: 'far', namespace: 'f' }] }, sourceOf({}), {
    findPlugin: () => undefined,
    findServer: () => far,
  });
  const include = [
    { server: 'desk', namespace: 'd' },
    { server: 'far', namespace: 'g' },
  ];

  const { source } = await serverOf({ include, instructions: 'Mind.' }, sourceOf({}), {
    findPlugin: () => undefined,
    findServer: (name) => (name === 'desk' ? desk : far),
    namespaceSeparator: '_',
  });

  expect(listedIn(source)).toEqual(['d_f_look', 'g_look']);
  expect(textOf(source.current())).toBe(
    'Mind.\n\n## d.f, g\n\nThe names of these tools and prompts begin with "d_f_" or "g_".\n\nLook first.',
  );
});

test('a swap of a plugin changes the instructions of its server', async () => {
  const plugin = pluginOf({ tools: [toolOf('hear')], instructions: 'Hear.' });
  const { source } = await serverOf({ instructions: 'Mind.' }, plugin);
  const before = textOf(source.current());

  plugin.replaceWith(sourceOf({ tools: [toolOf('hear')], instructions: 'Listen.' }));

  expect([before, textOf(source.current())]).toEqual(['Mind.\n\nHear.', 'Mind.\n\nListen.']);
});

test.each([[1], [true], [{}]])('instructions that are %j are refused', (instructions) => {
  expect(() => readServerConfiguration('a', { instructions })).toThrow(
    '"instructions" must be a text, or false for none',
  );
});
