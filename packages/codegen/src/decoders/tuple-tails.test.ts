import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SchemaNode } from '../model/schema-node.js';
import { fitsNode } from '../reader/docs/fits-node.js';
import { coercerOfValue, decoderOfValue, encoderOf } from '../plugin-code/evaluate-decoders.test-support.js';

const text = { kind: 'string' } as const;
const number = { kind: 'number' } as const;
const boolean = { kind: 'boolean' } as const;

/** `[string, ...number[], boolean, Date]` */
const line: SchemaNode = { kind: 'tuple', items: [text], required: 3, rest: number, tail: [boolean, { kind: 'date' }] };
const noon = '2024-02-29T12:00:00.000Z';

describe('a tuple whose rest is not last', () => {
  test.each<readonly unknown[]>([
    ['a', true, noon],
    ['a', 1, true, noon],
    ['a', 1, 2, 3, false, noon],
  ])('accepts its rest in the middle, and revives the items after it: %j, %j, %j', (...value) => {
    const { args, problems } = decoderOfValue(line)(value);

    expect(problems).toEqual([]);
    expect(args).toEqual([[...value.slice(0, -1), new Date(noon)]]);
    expect(encoderOf(line)(args[0])).toEqual({ json: value, problems: [] });
  });

  test.each<[string, readonly unknown[], readonly string[]]>([
    ['too few', ['a', noon], ['value']],
    ['something after its end', ['a', true, noon, 1], ['value[1]', 'value[2]', 'value[3]']],
    ['a last item in the middle', ['a', true, true, noon], ['value[1]']],
    ['an item of the rest at the end', ['a', 1, 2, 3], ['value[2]', 'value[3]']],
    ['a wrong first item', [1, true, noon], ['value[0]']],
  ])('rejects %s and reports the place', (_, value, paths) => {
    expect(decoderOfValue(line)(value).problems.map(({ path }) => path)).toEqual(paths);
    expect(encoderOf(line)(value).problems.length).toBeGreaterThan(0);
  });

  test('is selected in a union by its last item', () => {
    const open = { kind: 'literals', values: ['open'] } as const;
    const shut = { kind: 'literals', values: ['shut'] } as const;
    const members = [open, shut].map((last) => ({ ...line, items: [], required: 1, tail: [last] }));
    const decode = decoderOfValue({ kind: 'union', members });

    expect(decode([1, 2, 'shut']).problems).toEqual([]);
    expect(decode(['open']).problems).toEqual([]);
    expect(decode([1, 2, 'ajar']).problems).not.toEqual([]);
    expect(decode([]).problems).not.toEqual([]);
  });

  test('coerces each item by the type at its position', () => {
    expect(coercerOfValue(line)(['a', '1', 'true', noon])).toEqual({
      args: [['a', 1, true, new Date(noon)]],
      problems: [],
    });
  });

  test('accepts the same defaults and examples as its decoder', () => {
    const scalars: SchemaNode = { kind: 'tuple', items: [text], required: 3, rest: number, tail: [boolean, text] };
    const decode = decoderOfValue(scalars);
    const items = fc.constantFrom('a', 1, true);

    fc.assert(
      fc.property(fc.array(items, { maxLength: 5 }), (value) => {
        expect(fitsNode(value, scalars)).toBe(decode(value).problems.length === 0);
      }),
    );
  });
});
