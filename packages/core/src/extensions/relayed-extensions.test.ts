import { expect, test } from 'vitest';
import type { Components, ExtensionMessage, PublishedExtension } from '../catalog/catalog.js';
import { catalogOf } from '../catalog/catalog.test-support.js';
import { codeOf, collect, engineOf, modern, requestIn, resultIn } from '../engine/engine.test-support.js';
import { metaKeys } from '../revisions/meta-keys.js';
import type { JsonObject } from '../model/json.js';
import type { Principal } from '../model/principal.js';

const declared: JsonObject = { extensions: { 'com.example/audit': {}, 'com.example/bills': {} } };
const ann = (scopes: readonly string[]): Principal => ({ id: 'ann', issuer: 'i', scopes, claims: {} });

/** The extensions of one server with these methods, and the methods that it was asked for. */
function serverOf(methods: readonly string[], ids: readonly string[], more: Partial<PublishedExtension> = {}) {
  const asked: string[] = [];
  const received: ExtensionMessage[] = [];
  const server: PublishedExtension['server'] = {
    async call({ method, params }) {
      asked.push(method);
      const written = { params: JSON.stringify(params), _meta: '{"com.example/note":1}' };
      return methods.includes(method) ? { wire: new Map(Object.entries(written)), type: 'odd"type' } : undefined;
    },
    notify: async (message) => void received.push(message),
  };
  return { asked, received, extensions: ids.map((id) => ({ id, settings: {}, server, ...more })) };
}

async function ask(
  components: Partial<Components>,
  method: string,
  { principal = ann([]), capabilities = declared, params = {} } = {},
) {
  const { engine } = engineOf(catalogOf(components));
  const { outlet, sent } = collect();
  const meta = { _meta: { [metaKeys.clientCapabilities]: capabilities } };
  const incoming = engine.read(JSON.stringify(requestIn(modern, 1, [method, { ...params, ...meta }])));
  if (incoming.kind !== 'modern') return expect.fail('no request of the modern era');
  await engine.serve(incoming, outlet, principal).done;
  return sent[0];
}

test('a result has the members and the type of its server', async () => {
  const { extensions } = serverOf(['audit/list'], ['com.example/audit']);

  const result = resultIn(await ask({ extensions }, 'audit/list', { params: { limit: 1, requestState: 'x' } }));

  expect(result).toMatchObject({ params: { limit: 1 }, resultType: 'odd"type', _meta: { 'com.example/note': 1 } });
});

test('a caller that lacks a scope of one extension uses none of its server', async () => {
  const scopes = ['audit'];
  const guarded = serverOf(['audit/list', 'more/list'], ['com.example/audit'], { scopes });
  const [other] = guarded.extensions;
  const extensions = [...guarded.extensions, { ...other!, id: 'com.example/more', scopes: [] }];
  const capabilities = { extensions: { 'com.example/more': {} } };

  const refusals = [
    await ask({ extensions }, 'more/list', { capabilities }),
    await ask({ extensions }, 'audit/list'),
    await ask({ extensions }, 'audit/list', { capabilities: {} }),
  ];
  const allowed = await ask({ extensions }, 'more/list', { capabilities, principal: ann(scopes) });

  expect(refusals.map((it) => JSON.stringify(it))).toEqual(refusals.map(() => expect.stringContaining('scope audit')));
  expect(guarded.asked).toEqual(['more/list']);
  expect(resultIn(allowed)).toHaveProperty('params');
});

test('a caller that does not see the extension finds no method', async () => {
  const guarded = serverOf(['audit/list'], ['com.example/audit'], { scopes: ['audit'] });
  const components = { extensions: guarded.extensions, showsOnlyAllowed: true };

  expect(codeOf(await ask(components, 'audit/list'))).toBe(-32601);
  expect(resultIn(await ask(components, 'audit/list', { principal: ann(['audit']) }))).toHaveProperty('params');
  expect(guarded.asked).toHaveLength(1);
});

test('a server that is known to have a method is asked first, and others again once it has lost it', async () => {
  const methods = ['audit/list'];
  const first = serverOf([], ['com.example/audit']);
  const second = serverOf(methods, ['com.example/bills']);
  const { engine } = engineOf(catalogOf({ extensions: [...first.extensions, ...second.extensions] }));
  const answers: (JsonObject | undefined)[] = [];
  const send = async (): Promise<void> => {
    const meta = { _meta: { [metaKeys.clientCapabilities]: declared } };
    const incoming = engine.read(JSON.stringify(requestIn(modern, 1, ['audit/list', meta])));
    if (incoming.kind !== 'modern') return expect.fail('no request of the modern era');
    const { outlet, sent } = collect();
    await engine.serve(incoming, outlet, ann([])).done;
    answers.push(sent[0]);
  };

  await send();
  await send();
  methods.length = 0;
  await send();

  expect(first.asked).toHaveLength(2);
  expect(second.asked).toHaveLength(3);
  expect(codeOf(answers[2])).toBe(-32601);
});

test.each(['tasks/result', 'initialize', 'ping'])(
  'the method "%s" of MCP is not passed as one of an extension',
  async (method) => {
    const all = serverOf([method], ['com.example/audit']);

    await ask({ extensions: all.extensions }, method);

    expect(all.asked).toEqual([]);
  },
);
