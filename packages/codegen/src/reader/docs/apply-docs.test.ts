import { afterAll, describe, expect, test } from 'vitest';
import { resolveNode, type SchemaNode } from '../../model/schema-node.js';
import { openCases } from '../reader-cases.test-support.js';

const cases = openCases();
afterAll(() => cases.close());

/** Returns the node of `x: type` with the tags in the comment directly before it, its named type resolved. */
const tagged = (tags: string, type: string, declarations = ''): SchemaNode => {
  const source = `export class Plugin { @Tool() run(/** ${tags} */ x${type}): string { return String(x); } }\n${declarations}`;
  const [parameter] = cases.method(source).parameters;
  if (parameter?.kind !== 'argument') throw new Error('expected one argument');
  return parameter.property.node;
};

describe('a constraint', () => {
  test.each<[tags: string, type: string, node: object, declarations?: string]>([
    ['@minimum -2.5 @exclusiveMaximum 1e3', ': number', { kind: 'number', minimum: -2.5, exclusiveMaximum: 1000 }],
    ['@minLength 1 @format email', '?: string', { kind: 'string', minLength: 1, format: 'email' }],
    ['@secret', '?: string', { kind: 'string', format: 'password' }],
    ['@secret', ': string[]', { kind: 'array', items: { kind: 'string', format: 'password' } }],
    ['@secret', ': Set<string>', { kind: 'set', items: { format: 'password' } }],
    ['@secret', ': Map<string, string>', { kind: 'map', keys: { kind: 'string' }, values: { format: 'password' } }],
    ['@secret', ': Record<string, string>', { kind: 'object', additional: { kind: 'string', format: 'password' } }],
    ['@secret', ': [number, ...string[]]', { items: [{ kind: 'number' }], rest: { format: 'password' } }],
    ['@secret', ': URL', { kind: 'url', isSecret: true }],
    ['@secret', ': Uint8Array | undefined', { kind: 'bytes', isSecret: true }],
    [
      '@secret',
      ': Keys',
      { kind: 'object', properties: [{ node: { format: 'password' } }, { node: { kind: 'number' } }] },
      'interface Keys { key: string; age: number }',
    ],
    ['@format date', ': Date', { kind: 'date', format: 'date' }],
    ['@minItems 1 @maxItems 2 @uniqueItems', ': Set<string>', { kind: 'set', minItems: 1, maxItems: 2 }],
    ['@uniqueItems', ': string[]', { kind: 'array', uniqueItems: true }],
    ['@maxLength 3', ': `a${string}`', { kind: 'string', maxLength: 3 }],
    ['@minimum 1', ': number | null', { kind: 'union', members: [{ kind: 'number', minimum: 1 }, { kind: 'null' }] }],
    ['@minItems 1', ': Names', { kind: 'array', items: { kind: 'string' }, minItems: 1 }, 'type Names = string[];'],
    ['@maximum 9', ': Count', { kind: 'number', minimum: 1, maximum: 9 }, '/** @minimum 1 */ type Count = number;'],
    ['@minimum 0', ': Count', { kind: 'number', minimum: 1 }, '/** @minimum 1 */ type Count = number;'],
  ])('%s narrows x%s', (tags, type, node, declarations) => {
    expect(tagged(tags, type, declarations)).toMatchObject(node);
  });

  test('replaces the named type at one use and leaves its other uses unchanged', () => {
    const source = `export class Plugin { @Tool() run(/** @minItems 1 */ x: Names, y: Names): string { return String([x, y]); } }\ninterface Name { a: string }\ntype Names = Name[];`;
    const nodes = cases.method(source).parameters.flatMap((one) => (one.kind === 'argument' ? one.property.node : []));

    expect(nodes[0]).toMatchObject({ kind: 'array', minItems: 1 });
    expect(nodes[1]?.kind).toBe('ref');
    expect(nodes[1] && resolveNode(nodes[1])).not.toHaveProperty('minItems');
  });

  test('on a recursive type creates a definition of the same name', () => {
    const node = tagged('@minItems 1', ': Tree', 'type Tree = Tree[];');

    expect(node.kind === 'ref' && node.definition).toMatchObject({ name: 'Tree', isRecursive: true });
    expect(resolveNode(node)).toMatchObject({ kind: 'array', minItems: 1, items: { kind: 'ref' } });
    const inner = resolveNode(node);
    expect(inner.kind === 'array' && resolveNode(inner.items)).not.toHaveProperty('minItems');
  });

  test('@secret on a recursive type hides the texts of every level', () => {
    const node = resolveNode(tagged('@secret', ': Tree', 'interface Tree { key: string; next?: Tree }'));
    const [key, next] = node.kind === 'object' ? node.properties : [];

    expect(key?.node).toMatchObject({ format: 'password' });
    expect(next && resolveNode(next.node)).toBe(node);
  });

  test('narrows the other members of a union with a recursive type', () => {
    const node = tagged('@minimum 1', ': Tree | number', 'interface Tree { inner?: Tree }');

    expect(resolveNode(node)).toMatchObject({ members: [{ kind: 'ref' }, { kind: 'number', minimum: 1 }] });
  });
});

describe('documentation', () => {
  test('without constraints stays on the use of a named type', () => {
    const node = tagged('Where to. @title Goal', ': Box', '/** A box. */ interface Box { a: string }');

    expect(node).toMatchObject({ kind: 'ref', documentation: { description: 'Where to.', title: 'Goal' } });
    expect(node.kind === 'ref' && node.definition.node.documentation).toEqual({ description: 'A box.' });
  });

  test.each<[tags: string, type: string, value: unknown, declarations?: string]>([
    ['@default {"a": "b"}', '?: Box', { a: 'b' }, 'interface Box { a: string }'],
    ['@default text', '?: string', 'text'],
    ['@default 5', '?: string', '5'],
    ['@default null', '?: Tree | null', null, 'interface Tree { inner?: Tree }'],
    ['@default {"inner": {}}', '?: Tree', { inner: {} }, 'interface Tree { inner?: Tree }'],
    ['@default ["a"]', '?: Set<string>', ['a']],
    ['@default 12', '?: bigint', '12'],
    ['@default {"a": 1}', '?: Map<string, number>', { a: 1 }],
    ['@default 2020-02-29', '?: Day', '2020-02-29', '/** @format date */ type Day = Date;'],
  ])('takes the default of %s for x%s', (tags, type, value, declarations) => {
    expect(tagged(tags, type, declarations).documentation?.default).toEqual(value);
  });

  test('includes examples, the deprecation and its replacement', () => {
    expect(tagged('It. @example 1 @example 2 @deprecated use y', ': number').documentation).toEqual({
      description: 'It.\n\nDeprecated: use y',
      examples: [1, 2],
      deprecated: true,
    });
  });

  test('ignores tags that do not describe values', () => {
    expect(tagged('It. @id x', ': string').documentation).toEqual({ description: 'It. @id x' });
    expect(tagged('\n * It.\n * @id x\n * @readonly\n', ': string').documentation).toEqual({ description: 'It.' });
  });
});
