import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countingDecoderOfValue } from '../plugin-code/count-work.test-support.js';
import { nearValues, nodes, times } from './random-nodes.test-support.js';

type Hostility = readonly [value: unknown, how: 'wide' | 'keys' | 'deep' | 'text' | 'texts', name: string];

const hostilities: fc.Arbitrary<Hostility> = fc.tuple(
  nearValues,
  fc.constantFrom('wide', 'keys', 'deep', 'text', 'texts'),
  fc.constantFrom('id', 'tags', 'x-1'),
);

/** Builds values that push types to their limits: wide, deep, text that contains JSON, and text nested in such text. */
function hostileValue([value, how, name]: Hostility): unknown {
  switch (how) {
    case 'wide':
      return Array.from({ length: 20_000 }, () => value);
    case 'keys':
      return Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`x-${index}`, value]));
    case 'deep':
      return times<unknown>(60, (inner) => ({ [name]: inner, kind: inner }), value);
    case 'text':
      return JSON.stringify(times<unknown>(30, (inner) => ({ [name]: [inner] }), value));
    case 'texts':
      return times<unknown>(9, (inner) => JSON.stringify({ [name]: inner }), value);
  }
}

test('no hostile value takes more work than the step limit allows', () => {
  const steps = 50_000;

  fc.assert(
    fc.property(nodes, hostilities, (node, hostility) => {
      const decode = countingDecoderOfValue(node, steps);
      const value = hostileValue(hostility);
      for (const given of [value, [value], { id: value, tags: [value] }]) {
        // A step is a function call and up to two loop iterations, as for an item of a list in a member.
        expect(decode(given).work).toBeLessThan(3 * steps);
      }
    }),
    { numRuns: 300 },
  );
});
