import { afterAll, describe, expect, test } from 'vitest';
import type { SchemaNode } from '../../model/schema-node.js';
import { openCases } from '../reader-cases.test-support.js';

const cases = openCases();
afterAll(() => cases.close());

const units = `/** How it is measured. */
enum Units {
  /** Celsius
   * and metres */
  Metric = 'metric',
  Nautical = 'nautical',
  /** Fahrenheit. @deprecated since 2020 */
  Imperial = 'imperial',
}`;
const lines = '- `metric`: Celsius and metres\n- `imperial`: Fahrenheit. Deprecated: since 2020';

const describedAs = (node: SchemaNode): string | undefined => node.documentation?.description;

describe('comments on enum members', () => {
  test('are listed in the description, one per line, after the comment of the enum', () => {
    expect(describedAs(cases.node('Units', units))).toBe(`How it is measured.\n\n${lines}`);
  });

  test('are appended to the comment of an object member', () => {
    const node = cases.node('{ /** In what. */ units: Units }', units);

    expect(node.kind === 'object' && node.properties.map((one) => describedAs(one.node))).toEqual([
      `In what.\n\n${lines}`,
    ]);
  });

  test('are appended to the @param text of a parameter', () => {
    const source = `export class Plugin {\n  /**\n   * Runs.\n   * @param x In what\n   */\n  @Tool() run(x: Units): string { return x; }\n}\n`;
    const [parameter] = cases.method(`${units}\n${source}`).parameters;

    expect(parameter?.kind === 'argument' && describedAs(parameter.property.node)).toBe(`In what\n\n${lines}`);
  });

  test('are listed only for the values that a type keeps', () => {
    expect(describedAs(cases.node('Units | null', units))).toBe(lines);
    expect(describedAs(cases.node('Exclude<Units, Units.Metric>', units))).toContain('- `imperial`');
    expect(describedAs(cases.node('Exclude<Units, Units.Metric>', units))).not.toContain('- `metric`');
  });

  test('include the names of members with numeric values', () => {
    expect(describedAs(cases.node('Level', 'enum Level { /** All is well. */ Low, High = 5, /** Run. */ Top }'))).toBe(
      '- `0` (Low): All is well.\n- `6` (Top): Run.',
    );
  });

  test('add no description if there are none', () => {
    expect(cases.node('E', 'enum E { A, B }')).toEqual({ kind: 'literals', values: [0, 1] });
  });
});
