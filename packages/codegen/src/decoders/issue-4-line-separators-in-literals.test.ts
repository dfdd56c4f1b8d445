import { expect, test } from 'vitest';
import { decoderOf, decoderOfValue, member, required } from '../plugin-code/evaluate-decoders.test-support.js';

const separators = ['\u2028', 'a\u2029b', '\r\n'];

test.each(separators)('the literal %j is accepted, unchanged by the indentation of generated code', (literal) => {
  const decode = decoderOfValue({ kind: 'literals', values: [literal, 'other'] });

  expect(decode(literal)).toMatchObject({ args: [literal], problems: [] });
});

test('a member whose name contains a line separator is found', () => {
  const node = { kind: 'object', properties: [member('a\u2028b', { kind: 'string' })] } as const;

  expect(decoderOf(required('value', node))({ value: { 'a\u2028b': 'x' } }).problems).toEqual([]);
});
