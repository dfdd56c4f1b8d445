import { afterAll, describe, expect, test } from 'vitest';
import type { SchemaNode } from '../../model/schema-node.js';
import { openCases } from '../reader-cases.test-support.js';

const cases = openCases();
afterAll(() => cases.close());

const documented = (comment: string, parameters: string): string =>
  `export class Plugin {\n  /**\n   * Runs.\n   * ${comment}\n   */\n  @Tool()\n  run(${parameters}): string { return ''; }\n}
interface Stop { city: string; days?: number }`;

/** Returns each description with its path. */
function descriptions(node: SchemaNode, path: string): [string, string][] {
  const own = node.documentation?.description;
  const said: [string, string][] = own === undefined ? [] : [[path, own]];
  switch (node.kind) {
    case 'ref':
      return [...said, ...descriptions(node.definition.node, path)];
    case 'object':
      return [...said, ...node.properties.flatMap((one) => descriptions(one.node, `${path}.${one.name}`))];
    case 'array':
      return [...said, ...descriptions(node.items, `${path}[]`)];
    case 'union':
      return [...said, ...node.members.flatMap((one) => descriptions(one, path))];
    default:
      return said;
  }
}

const described = (comment: string, parameters: string): [string, string][] =>
  cases
    .method(documented(comment, parameters))
    .parameters.flatMap((one) => {
      if (one.kind === 'spread') return one.properties;
      return one.kind === 'argument' || one.kind === 'rest' ? one.property : [];
    })
    .flatMap(({ name, node }) => descriptions(node, name));

describe('@param', () => {
  test.each([
    [
      '@param to Whither\n   * @param to.city Which',
      'to: { city: string }',
      [
        ['to', 'Whither'],
        ['to.city', 'Which'],
      ],
    ],
    ['@param to.city Which', 'to: Stop | null', [['to.city', 'Which']]],
    ['@param stops[].city Which', 'stops: Stop[]', [['stops[].city', 'Which']]],
    ['@param stops[] One', '...stops: Stop[]', [['stops[]', 'One']]],
    ['@param to.a.b Deep', 'to: { a: { b: string } }', [['to.a.b', 'Deep']]],
    ['@param options.to.city Deep', '{ to }: { to: Stop }', [['to.city', 'Deep']]],
    ['@param to.city Deep', '{ to }: { to: Stop }', [['to.city', 'Deep']]],
    ['@param to.city Its', 'to: { /** Own. */ city: string }', [['to.city', 'Its']]],
  ])('%j may describe a member of %s', (comment, parameters, expected) => {
    expect(described(comment, parameters)).toEqual(expected);
  });

  test('on a member does not change other uses of its named type', () => {
    expect(described('@param from.city Whence', 'from: Stop, to: Stop')).toEqual([['from.city', 'Whence']]);
  });

  test.each([
    ['@param to. Whither', 'to: string', [['to', 'Whither']]],
    ['@param to.city. Which', 'to: Stop', [['to.city', 'Which']]],
    ['@param ...to Whither', '...to: string[]', [['to', 'Whither']]],
  ])('%j is accepted with dots around the name', (comment, parameters, expected) => {
    expect(described(comment, parameters)).toEqual(expected);
  });

  test.each([
    ['the nearest parameter that no other describes', 'x: string, y: string', 'Write @param y.'],
    ['the only one that no other describes', 'x: string, until: string', 'Write @param until.'],
    ['what to do where all are described', 'x: string', 'Say it all in one @param x.'],
  ])('is reported when it repeats a parameter, with %s', (_what, parameters, fix) => {
    const { found, marks, diagnostics } = cases.read(documented('@param x One\n   * §@param x Two', parameters));

    expect(found).toEqual(marks.map((mark) => `SIGIL073 ${mark}`));
    expect(diagnostics).toMatchObject([{ message: 'tool "run": @param x describes x again', fix }]);
  });

  test('is not reported when an inherited comment repeats a parameter', () => {
    const base = `interface Base {\n  /**\n   * @param x One\n   * @param x Two\n   */\n  run(x: string): string;\n}\n`;
    const plugin = `${base}export class Plugin implements Base { @Tool() run(x: string): string { return x; } }`;

    expect(cases.read(plugin).diagnostics).toEqual([]);
  });

  test('is reported when it names no member', () => {
    const { found, marks } = cases.read(documented('§@param to.citty Which', 'to: Stop'));

    expect(found).toEqual(marks.map((mark) => `SIGIL073 ${mark}`));
  });
});
