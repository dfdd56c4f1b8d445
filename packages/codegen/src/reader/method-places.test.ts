import { afterAll, describe, expect, test } from 'vitest';
import { asTool, openCases } from './reader-cases.test-support.js';

const cases = openCases();
afterAll(() => cases.close());

test.each(['@Tool()', '@Prompt()', `@Resource('a://{first}/{second}')`])(
  '%s records the places of its method and inputs',
  (decorator) => {
    const { model, marks, diagnostics } = cases.read(
      `export class Plugin {\n  ${decorator}\n  §run(§first: string, context: Context,\n    §second: number): string { return first + second; }\n}`,
    );
    const [method] = model.classes.flatMap((one) => one.methods);
    const shown = (place: { file: string; line: number; column: number } | undefined): string =>
      `${place?.file}:${place?.line}:${place?.column}`;

    expect(diagnostics).toEqual([]);
    expect([method?.at, method?.placeOfInput.get('first'), method?.placeOfInput.get('second')].map(shown)).toEqual(
      marks,
    );
    expect(method?.at.length).toBe(3);
    expect([...(method?.placeOfInput.keys() ?? [])]).toEqual(['first', 'second']);
  },
);

test('members of a destructured parameter have the place of their binding, or of the parameter', () => {
  const method = cases.method(
    `export class Plugin {\n  @Tool()\n  run({ a, b: c }: { a: 1; b: 2; d: 3 }): string { return String([a, c]); }\n}`,
  );

  expect([...method.placeOfInput].map(([name, { line, column, length }]) => [name, line, column, length])).toEqual([
    ['a', 4, 9, 1],
    ['b', 4, 12, 4],
    ['d', 4, 7, 11],
  ]);
});

describe('coercion of arguments', () => {
  test.each([
    ['', true],
    ['{}', true],
    ['{ coerce: true }', true],
    ['{ coerce: false }', false],
    ['{ coerce }', false],
  ])('is on unless the tool turns it off: %s', (options, coerce) => {
    const method = cases.method(
      `const coerce = false as const;\nexport class Plugin { @Tool(${options}) run(): string { return String(coerce); } }`,
    );

    expect(asTool(method).coerce).toBe(coerce);
  });
});

test.each(['URL', 'RegExp', 'bigint'])('a prompt may have a parameter that is decoded from text: %s', (type) => {
  expect(cases.method(`export class Plugin { @Prompt() run(x: ${type}): string { return String(x); } }`).kind).toBe(
    'prompt',
  );
});
