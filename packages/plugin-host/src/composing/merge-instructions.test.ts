import { expect, test } from 'vitest';
import { mergeInstructions, type PartInstructions } from './merge-instructions.js';

const part = (instructions: string | undefined, namespace?: string, separator = '_'): PartInstructions => ({
  instructions,
  namespace,
  separator,
});

test.each<[string, readonly PartInstructions[], string | undefined]>([
  ['nothing', [], undefined],
  ['parts without any', [part(undefined), part(' \n')], undefined],
  ['one part', [part(undefined), part('Look first.\n')], 'Look first.'],
  ['several, in their order', [part('B.'), part('A.')], 'B.\n\nA.'],
  ['equal texts', [part('A.'), part('A.')], 'A.'],
  [
    'a part under a namespace',
    [part('A.'), part('A.', 'team.sky')],
    'A.\n\n## team.sky\n\nThe names of these tools and prompts begin with "team_sky_".\n\nA.',
  ],
])('instructions of %s', (_, parts, merged) => {
  expect(mergeInstructions(parts)).toBe(merged);
});
