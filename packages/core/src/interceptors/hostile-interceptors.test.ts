/** Interceptors whose code is careless: what they leave behind in a request does not reach the tool. */
import { expect, test } from 'vitest';
import { buildCatalog } from '../catalog/build-catalog.js';
import type { PublishedTool } from '../catalog/catalog.js';
import { codeOf, engineOf, latestLegacy, modern, requestIn, resultIn, talkIn } from '../engine/engine.test-support.js';
import type { JsonObject } from '../model/json.js';
import type { Intercept } from './interceptor.js';

function toolThatKeeps() {
  const inputs: JsonObject[] = [];
  let go = (): void => undefined;
  const begun = new Promise<void>((resolve) => (go = resolve));
  const tool: PublishedTool = {
    definition: { name: 'keep', inputSchema: { type: 'object' } },
    run: async (input) => {
      inputs.push(input);
      go();
      await Promise.resolve();
      return { kind: 'result', content: [{ type: 'text', text: JSON.stringify(input) }], isError: false };
    },
  };
  return { tool, inputs, begun };
}

async function call(interceptors: readonly Intercept[], args: JsonObject, limits: JsonObject = {}) {
  const { tool, inputs, begun } = toolThatKeeps();
  const named = interceptors.map((intercept, at) => ({ name: `guard-${at}`, intercept }));
  const catalog = buildCatalog({ tools: [tool], resources: [], resourceTemplates: [], prompts: [] });
  const faults: unknown[] = [];
  const server = engineOf(catalog, { interceptors: () => named, limits, onFault: (it) => void faults.push(it) });
  const talk = await talkIn(modern, server);
  const answer = await talk.request(requestIn(modern, 1, ['tools/call', { name: 'keep', arguments: args }]));
  return { answer, inputs, begun, faults };
}

test('arguments that an interceptor changes after it has passed them on stay as they were', async () => {
  const outer: Intercept = async (request, next) => {
    const input = request.params['arguments'] as Record<string, unknown>;
    const changed = { deep: { path: 'a' } };
    const answer = next({ arguments: { ...input, ...changed } as JsonObject });
    input['path'] = '/etc/passwd';
    changed.deep.path = '/etc/passwd';
    return answer;
  };
  const guard: Intercept = async (request, next) => {
    if (JSON.stringify(request.params).includes('passwd')) request.refuse('not that one');
    await Promise.resolve();
    return next();
  };

  const { inputs } = await call([outer, guard], { path: 'a' });

  expect(inputs).toEqual([{ path: 'a', deep: { path: 'a' } }]);
});

test('params that are changed in place after they were passed on stay as they were', async () => {
  const outer: Intercept = async (request, next) => {
    const { params } = request;
    const answer = next();
    (params['arguments'] as Record<string, unknown>)['path'] = '/etc/passwd';
    return answer;
  };

  const { inputs } = await call([outer, async (_request, next) => next()], { path: 'a' });

  expect(inputs).toEqual([{ path: 'a' }]);
});

test.each<[string, object]>([
  ['a date', { arguments: { when: new Date(0) } }],
  ['a function', { arguments: { run: () => 1 } }],
  ['a big integer', { arguments: { big: 1n } }],
  ['undefined', { arguments: { left: undefined, kept: 1 } }],
  ['a number that is none', { arguments: { count: Number.NaN } }],
  ['a map', { arguments: new Map([['a', 1]]) }],
  [
    'a circle',
    (() => {
      const a: Record<string, unknown> = {};
      a['a'] = a;
      return { arguments: a };
    })(),
  ],
  ['a list', { arguments: [] }],
  ['null', { arguments: null }],
])('changes with %s reach the tool as JSON, or stop the call', async (_what, changes) => {
  const { inputs, answer } = await call([async (_request, next) => next(changes as JsonObject)], { id: 1 });

  expect(answer).toBeDefined();
  for (const input of inputs) expect(JSON.parse(JSON.stringify(input))).toEqual(input);
});

test.each<[string, unknown]>([
  ['a text', 'x'],
  ['a list', []],
  ['null', null],
])('changes that are %s stop the call', async (_what, changes) => {
  const { inputs, answer } = await call([async (_request, next) => next(changes as JsonObject)], { id: 1 });

  expect(inputs).toEqual([]);
  expect(answer).toHaveProperty('error');
});

test.each<[string, unknown]>([
  [
    'a circle',
    (() => {
      const a: Record<string, unknown> = {};
      a['a'] = a;
      return a;
    })(),
  ],
  ['a big integer', { big: 1n }],
  ['null', null],
])('fields for the audit trail with %s do not stop the call', async (_what, fields) => {
  const intercept: Intercept = async (request, next) => {
    request.audit(fields as JsonObject);
    return next();
  };

  const { answer } = await call([intercept], { id: 1 });

  expect(resultIn(answer)['content']).toBeDefined();
});

test.each([
  'server/discover',
  'tools/list',
  'resources/read',
  'completion/complete',
  'skills/list',
  'skills/get',
  'resources/directory/read',
])('members that are no result of %s stop the request', async (method) => {
  const server = engineOf(buildCatalog({ tools: [], resources: [], resourceTemplates: [], prompts: [] }), {
    interceptors: () => [{ name: 'odd', intercept: () => ({ other: 1 }) }],
  });
  const talk = await talkIn(modern, server);

  const answer = await talk.request(requestIn(modern, 1, [method, { uri: 'skill://a/b' }]));

  expect(codeOf(answer)).toBe(-32603);
  expect(String(server.faults[0]?.error)).toMatch(/^TypeError: the result has no (?:list|object) "/);
});

test('a very long reason is cut', async () => {
  const { answer } = await call([(request) => request.refuse('x'.repeat(10_000_000))], {});

  expect(JSON.stringify(answer).length).toBeLessThan(10_000);
});

test('an interceptor that never settles does not keep a session from its other requests', async () => {
  const catalog = buildCatalog({ tools: [], resources: [], resourceTemplates: [], prompts: [] });
  const hang: Intercept = () => new Promise<never>(() => undefined);
  const server = engineOf(catalog, {
    interceptors: () => [{ name: 'hang', methods: ['tools/list'], intercept: hang }],
    limits: { interceptorTimeoutMs: 10 },
  });
  const talk = await talkIn(latestLegacy, server);

  const stopped = talk.request(requestIn(latestLegacy, 1, ['tools/list']));
  const answered = await talk.request(requestIn(latestLegacy, 2, ['prompts/list']));

  expect(resultIn(answered)).toHaveProperty('prompts');
  expect(await stopped).toHaveProperty('error');
});
