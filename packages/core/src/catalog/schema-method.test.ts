import { describe, expect, test } from 'vitest';
import { Tool } from '../decorators/tool.js';
import type { Manifest } from '../manifest/manifest.js';
import type { ComponentCode, PluginModule } from '../manifest/plugin-module.js';
import type { StandardIssue, StandardSchema } from '../model/standard-schema.js';
import { bindPlugin } from './bind-plugin.js';
import { idleContext } from './catalog.test-support.js';
import { PluginError } from '../errors/plugin-error.js';

/** A schema that answers as the test says. */
function schema(validate: (value: unknown) => { value: unknown } | { issues: StandardIssue[] }): StandardSchema {
  return { '~standard': { version: 1, vendor: 'own', validate: async (value) => validate(value) } };
}

const inputSchema = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'number' } },
  required: ['city'],
  additionalProperties: false,
};

/** Binds one tool whose method returns what it is given. */
function bindTool(schemas: { input?: StandardSchema; output?: StandardSchema }, onCall?: (call: unknown) => void) {
  class Weather {
    @Tool(schemas) forecast(input: unknown) {
      return input;
    }
    async onCall(call: unknown, next: () => Promise<unknown>) {
      onCall?.(call);
      return next();
    }
  }
  const roles = (['input', 'output'] as const).filter((role) => schemas[role]);
  const code: ComponentCode = {
    decode: (value, _context, _problems, read) => [schemas.input ? read : value],
    schemas: roles,
  };
  const origin = { class: 'Weather', method: 'forecast' };
  const outputSchema = schemas.output ? { outputSchema: { type: 'object' } } : {};
  const manifest: Manifest = {
    manifestVersion: 1,
    plugin: { name: 'weather', version: '1.0.0' },
    code: { file: 'plugin.cjs', cid: 'x' },
    classes: [{ name: 'Weather', file: 'src/weather.ts' }],
    tools: [{ name: 'forecast', inputSchema, ...outputSchema, origin }],
    resources: [],
    resourceTemplates: [],
    prompts: [],
    completions: [],
  };
  const none = new Map<string, ComponentCode>();
  const module: PluginModule = {
    abi: 3,
    classes: new Map([['Weather', Weather]]),
    configurations: new Map(),
    tools: new Map([['forecast', code]]),
    ...{ resources: none, resourceTemplates: none, prompts: none },
  };
  const [tool] = bindPlugin(manifest, module).components.tools;
  return (input: object) => Promise.resolve(tool!.run(input as never, idleContext()));
}

describe('a tool with a schema for its input', () => {
  test('passes on what the schema makes of the arguments', async () => {
    const call = bindTool({ input: schema((value) => ({ value: `read ${JSON.stringify(value)}` })) });

    const outcome = await call({ city: 'Oslo' });

    expect(outcome).toMatchObject({ content: [{ text: 'read {"city":"Oslo"}' }] });
  });

  test('reports issues at their places, in our words wherever the JSON Schema tells them', async () => {
    const issues = [
      { message: 'Invalid input: expected string', path: ['city'] },
      { message: 'Too large', path: [{ key: 'days' }] },
      { message: 'Unknown', path: [], code: 'unrecognized_keys', keys: ['dayz'] },
      { message: 'is refused' },
    ];
    const call = bindTool({ input: schema(() => ({ issues })) });

    const outcome = await call({ city: 5, days: 99, dayz: 1 });

    expect(outcome).toEqual({
      kind: 'bad-arguments',
      problems: [
        { path: 'city', expected: 'a string', received: 'a number' },
        { path: 'days', expected: '', received: 'a number', says: 'Too large' },
        { path: 'dayz', expected: 'left out', received: 'a number', unknown: 'did you mean "days"?' },
        { path: '', expected: '', received: 'an object', says: 'is refused' },
      ],
    });
  });

  test('keeps received values out of what it reports', async () => {
    const issues = [
      { message: 'Invalid type: Expected string but received "hunter2"', received: '"hunter2"', path: ['city'] },
      {
        message: 'a must be short (was hunter2)',
        problem: 'must be short (was hunter2)',
        expected: 'short',
        path: ['city'],
      },
      { message: 'Invalid timestamp: Received "hunter2"', received: '"hunter2"', path: ['city'] },
    ];
    const call = bindTool({ input: schema(() => ({ issues })) });

    const outcome = await call({ city: 'hunter2' });

    expect(JSON.stringify(outcome)).not.toContain('hunter2');
    expect(outcome).toMatchObject({
      problems: [{ says: 'Invalid type: Expected string' }, { expected: 'short' }, { says: 'Invalid timestamp' }],
    });
  });

  test('refuses arguments that the schema refuses without a reason', async () => {
    const outcome = await bindTool({ input: schema(() => ({ issues: [] })) })({});

    expect(outcome).toMatchObject({ kind: 'bad-arguments', problems: [{ received: 'an object' }] });
  });

  test('shows interceptors the arguments as they were sent', async () => {
    const seen: unknown[] = [];
    const call = bindTool({ input: schema(() => ({ value: 'changed' })) }, (one) => seen.push(one));

    await call({ city: 'Oslo' });

    expect(seen).toMatchObject([{ kind: 'tool', name: 'forecast', input: { city: 'Oslo' } }]);
  });
});

describe('a tool with a schema for its result', () => {
  test('sends what the schema makes of the result, as JSON', async () => {
    const call = bindTool({ output: schema(() => ({ value: { at: new Date(0), big: 10n, none: undefined } })) });

    expect(await call({})).toMatchObject({ structuredJson: '{"at":"1970-01-01T00:00:00.000Z","big":"10"}' });
  });

  test('fails with the issues of the schema', async () => {
    const call = bindTool({ output: schema(() => ({ issues: [{ message: 'is negative', path: ['total'] }] })) });

    await expect(call({})).rejects.toThrow('the result is not what its schema says: "total": is negative');
  });

  test('fails when nothing is left', async () => {
    await expect(bindTool({ output: schema(() => ({ value: undefined })) })({})).rejects.toThrow('is nothing');
  });
});

test('code whose schemas are not in its decorators is refused', () => {
  expect(() => {
    class Stale {
      @Tool() run() {
        return '';
      }
    }
    const origin = { class: 'Stale', method: 'run' };
    const code: ComponentCode = { decode: () => [], schemas: ['input'] };
    const none = new Map<string, ComponentCode>();
    bindPlugin(
      {
        manifestVersion: 1,
        plugin: { name: 'stale', version: '1.0.0' },
        code: { file: 'plugin.cjs', cid: 'x' },
        classes: [{ name: 'Stale', file: 'src/stale.ts' }],
        tools: [{ name: 'run', inputSchema: { type: 'object' }, origin }],
        ...{ resources: [], resourceTemplates: [], prompts: [], completions: [] },
      },
      {
        abi: 3,
        classes: new Map([['Stale', Stale]]),
        configurations: new Map(),
        tools: new Map([['run', code]]),
        ...{ resources: none, resourceTemplates: none, prompts: none },
      },
    );
  }).toThrow(PluginError);
});
