import { afterAll, describe, expect, test } from 'vitest';
import { argumentsOf } from '../manifest/method-arguments.js';
import { writeArgumentsSchema } from '../manifest/write-schema.js';
import { openCases, toolTaking } from './reader-cases.test-support.js';

const cases = openCases();
afterAll(() => cases.close());

describe('a header', () => {
  const schemaOf = (source: string): object => {
    const method = cases.method(source);
    return writeArgumentsSchema(argumentsOf(method));
  };

  test.each([
    ['string', 'string'],
    ['"a" | "b"', 'string'],
    ['Size', 'string'],
    ['Date', 'string'],
    ['boolean', 'boolean'],
    ['true', 'boolean'],
    ['/** @integer */ number', 'integer'],
  ])('may carry a parameter of type %s', (type, written) => {
    const tags = type.includes('@integer') ? '@integer @header X-1' : '@header X-1';
    const plain = type.replace(/.*\*\/ /, '');

    expect(
      schemaOf(toolTaking(`/** Which. ${tags} */ x?: ${plain}`, `enum Size { Small = 's', Large = 'l' }`)),
    ).toMatchObject({
      properties: { x: { type: written, description: 'Which.', 'x-mcp-header': 'X-1' } },
    });
  });

  test('may be declared on a @param, a member or a destructured parameter', () => {
    const schema = schemaOf(`
      interface Place { /** @header Region */ region: string; inner: { /** @header Zone */ zone?: string } }
      export class Plugin {
        /**
         * Runs.
         * @param city The city
         * @header City
         */
        @Tool()
        run(city: string, place: Place, { tenant }: { /** @header Tenant */ tenant: string }): string { return city + place + tenant; }
      }`);

    expect(schema).toMatchObject({
      properties: {
        city: { description: 'The city', 'x-mcp-header': 'City' },
        place: {
          properties: {
            region: { 'x-mcp-header': 'Region' },
            inner: { properties: { zone: { 'x-mcp-header': 'Zone' } } },
          },
        },
        tenant: { 'x-mcp-header': 'Tenant' },
      },
    });
  });

  test('may have the same name in two tools', () => {
    const { found } = cases.read(`export class Plugin {
      @Tool() a(/** @header Region */ x: string): string { return x; }
      @Tool() b(/** @header region */ x: string): string { return x; }
    }`);

    expect(found).toEqual([]);
  });

  test('with a name already used in the tool is reported with the input that uses it', () => {
    const { diagnostics } = cases.read(
      toolTaking('/** @header Region */ a: string, b: { /** @header REGION */ c: string }'),
    );

    expect(diagnostics[0]?.message).toBe('tool "run", parameter "b.c": the header REGION is that of "a"');
  });
});
