import { expectTypeOf, test } from 'vitest';
import { useKeptState, useResult, useTool } from './preact.js';
import type { ModelTool, Story, View, ViewTool } from './index.js';

const roll: ViewTool<{ sides: number; count?: number }, { total: number; dice: number[] }> = { name: 'roll' };
const reset: ViewTool<Record<string, never>, string> = { name: 'reset', result: 'text' };
const search: ViewTool<{ text?: string }, string[]> = { name: 'search', result: 'wrapped' };
const plan: ModelTool<{ steps: { title: string }[] }, { done: boolean }> = { name: 'plan', calledBy: 'model' };

const link = { type: 'resource_link', uri: 'dice://1', name: 'Dice' } as const;
export const stories: readonly Story<typeof roll>[] = [
  { name: 'Rolled', input: { sides: 6 }, result: { total: 4, dice: [4] }, content: [link] },
  { name: 'Failed', input: { sides: 6 }, error: 'no dice' },
  { name: 'Cancelled', input: { sides: 6 }, cancelled: 'by its user' },
  { name: 'Running', input: { sides: 6 }, pending: true },
  { name: 'Being written', partialInputs: [{}, { sides: 6 }], pending: true },
  // @ts-expect-error: a field of another name
  { name: 'Of an older result', input: { sides: 6 }, result: { sum: 4, dice: [4] } },
  // @ts-expect-error: a call that has ended has arguments
  { name: 'Without arguments', error: 'no dice' },
  // @ts-expect-error: nothing says how it ended
  { name: 'Without an end', input: { sides: 6 } },
];

/** Uses nothing at run time; the compiler checks each line. */
function checkTypes(view: View): void {
  void (async () => {
    expectTypeOf(await view.call(roll, { sides: 6 })).toEqualTypeOf<{ total: number; dice: number[] }>();
    expectTypeOf(await view.call(reset)).toEqualTypeOf<string>();
    expectTypeOf(await view.call(search)).toEqualTypeOf<string[]>();
    expectTypeOf(await view.call(search, { text: 'a' })).toEqualTypeOf<string[]>();
    // @ts-expect-error: the arguments have a required member
    await view.call(roll);
    // @ts-expect-error: a parameter of another name
    await view.call(roll, { faces: 6 });
    // @ts-expect-error: a parameter of another type
    await view.call(roll, { sides: 'six' });
    // @ts-expect-error: the tool has no parameters
    await view.call(reset, { all: true });
    // @ts-expect-error: only the model may call it
    await view.call(plan, { steps: [] });
    // @ts-expect-error: a field of another name
    expectTypeOf((await view.call(roll, { sides: 6 })).sum).toBeAny();
  })();

  const { result, input, partialInput, error } = useResult(roll);
  expectTypeOf(result).toEqualTypeOf<{ total: number; dice: number[] } | undefined>();
  expectTypeOf(input).toEqualTypeOf<{ sides: number; count?: number } | undefined>();
  expectTypeOf(partialInput?.sides).toEqualTypeOf<number | undefined>();
  expectTypeOf(error?.code).toExtend<string | undefined>();
  // @ts-expect-error: a field of another name
  expectTypeOf(result?.sum).toBeAny();

  const shown = useResult(plan);
  expectTypeOf(shown.result).toEqualTypeOf<{ done: boolean } | undefined>();
  expectTypeOf(shown.partialInput?.steps?.[0]?.title).toEqualTypeOf<string | undefined>();

  const again = useTool(roll);
  expectTypeOf(again.call({ sides: 6 })).resolves.toEqualTypeOf<{ total: number; dice: number[] } | undefined>();
  // @ts-expect-error: a parameter of another name
  void again.call({ faces: 6 });
  // @ts-expect-error: only the model may call it
  useTool(plan);

  const [count, setCount] = useKeptState('count', 0);
  expectTypeOf(count).toEqualTypeOf<number>();
  setCount((before) => before + 1);
}

test('the types of tools reach the views that use them', () => {
  expectTypeOf(checkTypes).toBeFunction();
});
