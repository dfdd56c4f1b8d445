import type { JsonObject } from '@sigil/core';
import { expect, test } from 'vitest';
import { McpsError } from './mcps-error.js';
import { readServerConfiguration } from './read-server-configuration.js';

test('a complete configuration is read with all of its members', () => {
  const configuration = readServerConfiguration('weather', {
    description: 'Weather',
    enabled: true,
    auto_discover: false,
    plugin: 'sky',
    tools: { now: { runs: 'forecast', annotations: { readOnlyHint: true } } },
    resources: { page: { uri: 'page://1', text: '' } },
    prompts: { ask: { template: 'How is {{city}}?', arguments: [{ name: 'city' }] } },
    tools_transform_cid: 'bafk1',
    resources_transform_cid: 'bafk2',
    prompts_transform_cid: 'bafk3',
    shell: { command: ['ls'] },
    include: [{ server: 'date', namespace: 'd' }, { server: 'echo' }],
    variables: { city: 'Rome' },
    limits: { '*': { timeoutMs: 10 } },
  });

  expect(configuration).toEqual({
    name: 'weather',
    description: 'Weather',
    enabled: true,
    autoDiscover: false,
    plugin: 'sky',
    tools: { now: { runs: 'forecast', annotations: { readOnlyHint: true } } },
    resources: { page: { uri: 'page://1', text: '' } },
    prompts: { ask: { template: 'How is {{city}}?', arguments: [{ name: 'city' }] } },
    toolsTransformCid: 'bafk1',
    resourcesTransformCid: 'bafk2',
    promptsTransformCid: 'bafk3',
    shell: { command: ['ls'] },
    include: [{ server: 'date', namespace: 'd' }, { server: 'echo' }],
    variables: { city: 'Rome' },
    limits: { '*': { timeoutMs: 10 } },
  });
});

test.each<[JsonObject, string]>([
  [{ description: '${NAME}' }, '"description"'],
  [{ variables: { a: 'x ${NAME}' } }, '"variables.a"'],
  [{ plugin: '${NAME}' }, '"plugin"'],
  [{ include: [{ server: '${NAME}' }] }, '"include[0].server"'],
  [{ tools: { a: { description: '${NAME}' } } }, '"tools.a.description"'],
  [{ tools: { a: { arguments: { b: { default: '${NAME}' } } } } }, '"tools.a.arguments.b.default"'],
  [{ resources: { a: { uri: 'page://1', text: '${NAME}' } } }, '"resources.a.text"'],
])('a variable in %j is refused, since it is filled in nowhere', (json, key) => {
  expect(() => readServerConfiguration('a', json)).toThrow(
    `server "a": ${key}: no variable is filled in here, but in "remote", in "set_env" and "cwd" of "shell", and in a "constant" of a tool`,
  );
});

test('an escaped reference is a literal one', () => {
  const { description } = readServerConfiguration('a', { description: 'Write $${NAME}' });

  expect(description).toBe('Write ${NAME}');
});

test('variables in constants of tools stay until the server opens, beside escaped references elsewhere', () => {
  const { tools } = readServerConfiguration('a', {
    tools: { find: { description: '$${NAME}', arguments: { key: { constant: ['${KEY}', '$${'] } } } },
  });

  expect(tools).toEqual({ find: { description: '${NAME}', arguments: { key: { constant: ['${KEY}', '$${'] } } } });
});

test.each<[JsonObject, string]>([
  [{ q: 'query' }, 'tools.find.arguments.q must be an object'],
  [{ q: {} }, 'tools.find.arguments.q: expected at least one of "name", "title", "description", "constant", "default"'],
  [{ q: { nmae: 'query' } }, 'tools.find.arguments.q: there is no "nmae". Did you mean "name"?'],
  [{ q: { name: 'the query' } }, 'tools.find.arguments.q: "name" must be a name of 1 to 64 of A-Z a-z 0-9 _ . -'],
  [{ q: { constant: 1, name: 'n' } }, 'tools.find.arguments.q: "constant" hides the argument, so "name" has no effect'],
  [{ q: { name: 'a' }, '/q': { name: 'b' } }, 'tools.find.arguments./q: there is another rule for it'],
  [
    { '/f/a': { constant: 1 }, f: { constant: {} } },
    'tools.find.arguments.f: is a constant, and another rule is inside',
  ],
  [{ f: { constant: {} }, '/f/a': { constant: 1 } }, 'tools.find.arguments./f/a: is inside of a constant'],
])('rules for arguments such as %j are refused with the reason', (rules, message) => {
  expect(() => readServerConfiguration('a', { tools: { find: { arguments: rules } } })).toThrow(message);
});

test.each<[JsonObject, string]>([
  [{}, 'tools.find.result: expected at least one of "pick", "each", "template"'],
  [
    { pick: 'items' },
    'tools.find.result: "pick" must be a JSON Pointer such as "/items", or an object of JSON Pointers',
  ],
  [{ pick: { a: 'items' } }, 'tools.find.result: "pick" must be a JSON Pointer such as "/items"'],
  [{ template: '{{#a}}' }, 'tools.find.result: "template": {{#a}} has no counterpart'],
])('a rule for results such as %j is refused with the reason', (result, message) => {
  expect(() => readServerConfiguration('a', { tools: { find: { result } } })).toThrow(message);
});

test('a tool has rules for its arguments or a schema in their place, not both', () => {
  const find = { arguments: { q: { name: 'query' } }, inputSchema: { type: 'object' } };

  expect(() => readServerConfiguration('a', { tools: { find } })).toThrow(
    'tools.find: "arguments" change the tool\'s own "inputSchema"; leave one of them out',
  );
});

test('variables of a remote server and a command stay until they open', () => {
  const parts = { remote: { url: 'http://${HOST}/' }, shell: { command: 'ls', set_env: { A: '$${B}' } } };

  expect(readServerConfiguration('a', parts)).toMatchObject(parts);
});

test.each([
  ['nothing is listed', { description: '' }, true],
  ['something is listed', { prompts: { a: { template: '' } } }, false],
  ['it says so', { prompts: { a: { template: '' } }, auto_discover: true }, true],
])('auto_discover has the right value when %s: %j', (_what, json, expected) => {
  expect(readServerConfiguration('a', json).autoDiscover).toBe(expected);
});

test.each([
  [{ mcp_enabled: false }, false],
  [{ enabled: false }, false],
  [{ enabled: true, mcp_enabled: false }, false],
  [{}, true],
])('%j is enabled: %s', (json, expected) => {
  expect(readServerConfiguration('a', json).enabled).toBe(expected);
});

test.each<[string, JsonObject, string]>([
  ['an unknown member', { autodiscover: true }, 'there is no "autodiscover". Did you mean "auto_discover"?'],
  ['a wrong type', { tools: [] }, '"tools" must be an object, got a list'],
  ['an entry that is no object', { tools: { a: 'b' } }, 'tools.a must be an object'],
  [
    'an unknown member of a tool',
    { tools: { a: { inputschema: {} } } },
    'tools.a: there is no "inputschema". Did you mean "inputSchema"',
  ],
  [
    'a schema of something else',
    { tools: { a: { inputSchema: { type: 'string' } } } },
    'tools.a: "inputSchema" must be a JSON Schema whose "type" is "object", got one whose "type" is "string"',
  ],
  [
    'a schema of several types',
    { tools: { a: { inputSchema: { type: ['object', 'null'] } } } },
    'tools.a: "inputSchema" must be a JSON Schema whose "type" is "object", got one whose "type" is a list',
  ],
  [
    'a schema of no type',
    { tools: { a: { inputSchema: { properties: {} } } } },
    'tools.a: "inputSchema" must be a JSON Schema whose "type" is "object", got one without a "type"',
  ],
  [
    'a schema that is none',
    { tools: { a: { inputSchema: [] } } },
    'tools.a: "inputSchema" must be a JSON Schema whose "type" is "object", got a list',
  ],
  [
    'a wrong hint',
    { tools: { a: { annotations: { readOnly: true } } } },
    'tools.a.annotations: there is no "readOnly". Did you mean "readOnlyHint"?',
  ],
  ['a name that is none', { tools: { 'a b': {} } }, 'tools.a b: must be called by a name of 1 to 64'],
  [
    'a URI that is none',
    { resources: { a: { uri: 'no uri', text: '' } } },
    'resources.a: "uri" must be a URI such as notes://today',
  ],
  [
    'two contents',
    { resources: { a: { uri: 'a:b', text: '', blob: '' } } },
    'resources.a: expected one of "text", "blob", "content_cid", got 2',
  ],
  ['bytes that are no base64', { resources: { a: { uri: 'a:b', blob: '???' } } }, 'resources.a: "blob" must be base64'],
  [
    'a time to keep that is negative',
    { resources: { a: { uri: 'a:b', text: '', cache: { ttlMs: -1, scope: 'public' } } } },
    'resources.a: "cache" must be an object such as { "ttlMs": 60000, "scope": "public" }',
  ],
  [
    'a time to keep without a scope',
    { resources: { a: { uri: 'a:b', text: '', cache: { ttlMs: 1 } } } },
    'resources.a: "cache" must be an object such as',
  ],
  [
    'two messages',
    { prompts: { a: { template: '', messages: [] } } },
    'prompts.a: expected one of "messages", "template", "runs"',
  ],
  [
    'a placeholder of nothing',
    { prompts: { a: { template: '{{city}}' } } },
    'prompts.a: {{city}} stands for no argument',
  ],
  [
    'a section that does not end',
    { prompts: { a: { template: '{{#city}} in {{city}}', arguments: [{ name: 'city' }] } } },
    'prompts.a: {{#city}} has no counterpart',
  ],
  [
    'an argument without a name',
    { prompts: { a: { template: '', arguments: [{}] } } },
    'prompts.a.arguments[0]: "name" must be',
  ],
  [
    'an argument twice',
    { prompts: { a: { template: '', arguments: [{ name: 'x' }, { name: 'x' }] } } },
    'prompts.a.arguments[1]: there is an argument "x" before it',
  ],
  [
    'a role that is none',
    { prompts: { a: { messages: [{ role: 'system', text: '' }] } } },
    'prompts.a.messages[0]: "role" must be one of "user", "assistant"',
  ],
  [
    'an include of nothing',
    { include: [{ namespace: 'a' }] },
    'include[0] must be an object with the name of a "server"',
  ],
  ['a variable that is no text', { variables: { a: 1 } }, 'variables: "a" must be a text, got 1'],
  [
    'a limit that is none',
    { limits: { a: { timeoutMs: 0 } } },
    'limits.a: "timeoutMs" must be a whole number from 1 to 86400000, got 0',
  ],
])('%s is rejected, naming the server and the member', (_what, json, words) => {
  expect(() => readServerConfiguration('weather', json)).toThrow(`server "weather": ${words}`);
});

test('all problems are reported at once', () => {
  const read = (): unknown => readServerConfiguration('../up', { tools: 1, prompts: 2 });

  expect(read).toThrow(McpsError);
  expect(read).toThrow(expect.objectContaining({ problems: expect.objectContaining({ length: 3 }) }));
});
