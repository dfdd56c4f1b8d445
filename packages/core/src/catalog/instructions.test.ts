import { expect, test } from 'vitest';
import { writeInstructions, type InstructionPart, type Instructions } from './instructions.js';

const part = (text: string, namespace?: string, ...prefixes: string[]): InstructionPart => ({
  text,
  ...(namespace !== undefined && { namespace }),
  prefixes,
});

test.each<[string, Instructions | undefined, string | undefined]>([
  ['nothing', undefined, undefined],
  ['no parts', [], undefined],
  ['parts without any', [part(' \n'), part('')], undefined],
  ['a text', ' Look first.\n', 'Look first.'],
  ['several parts, in their order', [part('B.'), part('A.')], 'B.\n\nA.'],
  ['equal texts', [part('A.'), part('A.\n')], 'A.'],
  [
    'a part under a namespace',
    [part('A.', 'team.sky', 'team_sky_')],
    '## team.sky\n\nThe names of these tools and prompts begin with "team_sky_".\n\nA.',
  ],
  [
    'several parts under one namespace',
    [part('A.', 'sky', 'sky_'), part('Sea.', 'sea', 'sea_'), part('B.', 'sky', 'sky_')],
    [
      '## sky\n\nThe names of these tools and prompts begin with "sky_".\n\nA.\n\nB.',
      '## sea\n\nThe names of these tools and prompts begin with "sea_".\n\nSea.',
    ].join('\n\n'),
  ],
  [
    'a part without a namespace after one with it',
    [part('A.', 'sky', 'sky_'), part('B.')],
    'B.\n\n## sky\n\nThe names of these tools and prompts begin with "sky_".\n\nA.',
  ],
  [
    'equal texts of several namespaces',
    [part('A.', 'sky', 'sky_'), part('A.', 'team.sky', 'team_sky_'), part('A.', 'sea', 'sea_', 'sea_2_')],
    '## sky, team.sky, sea\n\nThe names of these tools and prompts begin with "sky_", "team_sky_", "sea_" or "sea_2_".\n\nA.',
  ],
  [
    'equal texts with a namespace and without one',
    [part('B.'), part('A.'), part('A.', 'sky', 'sky_')],
    'B.\n\n## sky\n\nThe names of these tools and prompts begin with "sky_", or have no such prefix.\n\nA.',
  ],
])('the text of %s', (_, instructions, text) => {
  expect(writeInstructions(instructions)).toBe(text);
});
