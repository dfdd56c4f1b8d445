import { expect, test } from 'vitest';
import { readStoryAnnotations } from './story-annotations.js';

test('each recorded input is of the tool that its type names', () => {
  const found = readStoryAnnotations(`
    import type { Story } from '@sigil/view';
    import type { roll, hold as keep } from './tools.generated.js';
    import { other } from "../other.js";

    export const six: Story<typeof roll> = { name: 'six', input: {}, result: {} };
    export const many: readonly Story<typeof roll>[] = [];
    export const listed: ReadonlyArray<Readonly<Story<typeof other>>> = [];
    export const checked = { name: 'held', input: {}, result: {} } satisfies Story<typeof keep>;
    export const frozen = ([{ name: 'a' }] as const) satisfies readonly Story<typeof keep>[];
    const own: Story<typeof roll> = six;
    export const about: string = 'text';
    export function helper() {}
    export const unknown: Story<typeof absent> = six;
  `);

  const module = './tools.generated.js';
  expect(found).toEqual([
    { exported: 'six', module, tool: 'roll' },
    { exported: 'many', module, tool: 'roll' },
    { exported: 'listed', module: '../other.js', tool: 'other' },
    { exported: 'checked', module, tool: 'hold' },
    { exported: 'frozen', module, tool: 'hold' },
    { exported: 'unknown', module: undefined, tool: 'absent' },
  ]);
});

test('a file with errors has what can be read of it', () => {
  expect(readStoryAnnotations('export const six: Story<typeof roll> = {')).toMatchObject([{ exported: 'six' }]);
});
