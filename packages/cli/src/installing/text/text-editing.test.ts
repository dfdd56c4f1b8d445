import { describe, expect, test } from 'vitest';
import { jsonEditing, appendItem, removeItem } from './edit-json.js';
import { tomlEditing } from './edit-toml.js';
import { yamlEditing } from './edit-yaml.js';
import type { TextEditing } from './text-editing.js';

const value = { command: 'node', args: ['a.js'] };

function set(
  text: string,
  path: readonly string[] = ['mcpServers', 'dice'],
  editing: TextEditing = jsonEditing,
): string {
  return editing.set(text, path, value);
}

describe('JSON editing', () => {
  test('creates the whole path in an empty text', () => {
    expect(JSON.parse(set(''))).toEqual({ mcpServers: { dice: value } });
    expect(set('').endsWith('}\n')).toBe(true);
  });

  test('uses the indentation and the line endings of the file', () => {
    const text = '{\r\n\t"mcpServers": {\r\n\t\t"a": {}\r\n\t}\r\n}\r\n';

    expect(set(text)).toBe(
      '{\r\n\t"mcpServers": {\r\n\t\t"a": {},\r\n\t\t"dice": {\r\n\t\t\t"command": "node",\r\n\t\t\t"args": [\r\n\t\t\t\t"a.js"\r\n\t\t\t]\r\n\t\t}\r\n\t}\r\n}\r\n',
    );
  });

  test('keeps a comment next to its member', () => {
    const text = '{\n  "mcpServers": {\n    "a": {} // mine\n    // "b": {}\n  }\n}\n';

    const after = set(text);

    expect(after).toContain('"a": {}, // mine\n    "dice": {');
    expect(after).toContain('\n    // "b": {}\n  }\n}\n');
    expect(jsonEditing.parse(after)).toEqual({ mcpServers: { a: {}, dice: value } });
  });

  test('keeps trailing commas', () => {
    const after = set('{\n  "mcpServers": {\n    "a": {}, // mine\n  },\n}\n');

    expect(after).toContain('"a": {}, // mine\n    "dice": {');
    expect(after).toMatch(/\n {4}\},\n {2}\},\n\}\n$/);
  });

  test('keeps a one-line file on one line', () => {
    expect(set('{"x":1,"mcpServers":{"a":{}}}')).toBe(
      '{"x":1,"mcpServers":{"a":{},"dice":{"command":"node","args":["a.js"]}}}',
    );
    expect(set('{"x": 1}')).toBe('{"x": 1, "mcpServers": {"dice": {"command": "node", "args": ["a.js"]}}}');
  });

  test.each([
    '{}',
    '{\n}\n',
    '{ }',
    '{ // none\n}\n',
    '{"a":1}',
    '{"a": 1, }',
    '{\n  "a": 1\n}',
    '{\n  "mcpServers": {}\n}\n',
    '{\n  "mcpServers": { /* none */ }\n}\n',
    '{\n  "mcpServers": { "a": {} }\n}\n',
    '{\n  "mcpServers": { "a": {}, }\n}\n',
    '{\n  "mcpServers": {\n    "a": {}, /* b */ // c\n  }\n}\n',
    '{\n  "mcpServers": {\n    "a": { "b": 1 } }\n}\n',
    '// first\n{\n    "a": [1,\n 2] }',
    '{"mcpServers":null}',
  ])('removes a member that it added: %j', (text) => {
    const after = set(text);

    expect(jsonEditing.parse(after)).toMatchObject({ mcpServers: { dice: value } });
    expect(jsonEditing.parse(jsonEditing.remove(after, ['mcpServers', 'dice']))).toEqual({
      mcpServers: {},
      ...withoutNull(jsonEditing.parse(text)),
    });
  });

  test('removes one of several members and keeps the others with their comments', () => {
    const text =
      '{\n  "mcpServers": {\n    // first\n    "a": {},\n    "dice": {},\n    // last\n    "c": {}\n  }\n}\n';
    const last = '{\n  "mcpServers": {\n    "a": {}, // mine\n    "dice": {\n      "x": 1\n    }\n  }\n}\n';

    expect(jsonEditing.remove(text, ['mcpServers', 'dice'])).toBe(
      '{\n  "mcpServers": {\n    // first\n    "a": {},\n    // last\n    "c": {}\n  }\n}\n',
    );
    expect(jsonEditing.remove(last, ['mcpServers', 'dice'])).toBe(
      '{\n  "mcpServers": {\n    "a": {} // mine\n  }\n}\n',
    );
  });

  test('adds and removes an item of a list', () => {
    const text = '{\n  "inputs": [\n    { "id": "a" }\n  ]\n}\n';

    const after = appendItem(text, ['inputs'], { id: 'b' });

    expect(jsonEditing.parse(after)).toEqual({ inputs: [{ id: 'a' }, { id: 'b' }] });
    expect(removeItem(after, ['inputs'], 'b')).toBe(text);
    expect(jsonEditing.parse(appendItem('{}', ['inputs'], { id: 'b' }))).toEqual({ inputs: [{ id: 'b' }] });
  });

  test.each([
    ['{"a": }', 'it is not JSON: value expected at line 1, column 7'],
    ['{\n  "a": 1\n  "b": 2\n}', 'it is not JSON: comma expected at line 3, column 3'],
    ['[]', 'it has no JSON object at its root'],
    ['{"mcpServers": {}, "mcpServers": {}}', 'it has "mcpServers" twice'],
    ['{"mcpServers": 3}', '"mcpServers" is not an object'],
  ])('rejects %j', (text, message) => {
    expect(() => set(text)).toThrow(message);
  });
});

describe('TOML editing', () => {
  const path = ['mcp_servers', 'dice'];

  test.each([
    '',
    '# settings\nmodel = "o5"\n',
    'model = "o5"',
    'model = "o5"\r\n\r\n[mcp_servers.a]\r\ncommand = "x"\r\n',
    '[mcp_servers.a]\ncommand = "x" # mine\n\n# for later\n[other]\nx = """\n[mcp_servers.dice]\n"""\n',
    '[mcp_servers]\n[mcp_servers.a]\ncommand = "x"\n',
    'mcp_servers.a.command = "x"\n',
  ])('adds a table at the end and removes it again: %j', (text) => {
    const after = set(text, path, tomlEditing);

    expect(after.startsWith(text)).toBe(true);
    expect(tomlEditing.parse(after)).toMatchObject({ mcp_servers: { dice: value } });
    expect(tomlEditing.remove(after, path).trimEnd()).toBe(text.trimEnd());
    expect(after.includes('\r\n')).toBe(text.includes('\r\n'));
  });

  test('removes a table with its subtables and keeps the comment of the next table', () => {
    const text =
      '[mcp_servers.dice]\ncommand = "x"\n[mcp_servers.dice.env]\nA = "1"\n\n# the other\n[mcp_servers."b c"]\ncommand = "y"\n';

    expect(tomlEditing.remove(text, path)).toBe('\n# the other\n[mcp_servers."b c"]\ncommand = "y"\n');
  });

  test('rejects a syntax error with its position', () => {
    expect(() => set('a = \n', path, tomlEditing)).toThrow(/^it is not TOML: .* at line 1, column/);
  });
});

describe('YAML editing', () => {
  const path = ['extensions', 'dice'];

  test.each([
    '',
    '# settings\n',
    'GOOSE_MODEL: gpt\n',
    'GOOSE_MODEL: gpt',
    'extensions:\n  a:\n    enabled: true\n    cmd: x # mine\nGOOSE_MODEL: gpt\n',
    'extensions:\r\n    a:\r\n        args:\r\n        - x\r\n# the end\r\n',
    'extensions:\n  a:\n    text: |\n      one\n      two\nother: 1\n',
    'extensions: {}\nother: 1\n',
    'extensions: # none yet\nother: 1\n',
    'extensions:\n  a: {enabled: true} # mine\n\n# next\nother: 1\n',
  ])('adds a member and removes it again: %j', (text) => {
    const after = set(text, path, yamlEditing);

    expect(yamlEditing.parse(after)).toMatchObject({ extensions: { dice: value } });
    const before = yamlEditing.parse(text) as Record<string, unknown>;
    expect(yamlEditing.parse(yamlEditing.remove(after, path))).toEqual({
      ...before,
      extensions: before['extensions'] ?? {},
    });
    if (before['extensions'] && Object.keys(before['extensions']).length > 0)
      expect(yamlEditing.remove(after, path)).toBe(text);
    expect(after.includes('\r\n')).toBe(text.includes('\r\n'));
  });

  test('rejects a syntax error, and servers between braces', () => {
    expect(() => set('a: [1\n', path, yamlEditing)).toThrow('it is not YAML');
    expect(() => set('extensions: {a: {b: 1}}\n', path, yamlEditing)).toThrow('between braces');
  });
});

function withoutNull(value: unknown): object {
  return Object.fromEntries(Object.entries(value as object).filter(([, member]) => member !== null));
}
