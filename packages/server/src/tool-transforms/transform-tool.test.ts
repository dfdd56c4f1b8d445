import { RelayedError } from '@sigil/core/catalog';
import { ToolError, type Context, type JsonObject } from '@sigil/core';
import type { PublishedTool, ToolResult } from '@sigil/core/catalog';
import { describe, expect, test } from 'vitest';
import { readArgumentRules } from './argument-rules.js';
import { readResultRule } from './result-rule.js';
import { transformTool } from './transform-tool.js';

const inputSchema = {
  type: 'object',
  properties: {
    q: { type: 'string' },
    key: { type: 'string' },
    limit: { type: 'integer' },
    filter: { type: 'object', properties: { tenant: { type: 'string' }, label: { type: 'string' } } },
  },
  required: ['q', 'key'],
};
const outputSchema = {
  type: 'object',
  properties: {
    total: { type: 'integer' },
    items: {
      type: 'array',
      items: { $ref: '#/$defs/Item' },
    },
    internal: { type: 'string' },
  },
  required: ['total', 'items'],
  $defs: {
    Item: { type: 'object', properties: { id: { type: 'integer' }, note: { type: 'string' } }, required: ['id'] },
  },
};

interface Upstream {
  readonly tool: PublishedTool;
  readonly calls: JsonObject[];
}

/** Records its arguments, and answers with a result. */
function toolThat(
  answer: (input: JsonObject) => ToolResult,
  more: Partial<PublishedTool['definition']> = {},
): Upstream {
  const calls: JsonObject[] = [];
  const tool: PublishedTool = {
    definition: { name: 'find', inputSchema, ...more },
    async run(input) {
      calls.push(input);
      return answer(input);
    },
  };
  return { tool, calls };
}

function textResult(text: string, more: Partial<ToolResult> = {}): ToolResult {
  return { kind: 'result', content: [{ type: 'text', text }], isError: false, ...more };
}

function structured(value: JsonObject): ToolResult {
  return textResult(JSON.stringify(value), { structuredJson: JSON.stringify(value) });
}

function shownAs(
  tool: PublishedTool,
  {
    arguments: given,
    result,
    name,
  }: { readonly arguments?: JsonObject; readonly result?: JsonObject; readonly name?: string },
  environment: Readonly<Record<string, string>> = {},
): PublishedTool {
  const place = { where: 'tool', problems: [] as string[] };
  const rules = {
    ...(name !== undefined && { name }),
    ...(given && { arguments: readArgumentRules(given, place) }),
    ...(result && { result: readResultRule(result, place)! }),
  };
  expect(place.problems).toEqual([]);
  return transformTool(tool, rules, (name) => environment[name]);
}

// The tools of these tests do not use a context.
const noContext = {} as Context;
const ok = toolThat(() => textResult('ok'));

function problemsOf(outcome: Awaited<ReturnType<PublishedTool['run']>>): unknown {
  return outcome.kind === 'bad-arguments' ? outcome.problems : outcome;
}

describe('arguments', () => {
  test('reach the tool by its own names, with the constants and the defaults', async () => {
    const { tool, calls } = toolThat(() => textResult('ok'));
    const shown = shownAs(tool, {
      arguments: {
        q: { name: 'query' },
        key: { constant: 'k1' },
        limit: { default: 20 },
        '/filter/tenant': { constant: 'acme' },
        '/filter/label': { name: 'tag' },
      },
    });

    await shown.run({ query: 'a' }, noContext);
    await shown.run({ query: 'a', limit: 5, filter: { tag: 'bug' } }, noContext);

    expect(calls).toEqual([
      { q: 'a', key: 'k1', limit: 20, filter: { tenant: 'acme' } },
      { q: 'a', key: 'k1', limit: 5, filter: { tenant: 'acme', label: 'bug' } },
    ]);
  });

  test.each([
    [{ key: 'mine' }, { path: 'key', unknown: '' }],
    [{ q: 'a' }, { path: 'q', unknown: 'did you mean "query"?' }],
    [{ filter: { tenant: 'other' } }, { path: 'filter.tenant', unknown: '' }],
    [{ filter: null }, { path: 'filter', expected: 'an object', received: 'null' }],
  ])('that clients must not send, %j, never reach the tool', async (given, problem) => {
    const { tool, calls } = toolThat(() => textResult('ok'));
    const shown = shownAs(tool, {
      arguments: { q: { name: 'query' }, key: { constant: 'k1' }, '/filter/tenant': { constant: 'acme' } },
    });

    const outcome = await shown.run(given, noContext);

    expect(problemsOf(outcome)).toMatchObject([problem]);
    expect(calls).toEqual([]);
  });

  test('named __proto__ reach the tool as any other', async () => {
    const { tool, calls } = toolThat(() => textResult('ok'));
    const shown = shownAs(tool, { arguments: { key: { constant: 'k1' } } });

    await shown.run(JSON.parse('{"__proto__":{"q":"a"}}') as JsonObject, noContext);

    expect(JSON.stringify(calls)).toBe('[{"__proto__":{"q":"a"},"key":"k1"}]');
  });

  test('are named as the client knows them where the tool refuses them', async () => {
    const problems = [
      { path: 'q', expected: 'given', received: 'nothing, only "q"' },
      { path: 'filter.label[0]', expected: 'a string', received: 'a number' },
      { path: 'lable', expected: 'left out', received: 'a string', unknown: 'did you mean "q"?' },
    ];
    const tool: PublishedTool = { ...ok.tool, run: async () => ({ kind: 'bad-arguments', problems }) };
    const shown = shownAs(tool, { arguments: { q: { name: 'query' }, '/filter/label': { name: 'tag' } } });

    const outcome = await shown.run({}, noContext);

    expect(problemsOf(outcome)).toEqual([
      { path: 'query', expected: 'given', received: 'nothing, only "query"' },
      { path: 'filter.tag[0]', expected: 'a string', received: 'a number' },
      { path: 'lable', expected: 'left out', received: 'a string', unknown: '' },
    ]);
  });

  test('are refused without the names of hidden ones', async () => {
    const problems = ['expected are "tenant", "label"', 'did you mean "tenant"?', 'did you mean "label"?'].map(
      (unknown) => ({ path: 'filter.lab', expected: 'left out', received: 'a string', unknown }),
    );
    const tool: PublishedTool = { ...ok.tool, run: async () => ({ kind: 'bad-arguments', problems }) };
    const shown = shownAs(tool, { arguments: { '/filter/tenant': { constant: 'acme' } } });

    const outcome = await shown.run({}, noContext);

    expect(problemsOf(outcome)).toMatchObject([{ unknown: '' }, { unknown: '' }, { unknown: 'did you mean "label"?' }]);
  });

  test('that the configuration sends are not the fault of the client when the tool refuses them', async () => {
    const problems = [{ path: 'key', expected: 'a string of at least 8 characters', received: 'a string' }];
    const tool: PublishedTool = { ...ok.tool, run: async () => ({ kind: 'bad-arguments', problems }) };
    const shown = shownAs(tool, { arguments: { key: { constant: 'k1' } } });

    await expect(shown.run({}, noContext)).rejects.toThrow(
      'the tool refuses a value that the configuration of the server sends',
    );
  });

  test.each([
    ['a failure', async () => textResult('argument "q" of `find` is empty, \'limit\' is not', { isError: true })],
    ['a thrown error', () => Promise.reject(new ToolError('argument "q" of `find` is empty, \'limit\' is not'))],
    [
      'a protocol error',
      () => Promise.reject(new RelayedError(-32602, 'argument "q" of `find` is empty, \'limit\' is not')),
    ],
  ])('are named as the client knows them in %s', async (_, run: PublishedTool['run']) => {
    const shown = shownAs({ ...ok.tool, run }, { name: 'search', arguments: { q: { name: 'query' } } });

    const said = await shown.run({}, noContext).then(
      (outcome) => (outcome.kind === 'result' && outcome.content[0]?.type === 'text' ? outcome.content[0].text : ''),
      (error: Error) => error.message,
    );

    expect(said).toBe('argument "query" of `search` is empty, \'limit\' is not');
  });
});

describe('a constant from a variable', () => {
  const rules = { arguments: { key: { constant: 'Bearer ${KEY}' } } };
  const environment = { KEY: 's3cr3t-value' };

  test('is filled in', async () => {
    const { tool, calls } = toolThat(() => textResult('ok'));

    await shownAs(tool, rules, environment).run({ q: 'a' }, noContext);

    expect(calls).toEqual([{ q: 'a', key: 'Bearer s3cr3t-value' }]);
  });

  test('that is not set is named, so that the tool is not offered without it', () => {
    expect(() => shownAs(ok.tool, rules)).toThrow('names the variable KEY, which is not set');
  });

  test.each([
    ['a result', async (input: JsonObject) => structured(input)],
    ['a failure', async (input: JsonObject) => textResult(`bad key ${String(input['key'])}`, { isError: true })],
    ['an error', (input: JsonObject) => Promise.reject(new Error(`bad key ${String(input['key'])}`))],
  ])('is blanked in %s that repeats it', async (_, run: PublishedTool['run']) => {
    const shown = shownAs({ ...ok.tool, run }, rules, environment);

    const said = await shown.run({ q: 'a' }, noContext).catch((error: Error) => [error.message, error.stack]);

    expect(JSON.stringify(said)).not.toContain('s3cr3t');
    expect(JSON.stringify(said)).toContain('[redacted]');
  });
});

test('a tool that reconsiders its refusal gets its own arguments again, and its secrets stay blank', async () => {
  const refused = {
    kind: 'bad-arguments' as const,
    problems: [{ path: 'q', expected: 'a string', received: 'nothing' }],
  };
  const reconsidered: unknown[] = [];
  const tool: PublishedTool = {
    ...ok.tool,
    run: async () => refused,
    reconsider: async (input, own) => {
      reconsidered.push(input, own);
      throw new Error(`key ${String(input['key'])} is old`);
    },
  };
  const rules = { arguments: { q: { name: 'query' }, key: { constant: '${KEY}' } } };
  const shown = shownAs(tool, rules, { KEY: 's3cr3t-value' });

  const outcome = await shown.run({ query: 'a' }, noContext);
  const again = shown.reconsider!({ query: 'a' }, outcome as typeof refused, noContext);

  await expect(again).rejects.toThrow('key [redacted] is old');
  expect(reconsidered).toEqual([{ q: 'a', key: 's3cr3t-value' }, refused]);
});

describe('a result', () => {
  const answer = { total: 2, items: [{ id: 1, note: 'secret' }, { id: 2 }], internal: 'x' };

  test('is the picked part, with the schema of that part', async () => {
    const { tool } = toolThat(() => structured(answer), { outputSchema });
    const shown = shownAs(tool, { result: { pick: '/items' } });

    const outcome = await shown.run({}, noContext);

    expect(shown.definition.outputSchema).toEqual({
      type: 'array',
      items: { $ref: '#/$defs/Item' },
      $defs: outputSchema.$defs,
    });
    expect(outcome).toMatchObject({
      structuredJson: JSON.stringify(answer.items),
      content: [{ type: 'text', text: JSON.stringify(answer.items) }],
    });
  });

  test('has several parts by name, of each item of a list, and a text', async () => {
    const { tool } = toolThat(() => structured(answer), { outputSchema });
    const shown = shownAs(tool, {
      result: { pick: '/items', each: { number: '/id', remark: '/note' }, template: '{{#.}}#{{number}} {{/.}}' },
    });

    const outcome = await shown.run({}, noContext);

    expect(shown.definition.outputSchema).toEqual({
      type: 'array',
      items: {
        type: 'object',
        properties: { number: { type: 'integer' }, remark: { type: 'string' } },
        required: ['number'],
        additionalProperties: false,
      },
    });
    expect(outcome).toMatchObject({
      structuredJson: '[{"number":1,"remark":"secret"},{"number":2}]',
      content: [{ type: 'text', text: '#1 #2 ' }],
    });
  });

  test('with only a template keeps its structure', async () => {
    const { tool } = toolThat(() => structured(answer), { outputSchema });
    const shown = shownAs(tool, { result: { template: '{{total}} found' } });

    const outcome = await shown.run({}, noContext);

    expect(shown.definition.outputSchema).toBe(outputSchema);
    expect(outcome).toMatchObject({
      structuredJson: JSON.stringify(answer),
      content: [{ type: 'text', text: '2 found' }],
    });
  });

  test('of another server keeps the members that no rule changes', async () => {
    const members = new Map([
      ['content', '[{"type":"text","text":"all"}]'],
      ['structuredContent', JSON.stringify(answer)],
      ['vendor', '1'],
    ]);
    const wire = { get: (name: string) => members.get(name), [Symbol.iterator]: () => members[Symbol.iterator]() };
    const { tool } = toolThat(() => textResult('all', { wire }), { outputSchema });
    const shown = shownAs(tool, { result: { pick: { n: '/total' } } });

    const outcome = await shown.run({}, noContext);

    expect(outcome.kind === 'result' && Object.fromEntries(outcome.wire!)).toEqual({
      content: '[{"type":"text","text":"{\\"n\\":2}"}]',
      structuredContent: '{"n":2}',
      vendor: '1',
    });
  });

  test('without an output schema is picked from the JSON of its only text', async () => {
    const { tool } = toolThat(() => textResult(JSON.stringify(answer)));
    const shown = shownAs(tool, { result: { pick: '/total' } });

    expect(await shown.run({}, noContext)).toMatchObject({ content: [{ type: 'text', text: '2' }] });
  });

  test.each([
    [textResult('All is well.')],
    [textResult('{"items":[]}')],
    [
      {
        ...textResult('{"total":1}'),
        content: [
          { type: 'text' as const, text: '1' },
          { type: 'text' as const, text: '2' },
        ],
      },
    ],
  ])('without the picked part is a fault, and is not passed on whole', async (result) => {
    const shown = shownAs(toolThat(() => result).tool, { result: { pick: '/total' } });

    await expect(shown.run({}, noContext)).rejects.toThrow(/its configuration (?:reads|picks)/);
  });

  test('that is a failure is passed on', async () => {
    const shown = shownAs(toolThat(() => textResult('no such repository', { isError: true })).tool, {
      result: { pick: '/total' },
    });

    expect(await shown.run({}, noContext)).toMatchObject({ isError: true, content: [{ text: 'no such repository' }] });
  });

  test.each([
    [{ pick: '/itens' }, '"result": "pick": results have no "/itens". Did you mean "/items"?'],
    [{ pick: '/items', each: { a: '/nope' } }, '"result": "each": results have no "/nope"'],
    [{ pick: '/total', each: '/id' }, '"result": "each": the picked part is no list'],
    [{ template: '{{totl}}' }, '"result": "template": results have no part for {{totl}}'],
    [{ template: '{{#items}}{{nope}}{{/items}}' }, '"result": "template": results have no part for {{nope}}'],
  ])('has no such part: %j', (result, message) => {
    const { tool } = toolThat(() => structured(answer), { outputSchema });

    expect(() => shownAs(tool, { result })).toThrow(message);
  });

  test('of a stream cannot be picked, since clients read its parts as they come', () => {
    expect(() => shownAs({ ...ok.tool, streamSchema: {} }, { result: { pick: '/a' } })).toThrow('the tool streams');
  });
});
