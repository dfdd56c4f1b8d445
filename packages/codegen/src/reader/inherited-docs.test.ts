import { afterAll, describe, expect, test } from 'vitest';
import { openCases } from './reader-cases.test-support.js';

const cases = openCases();
afterAll(() => cases.close());

const described = (source: string): unknown => {
  const method = cases.method(source);
  const inputs = method.parameters.flatMap((one) => (one.kind === 'argument' ? one.property : []));
  return [method.description, ...inputs.map(({ node }) => node.documentation?.description)];
};

const service = `interface Service {
  /**
   * Looks it up.
   * @param city Where @minLength 2
   * @param days How long
   */
  run(city: string, days: number): string;
}\n`;

describe('a method without a doc comment', () => {
  test.each([
    ['that implements one', `implements Service { @Tool() run(city: string, days: number): string { return city; } }`],
    [
      'whose base class implements one',
      `extends Base { @Tool() run(city: string, days: number): string { return city; } }`,
    ],
    [
      'with {@inheritDoc}',
      `implements Service { /** {@inheritDoc} */ @Tool() run(city: string, days: number): string { return city; } }`,
    ],
    [
      'with @inheritDoc',
      `implements Service { /** @inheritDoc */ @Tool() run(city: string, days: number): string { return city; } }`,
    ],
  ])('%s inherits the comment of the interface', (_what, source) => {
    const base = `class Base implements Service { run(city: string, days: number): string { return city; } }`;

    expect(described(`${base}\nexport class Plugin ${source}\n${service}`)).toEqual([
      'Looks it up.',
      'Where',
      'How long',
    ]);
  });

  test('prefers the comment of the base class over that of an interface', () => {
    const source = `class Base { /** Finds it. */ run(city: string): string { return city; } }
export class Plugin extends Base implements Service { @Tool() run(city: string): string { return city; } }\n${service}`;

    expect(described(source)).toEqual(['Finds it.', undefined]);
  });

  test('inherits the constraints of the parameters', () => {
    const source = `export class Plugin implements Service { @Tool() run(city: string): string { return city; } }\n${service}`;

    expect(cases.method(source).parameters[0]).toMatchObject({ property: { node: { kind: 'string', minLength: 2 } } });
  });

  test('does not inherit the text of a parameter with another name', () => {
    const source = `export class Plugin implements Service { @Tool() run(place: string, days: number): string { return place; } }\n${service}`;

    expect(described(source)).toEqual(['Looks it up.', undefined, 'How long']);
  });
});

test('{@inheritDoc} is replaced in place, and own @param tags take precedence', () => {
  const source = `export class Plugin implements Service {
  /**
   * Quickly: {@inheritDoc}
   * @param city Which city
   */
  @Tool() run(city: string, days: number): string { return city; }
}\n${service}`;

  expect(described(source)).toEqual(['Quickly: Looks it up.', 'Which city', 'How long']);
});

test('{@inheritDoc} expands to nothing on a method that implements nothing', () => {
  const source = `export class Plugin { /** Runs. {@inheritDoc} */ @Tool() run(): string { return ''; } }`;

  expect(described(source)).toEqual(['Runs.']);
});

test('a misplaced tag is reported in its own comment, even in another file', () => {
  const { found, marks } = cases.read({
    'src/plugin.ts': `import { Tool } from '@sigil/core';
import type { Service } from './service.js';
export class Plugin implements Service { @Tool() run(city: string): string { return city; } }`,
    'src/service.ts': `export interface Service { /** @param city where §@minimum 1 */ run(city: string): string }`,
  });

  expect(found).toEqual(marks.map((mark) => `SIGIL070 ${mark}`));
});

describe('a member without a doc comment', () => {
  const member = (declarations: string): unknown => {
    const node = cases.node('Query', declarations);
    const object = node.kind === 'ref' ? node.definition.node : node;
    return object.kind === 'object' && object.properties.map((one) => one.node);
  };

  test('inherits the comment from a base interface', () => {
    const declarations = `interface Base { /** Which @minLength 1 */ text: string } interface Query extends Base { text: string }`;

    expect(member(declarations)).toEqual([{ kind: 'string', minLength: 1, documentation: { description: 'Which' } }]);
  });

  test('inherits the comment through several levels and type arguments', () => {
    const declarations = `interface Base<T> { /** Which */ text: T } interface Middle<T> extends Base<T> { text: T } interface Query extends Middle<string> { text: string }`;

    expect(member(declarations)).toEqual([{ kind: 'string', documentation: { description: 'Which' } }]);
  });
});
