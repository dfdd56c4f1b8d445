import { afterAll, expect, test } from 'vitest';
import { resolveNode, type Property } from '../../model/schema-node.js';
import { openCases, toolTaking } from '../reader-cases.test-support.js';

const cases = openCases();
afterAll(() => cases.close());

const types = [
  ...['string', 'number', 'boolean', 'null', "'b'", "('a')", 'string[]', 'readonly string[]', 'string[][]', 'null[]'],
  ...[
    "'b' | 'a'",
    "null | 'b' | ('a')",
    'string | null',
    'null | string',
    'number | string',
    "'a' | string",
    "'b' | 'b'",
  ],
  ...['boolean | null', "'x' | boolean | number", "boolean | 'x' | null", 'true | boolean', 'false', '1 | -1', '`a`'],
  ...[
    "readonly ('b' | 'a')[]",
    '(string | null)[]',
    'string[] | null',
    'string[] | readonly string[]',
    'number[] | string[]',
  ],
  ...[
    '{ b: string; /** Two. @minItems 2 */ a?: string[] }',
    '{ }',
    '{ a: string; b?(): void }',
    "{ 'x-y': null }",
    '{ a: {b: 1} }',
  ],
  ...[
    '{ kind: "a"; a: string } | { kind: "b"; readonly b?: number | undefined } | null',
    '{ a: string } | { a: string }',
  ],
  ...[
    '{ b: { c: boolean; a: { x: "1" | "0" } } }[]',
    '[string, number]',
    '[from: number, /** @minimum 1 */ to: number]',
  ],
  ...[
    '[a: string, b?: number]',
    '[string, ...number[]]',
    '[]',
    '[[x: null], { a: string }]',
    '[a: string] | [b: number]',
  ],
  ...['string | undefined', "undefined | 'b' | 'a'", 'boolean | undefined', 'string[] | undefined'],
];

/** Returns the members of an input of that type. */
function propertiesOf(type: string): readonly Property[] {
  const members = types.map((one, index) => `/** Of ${index}. */ m${index}: ${one}; o${index}?: ${one};`).join('\n');
  const node = resolveNode(
    cases.node(type, `interface All {\n${members}\n}\ntype Same<T> = { [K in keyof T]: T[K] };`),
  );
  return node.kind === 'object' ? node.properties : [];
}

// The declarations of a mapped type's members do not give their types, so the checker is used.
test('a member read from its declaration equals the one read by the type checker', () => {
  const plain = propertiesOf('All');

  expect(plain).toHaveLength(2 * types.length);
  expect(plain).toEqual(propertiesOf('Same<All>'));
});

test('members changed by a mapped type or a type argument are not read from their declaration', () => {
  const declarations = `interface All { a: string } interface Box<T> { a: T }
    type Lists<T> = { [K in keyof T]: number[] }; interface Both { x: Lists<All>; y: Box<number> }`;

  const node = resolveNode(cases.node('Both', declarations));
  const inner = node.kind === 'object' ? node.properties.map((one) => resolveNode(one.node)) : [];

  expect(inner.map((one) => one.kind === 'object' && one.properties)).toEqual([
    [{ name: 'a', node: { kind: 'array', items: { kind: 'number' } }, isRequired: true }],
    [{ name: 'a', node: { kind: 'number' }, isRequired: true }],
  ]);
});

test('a wrong tag inside a member type is reported once, with its path', () => {
  const type = '{ m: { a: [from: string, /** @minLength 2 */ to: number] }[] }';

  const { diagnostics } = cases.read(toolTaking(`x: ${type}`));

  expect(diagnostics.map(({ message }) => message)).toEqual([
    'tool "run", parameter "x.m[].a[1]": @minLength does not apply to this type',
  ]);
});
